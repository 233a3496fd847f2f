/**
 * Type-checks the declarations of every door with a strict compiler, as a consumer does, with and without the DOM
 * library.
 * @module
 */
import { existsSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { doors } from './doors.js'
import { unpacked } from './packed.js'
import { root, run, tool } from './run.js'

const { devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))

/** The compilers that docs/stacks.md names, oldest first. */
const compilers = ['5.4', '5.9', '6.0', '7.0']

/** @returns {Promise<string[]>} errors of the project's own compiler, a line for each */
export async function typeErrors() {
  const { folder } = await unpacked()
  const types = join(folder, 'node_modules/@types')
  if (!existsSync(types)) symlinkSync(join(root, 'node_modules/@types'), types, 'junction')
  return checked(tool('typescript', 'tsc'), folder, ['bundler'])
}

/**
 * Installs the packed packages beside each compiler, and checks their doors with all of them.
 *
 * @param {readonly string[]} archives
 * @param {string} folder an empty one
 * @returns {Promise<string[]>}
 */
export async function typeErrorsOfAll(archives, folder) {
  const others = ['node', 'react'].map((each) => `@types/${each}@${devDependencies[`@types/${each}`]}`)
  const named = compilers.map((version) => `ts${version}@npm:typescript@${version}`)
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }')
  const args = ['install', '--no-audit', '--no-fund', '--prefer-offline', ...archives, ...others, ...named]
  const installed = await run('npm', args, { cwd: folder, seconds: 600 })
  if (installed.code !== 0) throw new Error(installed.output)
  /** @type {string[]} */
  const found = []
  for (const version of compilers) {
    const compiler = join(folder, `node_modules/ts${version}/bin/tsc`)
    const errors = await checked(compiler, folder, ['bundler', 'nodenext'])
    found.push(...errors.map((line) => `TypeScript ${version}: ${line}`))
  }
  return found
}

/** @param {string} compiler @param {string} folder @param {readonly ('bundler' | 'nodenext')[]} resolutions */
async function checked(compiler, folder, resolutions) {
  const cwd = mkdtempSync(join(folder, 'types-'))
  const lines = doors.map(({ name }, index) => `export * as door${index} from '${name}'`)
  writeFileSync(join(cwd, 'doors.ts'), `${lines.join('\n')}\n`)
  writeFileSync(join(cwd, 'package.json'), '{ "type": "module" }')
  const strict = ['--strict', '--exactOptionalPropertyTypes', '--noUncheckedIndexedAccess', '--noEmit']
  /** @type {string[]} */
  const found = []
  for (const resolution of resolutions)
    for (const lib of ['ES2022,DOM,DOM.Iterable', 'ES2022']) {
      const args = [
        '--moduleResolution',
        resolution,
        '--module',
        resolution === 'bundler' ? 'esnext' : 'nodenext',
      ]
      args.push(...strict, '--lib', lib, '--target', 'ES2022', '--types', 'node', '--jsx', 'react-jsx')
      const { code, output } = await run(process.execPath, [compiler, ...args, 'doors.ts'], {
        cwd,
        seconds: 300,
      })
      if (code !== 0)
        found.push(
          ...output
            .trim()
            .split('\n')
            .map((line) => `${lib}: ${line}`),
        )
    }
  return found
}
