/** A plugin that bundles the script and the styles of the emulator's page, for the module that serves them. @module */
import { join } from 'node:path'
import { bundle } from './bundle.js'
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
  const [script, style, ...others] = await bundle({
    minify: false,
    cssMinify: false,
    rollupOptions: { input: [`${folder}/browser/main.ts`, `${folder}/style/page.css`] },
  })
  if (style?.type !== 'asset' || others.length > 0) throw new Error('the page is more than two files')
  return { script: script.code, style: String(style.source) }
}
