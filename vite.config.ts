/** Builds the package `embedded-wallet-auth` into `dist/`. @module */
import { defineConfig, type UserConfig } from 'vite'
import { packageBuild } from './scripts/package-build.js'
import { singleFile } from './scripts/single-file.js'

const config: UserConfig = defineConfig(packageBuild(new URL('.', import.meta.url), [singleFile()]))

export default config
