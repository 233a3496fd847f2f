/** The rules for imports between layers, and the check that finds violations. @module */
import { importsOf } from '../scripts/scan.js'
import { resolved, type Tree } from './tree.js'

/** The folders of the library, from top to bottom. A file imports only from layers below its own. */
export const layers: readonly (readonly string[])[] = [
  ['index.ts'],
  ['wallet/'],
  ['wallet/calls/'],
  ['wallet/core.ts'],
  ['wallet/options.ts'],
  ['wallet/api.ts'],
  ['wallet/operations/'],
  ['wallet/flows/'],
  ['wallet/guards/'],
  ['wallet/record/', 'wallet/transport/'],
  ['wallet/machine/', 'wallet/credentials/'],
  ['wallet/crypto/'],
  ['wallet/time/'],
  ['wire/'],
  ['signals.ts'],
  ['errors.ts', 'base64url.ts', 'p1363.ts', 'clock.ts'],
  ['wire/credential-type.ts', 'wire/open-sets.ts'],
  ['encoding.ts'],
]

/** The other folders of `src/`, each with what it may import besides itself. */
export const rooms: Readonly<Record<string, readonly string[]>> = {
  'react/': ['index.ts', 'wallet/tell-developer.ts'],
  'element/': ['index.ts', 'wire/plain-code.ts', 'wire/plain-text.ts', 'wallet/tell-developer.ts'],
  'port/': ['index.ts', 'errors.ts', 'wallet/operations/own-methods.ts', 'wire/credential-type.ts'],
  'frame/': [
    'index.ts',
    'errors.ts',
    'clock.ts',
    'signals.ts',
    'port/',
    'wallet/operations/own-methods.ts',
    'wire/',
  ],
  'frame-host/': ['index.ts', 'errors.ts', 'clock.ts', 'wallet/machine/listeners.ts', 'port/'],
  'oidc/': ['index.ts'],
  'diagnose/': [
    'index.ts',
    'oidc/in-app-browser.ts',
    'oidc/addresses.ts',
    'wire/headers.ts',
    'wire/options.ts',
  ],
  'sandbox/': ['index.ts', 'base64url.ts', 'encoding.ts'],
  'client/': ['wire/', 'errors.ts', 'base64url.ts', 'encoding.ts', 'clock.ts', 'signals.ts', 'p1363.ts'],
  'backend/': ['wire/', 'errors.ts', 'base64url.ts', 'encoding.ts', 'clock.ts', 'p1363.ts'],
  // The other package: it imports the library by its public names only, and so never wallet/crypto/. Its cryptography is
  // written independently, so that one misreading of the interface cannot be in both.
  'emulator/': [],
  'node/': ['encoding.ts', 'backend/send.ts', 'wire/options.ts'],
  'cli/': [
    'wire/',
    'clock.ts',
    'diagnose/index.ts',
    'diagnose/page-headers.ts',
    'backend/index.ts',
    'node/index.ts',
  ],
}

/** The folders of the emulator with its systems, from top to bottom. Here, too, a file imports only from below. */
const emulatorLayers: readonly (readonly string[])[] = [
  ['emulator/testing/', 'emulator/cli/'],
  ['emulator/index.ts'],
  ['emulator/create-emulator.ts'],
  ['emulator/emulator-options.ts'],
  ['emulator/page/'],
  ['emulator/panel/'],
  ['emulator/control/'],
  ['emulator/provision.ts'],
  ['emulator/server/'],
  ['emulator/openapi/'],
  ['emulator/systems/agents/', 'emulator/systems/sandbox/'],
  ['emulator/systems/quotes/'],
  ['emulator/systems/uma/', 'emulator/systems/transfers/'],
  [
    'emulator/systems/transactions/',
    'emulator/systems/external-accounts/',
    'emulator/systems/cards/',
    'emulator/systems/invitations/',
    'emulator/systems/documents/',
    'emulator/systems/beneficial-owners/',
    'emulator/systems/exchange-rates/',
    'emulator/systems/withdrawals/',
  ],
  ['emulator/systems/customers/'],
  ['emulator/systems/verification/'],
  ['emulator/systems/webhooks/'],
  ['emulator/systems/internal-accounts/'],
  ['emulator/systems/credentials/'],
  [
    'emulator/systems/sessions/',
    'emulator/systems/config/',
    'emulator/systems/tokens/',
    'emulator/systems/discovery/',
  ],
  ['emulator/signed/'],
  ['emulator/handler/'],
  ['emulator/state/', 'emulator/oidc/'],
  ['emulator/money/', 'emulator/crypto/', 'emulator/time/'],
]

/** Where `node:` may be imported. */
const nodeFiles = /^src\/(node|cli)\/|^emulator\/src\/cli\//

/** What a file of the emulator may import of the library, by the folder of the file. */
const libraryNames = (name: string): RegExp =>
  /^emulator\/(testing|cli)\//.test(name)
    ? /^embedded-wallet-auth(\/(backend|cli|client|node|wire))?$/
    : /^embedded-wallet-auth\/wire$/

/** Returns a line for every import in `src/` that the rules do not allow, and for every file without a layer. */
export function layerViolations(tree: Tree): readonly string[] {
  return [...tree].flatMap(([path, source]) => {
    const name = inSource(path)
    const room = roomOf(name)
    const rows = room === 'emulator/' ? emulatorLayers : layers
    const layer = layerOf(rows, name)
    if (layer === -1 && (room === undefined || rows === emulatorLayers))
      return [`${path} has no layer: give it one in test/layers.ts`]
    return importsOf(source).flatMap(({ specifier }) => {
      if (specifier === '<computed>') return [`${path} imports something computed`]
      if (specifier.startsWith('node:')) {
        return nodeFiles.test(path) ? [] : [`${path} imports ${specifier}`]
      }
      if (/^embedded-wallet-auth/.test(specifier)) {
        const isAllowed = room === 'emulator/' && libraryNames(name).test(specifier)
        return isAllowed ? [] : [`${path} imports ${specifier}`]
      }
      if (!specifier.startsWith('.')) return []
      if (!specifier.endsWith('.js') && !specifier.endsWith('.json')) {
        return [`${path} imports ${specifier} without .js`]
      }
      const target = inSource(resolved(path, specifier))
      const allowed =
        room === undefined
          ? below(rows, name, target)
          : (sameRoom(room, target) && (rows === layers || below(rows, name, target))) ||
            inRows(rooms[room], target)
      return allowed ? [] : [`${path} imports ${specifier}`]
    })
  })
}

/** The path below the `src/` of its package; that of the emulator begins with `emulator/`. */
const inSource = (path: string): string =>
  path.startsWith('emulator/') ? path.replace('/src/', '/') : path.replace(/^src\//, '')

/** Returns a line for each circle of imports, with the paths of its files. Type imports count too. */
export function importCircles(tree: Tree): readonly string[] {
  const done = new Set<string>()
  const circles: string[] = []
  const visit = (path: string, way: readonly string[]): void => {
    if (way.includes(path)) {
      circles.push([...way.slice(way.indexOf(path)), path].join(' → '))
      return
    }
    if (done.has(path)) return
    for (const target of localImports(path, tree)) visit(target, [...way, path])
    done.add(path)
  }
  for (const path of tree.keys()) visit(path, [])
  return circles
}

/**
 * Returns the files that no public door imports, directly or indirectly. They are dead code, or test support that
 * belongs in `fixtures/`.
 */
export function unreachable(tree: Tree, doors: readonly string[]): readonly string[] {
  const reached = new Set(doors.filter((door) => tree.has(door)))
  for (const path of reached) for (const target of localImports(path, tree)) reached.add(target)
  return [...tree.keys()].filter((path) => !reached.has(path))
}

function localImports(path: string, tree: Tree): readonly string[] {
  return importsOf(tree.get(path) ?? '')
    .filter(({ specifier }) => specifier.startsWith('.'))
    .map(({ specifier }) => resolved(path, specifier))
    .filter((target) => tree.has(target))
}

const roomOf = (name: string): string | undefined =>
  Object.keys(rooms).find((room) => room === name || (room.endsWith('/') && name.startsWith(room)))

type Rows = typeof layers

const layerOf = (rows: Rows, name: string): number =>
  rows.findIndex((row) => row.includes(folderOf(rows, name)))

/** Returns the entry to which a file belongs: the file itself, or the innermost folder that has an entry. */
function folderOf(rows: Rows, name: string): string {
  const entries = rows.flat().filter((entry) => entry === name || inRows([entry], name))
  return entries.sort((a, b) => b.length - a.length)[0] ?? name
}

const inRows = (row: readonly string[] = [], name: string): boolean =>
  row.some((entry) => entry === name || (entry.endsWith('/') && name.startsWith(entry)))

const sameRoom = (room: string, target: string): boolean => room.endsWith('/') && target.startsWith(room)

function below(rows: Rows, name: string, target: string): boolean {
  if (folderOf(rows, name) === folderOf(rows, target)) return true
  return layerOf(rows, target) > layerOf(rows, name)
}
