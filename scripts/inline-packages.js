/**
 * A plugin for the build and the unit tests that bundles some packages into files of `dist/inlined/`. Packages for a
 * page lose the parts that a page does not need, so that no bundler warns about them. Packages for the emulator become
 * part of our package, so that the emulator starts without another installation.
 * @module
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { build, parseAst } from 'vite'
import { inlined } from './inlined-packages.js'
import { licenseOf } from './licenses.js'
import { root } from './run.js'

/** @typedef {import('./inline-packages.d.ts').Inlined} Inlined */

const source = join(root, 'src').replaceAll('\\', '/')

/**
 * By default, only the packages for a page, because only these are changed. The others behave as installed.
 *
 * @type {typeof import('./inline-packages.d.ts').inlinePackages}
 */
export function inlinePackages(list = inlined) {
  return {
    name: 'inline-packages',
    enforce: 'pre',
    resolveId: (specifier, importer) => inlinedFor(list, specifier, importer),
    async load(id) {
      const one = list.find(({ file }) => id === `${source}/${file}.js`)
      return one && { code: await bundled(one), map: { mappings: '' } }
    },
  }
}

/**
 * Returns the path of the file that an importer gets in place of a package, or `undefined` if the importer gets the
 * package.
 *
 * @type {typeof import('./inline-packages.d.ts').inlinedFor}
 */
export function inlinedFor(list, specifier, importer = '') {
  const path = importer.replaceAll('\\', '/').replace(/\?.*$/, '')
  const one = list.find((each) => specifier in each.exports)
  const isMeant = one?.importers.some((file) => path.endsWith(`/${file}`))
  return one && isMeant ? `${source}/${one.file}.js` : undefined
}

/**
 * Returns the comment at the top of an inlined file: its packages, with their versions and full licenses. Empty for
 * other files.
 *
 * @type {typeof import('./inline-packages.d.ts').noticeOf}
 */
export function noticeOf(list, file) {
  const one = list.find((each) => `${each.file}.js` === file)
  if (one === undefined) return ''
  const how = Object.keys(one.changes).length > 0 ? 'changed, and only in part' : 'only in part'
  const about = `Made from ${one.packages.join(', ')} by scripts/inline-packages.js: ${how}.`
  return `/*\n${[about, ...one.packages.map(licenseOf)].join('\n\n').replaceAll('*/', '* /')}\n*/`
}

/** Our dependencies, which a file for Node may import. */
const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const installed = new RegExp(`^(${Object.keys(dependencies).join('|')})(/|$)`)

/** @satisfies {Record<Inlined['platform'], object>} */
const platforms = {
  browser: { resolve: {}, isExternal: () => false, treeshake: { moduleSideEffects: false } },
  node: {
    resolve: { conditions: ['node', 'module', 'default'], mainFields: ['module', 'main'] },
    isExternal: (/** @type {string} */ id) => id.startsWith('node:') || installed.test(id),
    treeshake: {},
  },
}

/** @param {Inlined} one @returns {Promise<string>} */
async function bundled({ file, exports, platform, packages, changes }) {
  const entry = '\0inlined.js'
  const seen = new Set()
  const { resolve, isExternal, treeshake } = platforms[platform]
  const built = await build({
    root,
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    resolve,
    build: {
      write: false,
      target: 'es2022',
      minify: false,
      modulePreload: false,
      rollupOptions: { input: entry, preserveEntrySignatures: 'strict', treeshake },
    },
    plugins: [
      {
        name: 'changed',
        enforce: 'pre',
        resolveId: (id) => (isExternal(id) ? { id, external: true } : id === entry ? id : undefined),
        load: (id) =>
          id === entry
            ? Object.entries(exports)
                .map(([from, names]) => `export { ${names.join(', ')} } from ${JSON.stringify(from)}`)
                .join('\n')
            : undefined,
        transform(code, id) {
          const path = id.replaceAll('\\', '/').replace(/^.*\/node_modules\//, '')
          if (!(path in changes)) return undefined
          seen.add(path)
          return { code: changed(code, changes[path] ?? []), map: null }
        },
      },
    ],
  })
  const [output] = Array.isArray(built) ? built : [built]
  if (output === undefined || !('output' in output)) throw new Error('the bundler did not return its output')
  const unused = Object.keys(changes).filter((path) => !seen.has(path))
  if (unused.length > 0) throw new Error(`${file} no longer has ${unused.join(', ')}`)
  const [chunk, ...others] = output.output
  if (others.length > 0 || !chunk.imports.every(isExternal)) throw new Error(`${file} is not one file`)
  const inside = packagesOf(chunk)
  if (inside.join() !== packages.toSorted().join()) throw new Error(`${file} has in it ${inside.join(', ')}`)
  const gone = Object.values(changes).flatMap((list) =>
    list.flatMap((change) => (change.kind === 'drop' ? change.methods : [])),
  )
  const called = gone.filter(
    // `_api` is WebCrypto, which also has an `importKey`.
    (name) =>
      new RegExp(`(?<!_api)\\.${name}\\(`).test(chunk.code) &&
      !new RegExp(`^\\s*(async )?${name}\\(`, 'm').test(chunk.code),
  )
  if (called.length > 0) throw new Error(`${file} still calls ${called.join(', ')}`)
  // A CommonJS module that is run for its effects is compiled to `(/* @__PURE__ */ module(…))()`. Turbopack treats the
  // whole expression as pure and drops it.
  const code = chunk.code.replaceAll(/^\(\/\* @__PURE__ \*\/ /gm, '(')
  // The paths of the installation are removed, so that the same packages always give the same file.
  return code.replaceAll(/^\/\/ .*node_modules\//gm, '// ')
}

/**
 * Returns the packages whose code is in a chunk, as sorted paths below `node_modules/`.
 * @param {import('vite').Rollup.OutputChunk} chunk
 */
function packagesOf({ modules }) {
  const paths = Object.entries(modules).flatMap(([id, { renderedLength }]) =>
    renderedLength === 0 ? [] : [id.replaceAll('\\', '/')],
  )
  const inside = paths.flatMap(
    (path) => /\/node_modules\/((?:.+\/node_modules\/)?(?:@[^/]+\/)?[^/]+)/.exec(path)?.[1] ?? [],
  )
  return [...new Set(inside)].sort()
}

/**
 * Applies all changes in order, and returns the code. Throws if a change does not apply exactly as written.
 *
 * @type {typeof import('./inline-packages.d.ts').changed}
 */
export function changed(code, changes) {
  return changes.reduce((text, change) => {
    if (change.kind === 'swap') return swapped(text, change.text, change.by, change.times)
    if (change.kind === 'cut') return shortened(text, change)
    if (change.kind === 'drop') return dropped(text, change.methods)
    return withFields(text)
  }, code)
}

/** @param {string} code @param {string} text @param {string} by @param {number} times */
function swapped(code, text, by, times) {
  // `params.psk` must not match the start of `params.pskId`.
  const parts = /\w$/.test(text) ? code.split(new RegExp(`${escaped(text)}(?!\\w)`)) : code.split(text)
  if (parts.length - 1 !== times)
    throw new Error(`"${text}" occurs ${parts.length - 1} times and not ${times}`)
  return parts.join(by)
}

/** @param {string} code @param {{ from: string, to: string, by: string }} change */
function shortened(code, { from, to, by }) {
  const start = code.indexOf(from)
  const end = code.indexOf(to, start)
  if (start === -1 || end === -1 || code.includes(from, start + 1))
    throw new Error(`"${from}" … "${to}" is not there, or not once`)
  return code.slice(0, start) + by + code.slice(end + to.length)
}

/** @param {string} code @param {readonly string[]} methods */
function dropped(code, methods) {
  const found = parseAst(code).body.flatMap((statement) => {
    const declared = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement
    return declared?.type === 'ClassDeclaration' ? declared.body.body : []
  })
  return methods.reduceRight((text, method) => {
    const [node, ...more] = found.filter(
      (each) => each.type === 'MethodDefinition' && 'name' in each.key && each.key.name === method,
    )
    if (node === undefined || more.length > 0) throw new Error(`${method}() is not there, or not once`)
    return text.slice(0, node.start) + ' '.repeat(node.end - node.start) + text.slice(node.end)
  }, code)
}

const defined =
  /Object\.defineProperty\(this, "(\w+)", \{\s*enumerable: true,\s*configurable: true,\s*writable: true,\s*value: ((?:[^{}]|\{[^{}]*\})*?)\s*\}\);/g

/** @param {string} code */
function withFields(code) {
  const [, map = '', name = ''] = /^var (_\w+?_(\w+));$/m.exec(code) ?? []
  const withPrivate =
    map === ''
      ? code
      : code
          .replaceAll(/^var __classPrivateField(?:Get|Set) = [\s\S]*?\n\};\n/gm, '')
          .replace(`var ${map};`, '')
          .replace(`${map} = new WeakMap();`, '')
          .replaceAll(`${map}.set(this, `, `this._${name} = (`)
          .replaceAll(`__classPrivateFieldGet(this, ${map}, "f")`, `this._${name}`)
          .replaceAll(
            new RegExp(`__classPrivateFieldSet\\(this, ${map}, (.*), "f"\\);`, 'g'),
            `this._${name} = $1;`,
          )
  const written = withPrivate.replaceAll(defined, 'this.$1 = $2;')
  if (written === code || /defineProperty|classPrivateField|WeakMap/.test(written))
    throw new Error('the fields are not written in the expected way')
  return written
}

/** @param {string} text */
const escaped = (text) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
