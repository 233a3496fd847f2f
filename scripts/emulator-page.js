/** A plugin that bundles the script and the styles of the emulator's page, for the module that serves them. @module */
import { join } from 'node:path'
import { build } from 'vite'
import { root } from './run.js'

const folder = join(root, 'emulator/src/page').replaceAll('\\', '/')

/** @returns {import('vite').Plugin} */
export function emulatorPage() {
  return {
    name: 'emulator-page',
    async load(id) {
      if (id !== `${folder}/built-files.ts`) return undefined
      const files = await bundled()
      const lines = Object.entries(files).map(
        ([name, text]) => `export const ${name} = ${JSON.stringify(text)}`,
      )
      return lines.join('\n')
    },
  }
}

async function bundled() {
  const built = await build({
    root,
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    build: {
      write: false,
      target: 'es2022',
      minify: false,
      cssMinify: false,
      modulePreload: false,
      rollupOptions: { input: [`${folder}/browser/main.ts`, `${folder}/style/page.css`] },
    },
  })
  if (!('output' in built)) throw new Error('the bundler did not return its output')
  const [script, style, ...others] = built.output
  if (style?.type !== 'asset' || others.length > 0) throw new Error('the page is more than two files')
  return { script: script.code, style: String(style.source) }
}
