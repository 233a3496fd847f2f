/**
 * `npm run sbom`: prints the packages that an installation brings to a page or a server, including those inside
 * `dist/`, as CycloneDX 1.5. Reads `package-lock.json`.
 * @module
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { inlinedForNode } from './inlined-for-node.js'
import { inlined } from './inlined-packages.js'
import { root } from './run.js'

/**
 * @typedef {object} Locked
 * @property {string} version
 * @property {string} license
 * @property {string} integrity
 * @property {Record<string, string>} [dependencies]
 */

const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))

/** @type {Record<string, Locked>} */
const packages = lock.packages

/**
 * Returns our dependencies with all their dependencies, except optional peers, and every package that is part of
 * `dist/`, sorted.
 *
 * @type {typeof import('./sbom.d.ts').runtimeComponents}
 */
export function runtimeComponents() {
  const found = new Map()
  const add = (
    /** @type {string} */ name,
    /** @type {string} */ path,
    /** @type {'installed' | 'inlined'} */ how,
  ) => {
    const { version, license, integrity } = locked(path)
    const sha512 = Buffer.from(integrity.replace('sha512-', ''), 'base64').toString('hex')
    found.set(path, { name, version, license, sha512, how })
  }
  for (const path of [...inlined, ...inlinedForNode].flatMap(({ packages }) => packages))
    add(path.replace(/^.*\/node_modules\//, ''), `node_modules/${path}`, 'inlined')
  const visit = (/** @type {string} */ from) => {
    for (const name of Object.keys(packages[from]?.dependencies ?? {})) {
      const path = resolved(name, from)
      if (found.has(path)) continue
      add(name, path, 'installed')
      visit(path)
    }
  }
  visit('')
  return [...found.values()].sort((a, b) => (purl(a) < purl(b) ? -1 : 1))
}

/**
 * Resolves a package as Node does: in the nearest `node_modules` on the way up.
 * @param {string} name
 * @param {string} from
 */
function resolved(name, from) {
  for (let folder = from; ; folder = folder.replace(/(^|\/)node_modules\/(@[^/]+\/)?[^/]+$/, '')) {
    const path = `${folder === '' ? '' : `${folder}/`}node_modules/${name}`
    if (path in packages) return path
    if (folder === '') throw new Error(`${name}, needed by ${from}, is not in package-lock.json`)
  }
}

/** @param {string} path @returns {Locked} */
function locked(path) {
  const entry = packages[path]
  if (entry === undefined) throw new Error(`${path} is not in package-lock.json`)
  return entry
}

/** @param {{ name: string, version: string }} component */
const purl = ({ name, version }) => `pkg:npm/${name.replace('@', '%40')}@${version}`

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const { name, version, license } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const bom = {
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    version: 1,
    metadata: {
      component: {
        type: 'library',
        name,
        version,
        purl: purl({ name, version }),
        licenses: licensed(license),
      },
    },
    components: runtimeComponents().map((component) => ({
      type: 'library',
      name: component.name,
      version: component.version,
      purl: purl(component),
      licenses: licensed(component.license),
      hashes: [{ alg: 'SHA-512', content: component.sha512 }],
      // Only parts of an inlined package are included, and the parts for a page are changed. The hash is that of the
      // original tarball.
      properties: [{ name: 'embedded-wallet-auth:included', value: component.how }],
    })),
  }
  console.log(JSON.stringify(bom, null, 2))
}

/** @param {string} id */
function licensed(id) {
  return [{ license: { id } }]
}
