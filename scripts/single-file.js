/**
 * A plugin that makes `dist/browser.js` from the built library: the main door, with everything that it needs, in one
 * file, and beside it the licences of the packages in it.
 * @module
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { bundle } from './bundle.js'
import { root } from './run.js'

const { name, version, license } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const licenses = 'browser.licenses.txt'
const notice = `/*! ${name} ${version} (${license}); licenses of the packages in it: ${licenses} */`

/** @returns {import('vite').Plugin} */
export const singleFile = () => ({
  name: 'single-file',
  apply: 'build',
  async writeBundle() {
    const [chunk, ...others] = await bundle(
      {
        minify: true,
        license: { fileName: licenses },
        rolldownOptions: {
          input: join(root, 'dist/index.js'),
          preserveEntrySignatures: 'strict',
          output: { codeSplitting: false },
        },
      },
      { plugins: [staticChunks] },
    )
    const [text] = others
    if (others.length > 1 || text?.type !== 'asset' || chunk.imports.length > 0)
      throw new Error('browser.js is not one file')
    writeFileSync(join(root, 'dist/browser.js'), `${notice}\n${chunk.code}`)
    writeFileSync(join(root, 'dist', licenses), text.source)
  },
})

/**
 * Imports each chunk at once, as there is only one file: a bundler would keep every module in a function of its own,
 * which is larger.
 */
const staticChunks = {
  name: 'static-chunks',
  transform(/** @type {string} */ code, /** @type {string} */ id) {
    if (id.includes('node_modules')) return undefined
    /** @type {string[]} */
    const imports = []
    const body = code.replace(/\bimport\((["'][^"']+["'])\)/g, (_, specifier) => {
      const name = `chunk$${imports.length}`
      imports.push(`import * as ${name} from ${specifier}\n`)
      return `Promise.resolve(${name})`
    })
    return imports.length === 0 ? undefined : `${imports.join('')}${body}`
  },
}
