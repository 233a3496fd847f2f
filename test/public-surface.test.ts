/** Each public door exports exactly the names in `public-surface.ts`. @module */
import { describe, expect, test } from 'vitest'
import emulator from '../emulator/package.json' with { type: 'json' }
import manifest from '../package.json' with { type: 'json' }
import { exportedNames, importsOf } from '../scripts/scan.js'
import { doorSources, internalSources, publicNames } from './public-surface.js'
import { shipped } from './tree.js'

const source = shipped()

describe('public surface', () => {
  test('every subpath and executable of package.json has its source', () => {
    expect(doorSources.filter((path) => !source.has(path))).toEqual([])
  })

  test('every door in package.json has its names listed, and only those', () => {
    const listed = doorSources.filter((path) => !internalSources.includes(path))
    expect(Object.keys(publicNames).sort()).toEqual(listed.sort())
  })

  test.each(Object.entries(publicNames))('%s exports what is listed', (path, names) => {
    expect(source.has(path), `${path} is missing`).toBe(true)
    expect(exportedNames(source.get(path) ?? '')).toEqual(names)
  })

  test('src/index.ts contains explicit re-exports and nothing else', () => {
    const text = source.get('src/index.ts')
    expect(text, 'src/index.ts is missing').toBeDefined()
    const rest = (text ?? '')
      .replaceAll(/\/\*[\s\S]*?\*\//g, '')
      .replaceAll(/^export (?:type )?\{[^}]*\} from '\.\/[\w/-]+\.js'$/gm, '')
    expect(rest.trim()).toBe('')
  })

  test('server components find every value of the React bindings, behind a directive that no other bundle contains', () => {
    const values = (publicNames['src/react/index.ts'] ?? []).filter((name) => !name.startsWith('type '))
    expect(publicNames['src/react/client-boundary.ts']).toEqual(values)
    const marked = [...source].filter(([, text]) => text.startsWith("'use client'\n")).map(([path]) => path)
    expect(marked).toEqual(['src/react/client-boundary.ts'])
    expect(Object.entries(manifest.exports['./react'])).toEqual([
      ['types', './dist/react/index.d.ts'],
      ['react-server', './dist/react/client-boundary.js'],
      ['default', './dist/react/index.js'],
    ])
  })

  test('index.ts reaches nothing of the sandbox, which is never in a production bundle', () => {
    const targets = importsOf(source.get('src/index.ts') ?? '').map(({ specifier }) => specifier)
    expect(targets.filter((specifier) => specifier.startsWith('./sandbox'))).toEqual([])
  })
})

describe('package.json', () => {
  test('every subpath names declarations and JavaScript with the same path', () => {
    const { './browser': single, ...own } = manifest.exports
    const { './testing': kit, ...others } = emulator.exports
    const pairs = [own, others]
      .flatMap((each) => Object.values(each))
      .flatMap((target) => (typeof target === 'string' ? [] : [target]))
    expect(pairs.map(({ types }) => types)).toEqual(
      pairs.map((pair) => pair.default.replace(/\.js$/, '.d.ts')),
    )
    expect(single).toEqual({ types: './dist/index.d.ts', default: './dist/browser.js' })
    expect(Object.entries(kit)).toEqual([
      ['types', './dist/testing/index.d.ts'],
      // There is no other condition, so that bundlers for pages find nothing.
      ['node', './dist/testing/index.js'],
    ])
  })

  test('declarations come before JavaScript, or they would not be found', () => {
    const pairs = Object.values(manifest.exports).flatMap((target) =>
      typeof target === 'string' ? [] : [target],
    )
    expect(pairs.filter((pair) => Object.keys(pair)[0] !== 'types')).toEqual([])
  })

  test('every optional peer is marked optional', () => {
    expect(Object.keys(manifest.peerDependenciesMeta)).toEqual(Object.keys(manifest.peerDependencies))
  })

  test('installing the package runs nothing', () => {
    const hooks = ['preinstall', 'install', 'postinstall', 'prepare']
    expect(Object.keys(manifest.scripts).filter((name) => hooks.includes(name))).toEqual([])
  })
})
