/**
 * A plugin that makes `dist/browser.js` from the built library: the main door, with everything that it needs, in one
 * file.
 * @module
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'vite'
import { licenseOf } from './licenses.js'
import { root } from './run.js'

const { name, version, license } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const notice = `/*! ${name} ${version} (${license}); licenses of the packages in it: browser.licenses.txt */`

/** @returns {import('vite').Plugin} */
export function singleFile() {
  return {
    name: 'single-file',
    apply: 'build',
    async writeBundle() {
      const built = await build({
        root,
        configFile: false,
        logLevel: 'error',
        publicDir: false,
        plugins: [staticChunks],
        build: {
          write: false,
          target: 'es2022',
          minify: true,
          modulePreload: false,
          rollupOptions: {
            input: join(root, 'dist/index.js'),
            preserveEntrySignatures: 'strict',
            output: { codeSplitting: false },
          },
        },
      })
      const [output] = Array.isArray(built) ? built : [built]
      if (output === undefined || !('output' in output))
        throw new Error('the bundler did not return its output')
      const [chunk, ...others] = output.output
      if (others.length > 0 || chunk.imports.length > 0) throw new Error('browser.js is not one file')
      writeFileSync(join(root, 'dist/browser.js'), `${notice}\n${chunk.code}`)
      writeFileSync(
        join(root, 'dist/browser.licenses.txt'),
        `${packagesIn(chunk.moduleIds).map(licenseOf).join('\n\n\n')}\n`,
      )
    },
  }
}

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

/** @param {readonly string[]} modules */
function packagesIn(modules) {
  const paths = modules.map((id) => id.replaceAll('\\', '/'))
  const installed = paths.flatMap((id) => /^.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(id)?.[1] ?? [])
  return [...new Set(installed)].sort()
}
