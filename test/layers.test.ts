/** Imports follow the rules of the layers. @module */
import { describe, expect, test } from 'vitest'
import { doors, packages } from '../scripts/doors.js'
import { importsOf } from '../scripts/scan.js'
import { importCircles, layerViolations, unreachable } from './layers.js'
import { doorSources } from './public-surface.js'
import { only, readTree, shipped, type Tree } from './tree.js'

const source = shipped()
const sample = (files: Record<string, string>): Tree => new Map(Object.entries(files))

describe('layers', () => {
  test('every import goes strictly down', () => {
    expect(layerViolations(source)).toEqual([])
  })

  test('the root of src has at most seven files', () => {
    const files = [...source.keys()].filter((path) => /^src\/[^/]+\.ts$/.test(path))
    expect(files.length).toBeLessThanOrEqual(7)
    expect(files).toContain('src/index.ts')
  })

  test.each([
    ['src/wallet/machine/machine.ts', "import type { A } from '../core.js'"],
    ['src/wallet/record/storage.ts', "import { a } from '../transport/transport.js'"],
    ['src/wallet/credentials/passkey.ts', "import { a } from '../machine/machine.js'"],
    ['src/wallet/calls/lists.ts', "import type { A } from '../lazy.js'"],
    ['src/errors.ts', "import type { A } from './wire/errors.js'"],
    ['src/errors.ts', "type A = typeof import('./wallet/core.js')"],
    ['src/wallet/transport/transport.ts', "await import('../core.js')"],
    ['src/wire/quotes.ts', "export { a } from '../wallet/transport/transport.js'"],
    ['emulator/src/systems/customers/create.ts', "import { a } from '../quotes/create.js'"],
    ['emulator/src/systems/uma/receive.ts', "import type { A } from '../transfers/transfer.js'"],
    ['emulator/src/state/state.ts', "import type { A } from '../systems/cards/cards.js'"],
    ['emulator/src/money/ledger.ts', "import { a } from '../time/clock.js'"],
    ['emulator/src/helpers.ts', ''],
    ['emulator/src/crypto/seal.ts', "import { a } from '../../../src/wallet/crypto/hpke.js'"],
    ['emulator/src/provision.ts', "import { a } from 'embedded-wallet-auth'"],
    ['emulator/src/provision.ts', "import { a } from '../../src/errors.js'"],
    ['src/cli/init.ts', "import { a } from 'embedded-wallet-auth-emulator'"],
    ['src/backend/index.ts', "import { a } from '../wallet/transport/transport.js'"],
    ['src/sandbox/index.ts', "import { a } from '../wallet/crypto/stamp.js'"],
    ['src/wallet/core.ts', "import { a } from '../sandbox/index.js'"],
    ['src/wallet/transport/transport.ts', "import { a } from 'node:fs'"],
    ['emulator/src/provision.ts', "const a = await import('node:fs')"],
    ['src/wallet/core.ts', 'await import(name)'],
    ['src/wallet/core.ts', "import { a } from './machine/machine'"],
    ['src/helpers.ts', ''],
  ])('in %s, finds %j', (path, text) => {
    expect(layerViolations(sample({ [path]: text }))).toHaveLength(1)
  })

  test.each([
    ['src/wallet/core.ts', "import { a } from './machine/machine.js'"],
    ['src/wallet/crypto/sealed-key.ts', "import { a } from './hpke.js'"],
    ['emulator/src/systems/quotes/create.ts', "import { a } from '../customers/create.js'"],
    ['emulator/src/state/state.ts', "import type { A } from 'embedded-wallet-auth/wire'"],
    ['src/node/serve.ts', "import { a } from 'node:http'"],
    ['src/wallet/machine/machine.ts', "// import { a } from '../core.js'"],
    ['src/wallet/machine/machine.ts', 'const a = `import { a } from "../core.js"`'],
  ])('in %s, allows %j', (path, text) => {
    expect(layerViolations(sample({ [path]: text }))).toEqual([])
  })

  test('no module is imported in a circle, nor one of the demo or of the tests', () => {
    expect(importCircles(only(readTree(), /\.tsx?$/))).toEqual([])
  })

  test('finds a circle through types', () => {
    const circle = sample({
      'src/errors.ts': "import type { A } from './clock.js'",
      'src/clock.ts': "import type { B } from './errors.js'",
    })
    expect(importCircles(circle)).toEqual(['src/errors.ts → src/clock.ts → src/errors.ts'])
  })

  test('every file is reachable from a public door', () => {
    const page = 'emulator/src/page/browser/main.ts'
    expect(unreachable(source, [...doorSources, page])).toEqual([])
  })

  test('finds a file that nothing imports', () => {
    const files = sample({ 'src/index.ts': "export { a } from './a.js'", 'src/a.ts': '', 'src/b.ts': '' })
    expect(unreachable(files, ['src/index.ts'])).toEqual(['src/b.ts'])
  })

  test('the state machine imports nothing at run time', () => {
    const machine = importsOf(source.get('src/wallet/machine/machine.ts') ?? "import 'missing'")
    expect(machine.filter(({ kind }) => kind !== 'type')).toEqual([])
  })
})

describe('packages', () => {
  const packagesOf = (tree: Tree): readonly { path: string; name: string }[] =>
    [...tree].flatMap(([path, text]) =>
      importsOf(text)
        .map(({ specifier }) => /^(?:@[^/]+\/)?[^./@][^/]*/.exec(specifier)?.[0] ?? '')
        .filter((name) => name !== '' && !name.startsWith('node:'))
        .map((name) => ({ path, name })),
    )

  // `@hono/node-server` needs hono beside it.
  const peersOfOthers = ['hono']

  /** Packages that are the platform's to install, by the folder or file that may import them. */
  const optionalPeers: readonly (readonly [string, readonly string[]])[] = [
    ['src/react/', ['react']],
    ['src/cli/backend/open-store.ts', ['ioredis', 'pg']],
  ]

  test.each(packages)(
    'every file below $folder imports declared packages, and each of them is used',
    (each) => {
      const { dependencies } = each.manifest
      const own = packagesOf(only(source, new RegExp(`^${each.folder}src/`)))
      const undeclared = own.filter(({ path, name }) => {
        const peers = optionalPeers.find(([folder]) => path.startsWith(folder))?.[1] ?? []
        return ![...Object.keys(dependencies), ...peers].includes(name)
      })
      expect(undeclared).toEqual([])
      const used = [...own.map(({ name }) => name), ...(each.folder === '' ? peersOfOthers : [])]
      expect(Object.keys(dependencies).filter((name) => !used.includes(name))).toEqual([])
    },
  )

  test('demo and e2e know only the public subpaths, and what tests are given', () => {
    const outside = only(new Map([...readTree('demo'), ...readTree('e2e')]), /\.(ts|js)$/)
    const promised = doors.filter(({ isInternal }) => !isInternal).map(({ name }) => name)
    const inward = [...outside].flatMap(([path, text]) =>
      importsOf(text)
        .map(({ specifier }) => specifier)
        .filter((specifier) =>
          specifier.startsWith('.')
            ? /^\/(emulator\/)?src\/(?!(.*\/)?fixtures\/)/.test(
                new URL(specifier, `file:///${path}`).pathname,
              )
            : /^embedded-wallet-auth/.test(specifier) && !promised.includes(specifier),
        )
        .map((specifier) => `${path} imports ${specifier}`),
    )
    expect(inward).toEqual([])
  })
})
