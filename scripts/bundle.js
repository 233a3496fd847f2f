/** Bundles with Vite, without a configuration file. @module */
import { build } from 'vite'
import { root } from './run.js'

/**
 * Resolves with the files of the bundle, which are written only if the options say so.
 *
 * @param {import('vite').BuildOptions} options
 * @param {import('vite').UserConfig} [config]
 */
export async function bundle(options, config = {}) {
  const built = await build({
    root,
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    ...config,
    build: { write: false, target: 'es2022', modulePreload: false, ...options },
  })
  if (!('output' in built)) throw new Error('the bundler did not return its output')
  return built.output
}
