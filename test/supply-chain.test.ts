import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import own from '../package.json' with { type: 'json' }
import { packages } from '../scripts/doors.js'
import { root } from './tree.js'

const page = readFileSync(`${root}docs/supply-chain.md`, 'utf8')
const lock = readFileSync(`${root}package-lock.json`, 'utf8')
const workflows = new Map(
  readdirSync(`${root}.github/workflows`).map((name) => [
    name,
    readFileSync(`${root}.github/workflows/${name}`, 'utf8'),
  ]),
)

describe('docs/supply-chain.md', () => {
  test.each(packages)(
    'docs/supply-chain.md lists each dependency of $manifest.name with its license',
    ({ manifest }) => {
      for (const name of Object.keys(manifest.dependencies)) {
        const { license } = JSON.parse(readFileSync(`${root}node_modules/${name}/package.json`, 'utf8'))
        expect(page).toContain(`| \`${name}\` | ${license} |`)
      }
    },
  )

  test('docs/supply-chain.md names every optional peer', () => {
    expect(Object.keys(own.peerDependencies).filter((name) => !page.includes(`\`${name}\``))).toEqual([])
  })
})

describe('a release', () => {
  test('has build dependencies of exact versions', () => {
    const { 'embedded-wallet-auth': itself, ...others } = own.devDependencies
    expect(itself).toBe('file:.')
    expect(Object.values(others).filter((version) => !/^(npm:[^@]+@)?\d+\.\d+\.\d+$/.test(version))).toEqual(
      [],
    )
  })

  test.each(packages)('has ranges that take patch releases only, in $manifest.name', ({ manifest }) => {
    const { 'embedded-wallet-auth': same = own.version, ...others } = manifest.dependencies
    expect(same).toBe(own.version)
    expect(manifest.version).toBe(own.version)
    expect(Object.values(others).filter((range) => !/^~\d+\.\d+\.\d+$/.test(range))).toEqual([])
  })

  test('is locked by hashes, without download addresses', () => {
    const { packages: locked } = JSON.parse(lock)
    const entries = Object.entries<Record<string, unknown>>(locked).filter(
      ([path, { link }]) => path.includes('node_modules/') && link !== true,
    )
    expect(entries.length).toBeGreaterThan(100)
    expect(entries.filter(([, { integrity }]) => !/^sha512-/.test(String(integrity)))).toEqual([])
    expect(entries.filter(([, { resolved }]) => resolved !== undefined)).toEqual([])
    expect(lock).not.toMatch(/https?:[^"]*\.tgz/)
  })

  test('is made by actions that are pinned to commits', () => {
    const actions = [...workflows.values()].flatMap((text) =>
      [...text.matchAll(/uses: (\S+)/g)].map(([, action]) => action),
    )
    expect(actions.length).toBeGreaterThan(0)
    expect(actions.filter((action) => !/@[0-9a-f]{40}$/.test(action ?? ''))).toEqual([])
  })

  test('comes from workflows that may only read, except where a job says so', () => {
    expect([...workflows].filter(([, text]) => !/^permissions:\n {2}contents: read$/m.test(text))).toEqual([])
  })

  test('has the SBOM of an installation of both packages attached', () => {
    const release = workflows.get('release.yml') ?? ''
    expect(release).toMatch(
      /npm install --package-lock-only .*embedded-wallet-auth@\S+ "?embedded-wallet-auth-emulator@/,
    )
    expect(release).toMatch(/npm sbom --package-lock-only --sbom-format=cyclonedx > \S*sbom\.cdx\.json"?\n/)
    expect(release).toMatch(/gh release create \S+ \S*sbom\.cdx\.json /)
  })

  test('is rehearsed by hand, and published only by a tag', () => {
    const release = workflows.get('release.yml') ?? ''
    const publishing = [...release.matchAll(/^ *(?:- )?run: .*\bnpm publish\b.*$/gm)].map(([line]) => line)
    const real = publishing.filter((line) => !line.includes('--dry-run'))
    expect([publishing.length, real.length]).toEqual([2, 1])
    expect(release).toContain(`- if: github.event_name == 'push'\n${real[0]}`)
    expect(release).toMatch(/needs: publish\n {4}if: github\.event_name == 'push'\n/)
  })

  test.each(packages)('has provenance for $manifest.name', ({ manifest }) => {
    expect(manifest.publishConfig).toMatchObject({ provenance: true })
  })
})
