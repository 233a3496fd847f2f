/**
 * Type-checks the declarations of every door with a strict compiler, as a consumer does, with and without the DOM
 * library. Also emits the declarations of a package that wraps every call and every function of a door, so each of
 * their types has a public name.
 * @module
 */
import { existsSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { doors } from './doors.js'
import { unpacked } from './packed.js'
import { must, root, run, tool } from './run.js'

/** The compilers that docs/stacks.md names, oldest first. */
const compilers = ['5.4', '5.9', '6.0', '7.0']

/** @returns {Promise<string[]>} errors of the project's own compiler, a line for each */
export async function typeErrors() {
  const { folder } = await unpacked()
  const types = join(folder, 'node_modules/@types')
  if (!existsSync(types)) symlinkSync(join(root, 'node_modules/@types'), types, 'junction')
  return checked(tool('typescript', 'tsc'), folder, 'bundler')
}

/**
 * Installs the packed packages beside each compiler, and checks their doors with all of them.
 *
 * @param {readonly string[]} archives
 * @param {string} folder an empty one
 * @returns {Promise<string[]>}
 */
export async function typeErrorsOfAll(archives, folder) {
  const { devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const others = ['@types/node', '@types/react'].map((name) => `${name}@${devDependencies[name]}`)
  const named = compilers.map((version) => `ts${version}@npm:typescript@${version}`)
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }')
  const args = ['install', '--no-audit', '--no-fund', '--prefer-offline', ...archives, ...others, ...named]
  await must('npm', args, folder)
  /** @type {string[]} */
  const found = []
  for (const version of compilers)
    for (const resolution of /** @type {const} */ (['bundler', 'nodenext'])) {
      const errors = await checked(join(folder, `node_modules/ts${version}/bin/tsc`), folder, resolution)
      found.push(...errors.map((line) => `TypeScript ${version}: ${line}`))
    }
  return found
}

/** @param {string} compiler @param {string} folder @param {'bundler' | 'nodenext'} resolution */
async function checked(compiler, folder, resolution) {
  const cwd = mkdtempSync(join(folder, 'types-'))
  const lines = doors.map(({ name }, index) => `export * as door${index} from '${name}'`)
  writeFileSync(join(cwd, 'doors.ts'), `${lines.join('\n')}\n`)
  writeFileSync(join(cwd, 'wrapped.ts'), `${await wrapped()}${await wrappedDoors()}`)
  writeFileSync(join(cwd, 'package.json'), '{ "type": "module" }')
  const module = resolution === 'bundler' ? 'esnext' : 'nodenext'
  const strict = '--strict --exactOptionalPropertyTypes --noUncheckedIndexedAccess --jsx react-jsx'
  const emit = '--declaration --emitDeclarationOnly --outDir out'
  const how = `--module ${module} --moduleResolution ${resolution} --target ES2022 --types node`
  /** @type {string[]} */
  const found = []
  for (const lib of ['ES2022,DOM,DOM.Iterable', 'ES2022']) {
    const args = [compiler, ...`${strict} ${emit} ${how} --lib ${lib} doors.ts wrapped.ts`.split(' ')]
    const { code, output } = await run(process.execPath, args, { cwd, seconds: 300 })
    const errors = output.trim().split('\n')
    if (code !== 0) found.push(...errors.map((line) => `${lib}, ${resolution}: ${line}`))
  }
  return found
}

/** Returns a module that exports each call of a client, a client in another object, and the parts of a wallet. */
async function wrapped() {
  const { createClient } = await import(pathToFileURL(join(root, 'dist/client/index.js')).href)
  const calls = Object.keys(createClient({ baseUrl: 'https://service.example' }))
  return `import { createWallet, type WalletOptions } from 'embedded-wallet-auth'
import { type ClientOptions, createClient } from 'embedded-wallet-auth/client'
declare const options: ClientOptions & WalletOptions
export const client = createClient(options)
export const api = { ...client, more: 1 }
export const parts = { ...createWallet(options) }
${calls
  .map(
    (name) =>
      `export const ${name} = (inputs: Parameters<typeof client.${name}>[0]) => client.${name}(inputs)`,
  )
  .join('\n')}
`
}

/** Returns the lines of a module that exports what each function of a door returns. */
async function wrappedDoors() {
  const lines = await Promise.all(
    doors
      .filter(({ isInternal }) => !isInternal)
      .map(async ({ name, source }, index) => {
        const built = source.replace(/(^|\/)src\//, '$1dist/').replace(/\.ts$/, '.js')
        const exported = Object.entries(await import(pathToFileURL(join(root, built)).href))
        const functions = exported.filter(([key, value]) => typeof value === 'function' && /^[a-z]/.test(key))
        return [
          `import * as from${index} from '${name}'`,
          ...functions.map(
            ([key]) =>
              `export const ${key}_${index} = (...given: Parameters<typeof from${index}.${key}>) => from${index}.${key}(...given)`,
          ),
        ].join('\n')
      }),
  )
  return `${lines.join('\n')}\n`
}
