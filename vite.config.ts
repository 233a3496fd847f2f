/**
 * `vite build` builds the package `embedded-wallet-auth` into `dist/`. `vite`, without a build, shows the demo, as
 * `npm start` does: the library itself has no page.
 * @module
 */
import { join } from 'node:path'
import { defineConfig, type UserConfigFnPromise } from 'vite'
import demo from './demo/vite.config.js'
import { chunks } from './scripts/chunks.js'
import { packageBuild } from './scripts/package-build.js'
import { root } from './scripts/run.js'
import { singleFile } from './scripts/single-file.js'

const config: UserConfigFnPromise = defineConfig(async (env) =>
  env.command === 'serve'
    ? demo(env)
    : packageBuild(new URL('.', import.meta.url), [singleFile()], chunks(join(root, 'src'))),
)

export default config
