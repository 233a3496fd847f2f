/** Each folder of `examples/` is complete with `common` beside it, and the documentation shows its code as it is. @module */
import { readdirSync, readFileSync } from 'node:fs'
import { transform } from 'esbuild'
import { describe, expect, test } from 'vitest'
import { examples as stacks } from '../scripts/examples/stage.js'
import { codeBlocks } from './markdown.js'
import { only, readTree, root } from './tree.js'

const tree = readTree('examples')
/** The stacks. Folders without a manifest, such as the client in Python, have no page. */
const names = readdirSync(`${root}examples`).filter((name) => tree.has(`examples/${name}/package.json`))

interface Manifest {
  readonly name?: string
  readonly version?: string
  readonly scripts?: Readonly<Record<string, string>>
  readonly dependencies?: Readonly<Record<string, string>>
  readonly devDependencies?: Readonly<Record<string, string>>
}

/** A parse boundary: the files are ours, and a missing field fails the test that reads it. */
const manifestOf = (path: string): Manifest => JSON.parse(readFileSync(`${root}${path}`, 'utf8')) as Manifest

const templates = readTree('templates')

/** What a file does, without its types, comments and spaces. */
const essence = async (text: string, loader: 'js' | 'ts'): Promise<string> =>
  (await transform(text, { loader, minifyWhitespace: true })).code
    .replaceAll(/login\.[jt]s/g, 'login')
    .replaceAll(/"(\.\/login)"/g, '"./login"')

describe('examples', () => {
  test.each(names)('%s has a README to copy from, and says how it starts', (name) => {
    const readme = tree.get(`examples/${name}/README.md`) ?? ''
    const { scripts = {}, ...manifest } = manifestOf(`examples/${name}/package.json`)
    expect(manifest.name).toBe(`example-${name}`)
    const [{ code = '' } = {}] = codeBlocks(readme)
    expect(code).toContain(`cp -r examples/common/. examples/${name}/. `)
    const called = [...code.matchAll(/npm (?:run )?([\w:]+)/g)].map(([, script = '']) => script)
    expect(called[0]).toBe('install')
    expect(called.slice(1).filter((script) => scripts[script] === undefined)).toEqual([])
    const files = [...readme.matchAll(/`([\w./[\]+-]+\.\w+)`/g)].map(([, file = '']) => file)
    const isHere = (file: string) => ['common', name].some((part) => tree.has(`examples/${part}/${file}`))
    expect(files.filter((file) => !isHere(file))).toEqual([])
  })

  test.each(names)(
    '%s names exact versions, this one among them, and the emulator needs no other package',
    (name) => {
      const { dependencies = {}, devDependencies = {} } = manifestOf(`examples/${name}/package.json`)
      expect(dependencies['embedded-wallet-auth']).toBe(manifestOf('package.json').version)
      const all = Object.entries({ ...dependencies, ...devDependencies })
      expect(all.filter(([, version]) => !/^\d+\.\d+\.\d+$/.test(version))).toEqual([])
      expect(all.map(([dependency]) => dependency)).not.toContain('@simplewebauthn/server')
    },
  )

  test('the page that the login in Python serves is the one of the servers in JavaScript', () => {
    const [own, ...others] = only(tree, /^examples\/(common\/page|python-login)\/index\.html$/).values()
    expect(others).toEqual([own])
  })

  test.each(['platform', 'login'])(
    '%s of the examples does what the one of the templates does',
    async (file) => {
      const own = tree.get(`examples/common/${file}.js`) ?? ''
      const typed = templates.get(`templates/common/${file}.ts`) ?? ''
      expect(await essence(own, 'js')).toBe(await essence(typed, 'ts'))
    },
  )

  test.each(names)('%s has a file that makes the platform', (name) => {
    const making = [...tree].filter(
      ([path, text]) => path.startsWith(`examples/${name}/`) && text.includes('createPlatform('),
    )
    const commands = Object.values(manifestOf(`examples/${name}/package.json`).scripts ?? {})
    expect(making.length > 0 || commands.includes('node server.js')).toBe(true)
  })

  // `npm run examples` and `npm run check:templates` see that the header arrives.
  test('every example and every template sends Cross-Origin-Opener-Policy: same-origin with its pages', () => {
    const sends = /Cross-Origin-Opener-Policy\W+(value\W+)?same-origin/
    const sending = (files: ReadonlyMap<string, string>, folder: string) =>
      [...files].some(([path, text]) => path.startsWith(`${folder}/`) && sends.test(text))
    // The others have the server of `common`.
    const own = ['bundlers', 'angular']
    expect(
      names.filter((name) => !sending(tree, `examples/${own.includes(name) ? 'common' : name}`)),
    ).toEqual([])
    expect(['vite', 'next'].filter((name) => !sending(templates, `templates/${name}`))).toEqual([])
  })

  test('no example imports a file outside its folder and what is copied into it', () => {
    const outside = [...tree].flatMap(([path, text]) => {
      const depth = path.split('/').length - 3
      return [...text.matchAll(/(?:from|import) '((?:\.\.\/)+)/g)]
        .filter(([, up = '']) => up.length / 3 > depth)
        .map(() => path)
    })
    expect(outside).toEqual([])
  })
})

describe('docs/stacks.md', () => {
  const page = readTree('docs').get('docs/stacks.md') ?? ''

  test('shows what the examples have: each block that begins with a file name is that file, or a part of it', () => {
    const shown = codeBlocks(page).flatMap(({ code }) => {
      const [, file = '', text = ''] =
        /^(?:\/\/|<!--) ((?:examples|templates)\/\S+?)(?: -->)?\n([\s\S]*)$/.exec(code) ?? []
      return file === '' ? [] : [{ file, text }]
    })
    expect(shown.length).toBeGreaterThan(0)
    const all = new Map([...tree, ...templates])
    expect(shown.filter(({ file, text }) => !all.get(file)?.includes(text.trim()))).toEqual([])
  })

  test('has examples/README.md with a row of what was measured for every example, and the versions that it names', () => {
    const rows = [...(tree.get('examples/README.md') ?? '').matchAll(/^\| (.+?) +\| (.+?) +\| [\d.]+ KiB/gm)]
    expect(rows.map(([, name]) => name).sort()).toEqual(
      stacks()
        .map(({ name }) => name)
        .sort(),
    )
    for (const [, name = '', versions = ''] of rows) {
      const manifest = tree.get(`examples/${name.split('/')[0]}/package.json`) ?? ''
      for (const version of versions.match(/\d+\.\d+\.\d+/g) ?? []) expect(manifest).toContain(`"${version}"`)
    }
  })
})
