import { execFile } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, onTestFinished, test } from 'vitest'
import manifest from '../package.json' with { type: 'json' }
import { runtimeComponents } from '../scripts/sbom.js'
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
  test('lists every package that an installation brings along, with its version and license', () => {
    const listed = [...page.matchAll(/^\| `([^`]+)` (\S+) +\| (\S+) +\|/gm)].map(
      ([, name, version, license]) => `${name}@${version} ${license}`,
    )
    expect(listed.sort()).toEqual(
      runtimeComponents()
        .map(({ name, version, license }) => `${name}@${version} ${license}`)
        .sort(),
    )
  })

  test('says for every package whether it is installed or inside the package', () => {
    const [installed = '', ...parts] = page.split('### Inside the package')
    const inside = parts.join('')
    for (const { name, version, how } of runtimeComponents()) {
      expect(how === 'inlined' ? inside : installed).toContain(`| \`${name}\` ${version} `)
      expect(how === 'inlined' && name in manifest.dependencies).toBe(false)
    }
  })

  test('names every optional peer', () => {
    expect(Object.keys(manifest.peerDependencies).filter((name) => !page.includes(`\`${name}\``))).toEqual([])
  })
})

describe('a release', () => {
  test('has runtime and build dependencies of exact versions', () => {
    expect(
      [...Object.values(manifest.dependencies), ...Object.values(manifest.devDependencies)].filter(
        (version) => !/^(npm:[^@]+@)?\d+\.\d+\.\d+$/.test(version),
      ),
    ).toEqual([])
  })

  test('is locked by hashes, without download addresses', () => {
    const entries = [...lock.matchAll(/^ {4}"node_modules\/[^"]+": \{$/gm)].length
    expect([...lock.matchAll(/^ {6}"integrity": "sha512-/gm)]).toHaveLength(entries)
    expect(lock).not.toContain('"resolved"')
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

  test('has the SBOM attached, which npm run sbom prints without an installation', async () => {
    const release = workflows.get('release.yml') ?? ''
    expect(release).toMatch(
      /npm run sbom --silent > sbom\.cdx\.json\n {6}- run: gh release create \S+ sbom\.cdx\.json /,
    )
    const folder = mkdtempSync(join(tmpdir(), 'sbom-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    for (const name of ['scripts', 'package.json', 'package-lock.json'])
      cpSync(join(root, name), join(folder, name), { recursive: true })
    const { stdout } = await promisify(execFile)(process.execPath, [join(folder, 'scripts/sbom.js')])
    expect(JSON.parse(stdout)).toMatchObject({ bomFormat: 'CycloneDX' })
  })

  test('runs before-publish, which knows the placeholders', () => {
    expect(manifest.scripts.prepublishOnly).toBe('node scripts/before-publish.js')
    expect(manifest.publishConfig.provenance).toBe(true)
  })
})
