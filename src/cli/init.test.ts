import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import manifest from '../../package.json' with { type: 'json' }
import { runCli } from './main.js'
import { packageFile } from './package-file.js'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'init-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

async function init(...args: string[]) {
  const [printed, complained]: string[][] = [[], []]
  const code = await runCli(['init', ...args], {
    print: (line) => printed?.push(line),
    complain: (line) => complained?.push(line),
    signal: new AbortController().signal,
  })
  return { code, printed: printed?.join('\n') ?? '', complained: complained?.join('\n') ?? '' }
}

const written = (path: string): readonly string[] =>
  readdirSync(path, { recursive: true, encoding: 'utf8' })
    .filter((name) => statSync(join(path, name)).isFile())
    .sort()

const manifestIn = (path: string) => JSON.parse(readFileSync(join(path, 'package.json'), 'utf8'))

describe('init', () => {
  const common = [
    '.gitignore',
    'ask.ts',
    'keys.ts',
    'login.ts',
    'package.json',
    'platform.ts',
    'styles.css',
    'tsconfig.json',
  ]
  const shop = ['log-in.tsx', 'page.tsx', 'problem.tsx', 'shop.tsx']
  it.each([
    ['vanilla', ['index.html', 'main.ts', 'vite.config.ts']],
    ['react', [...shop, 'index.html', 'main.tsx', 'vite.config.ts']],
    [
      'next',
      [
        ...[
          ...shop,
          'app/api/[...path]/route.ts',
          'app/client.tsx',
          'app/error.tsx',
          'app/layout.tsx',
          'app/page.tsx',
        ],
        ...['app/wallet/[...path]/route.ts', 'next.config.ts', 'platform-here.ts'],
      ],
    ],
  ])('init writes the template %s to a new folder, and prints the next commands', async (template, files) => {
    const target = join(folder, 'Corner Shop')
    const { code, printed } = await init(target, '--template', template)
    expect(code).toBe(0)
    expect(written(target)).toEqual([...common, ...files].sort())
    expect(printed).toMatch(/cd .*Corner Shop\n {2}npm install\n {2}npm start\n/)
    const { name, dependencies } = manifestIn(target)
    expect(name).toBe('corner-shop')
    expect(dependencies['embedded-wallet-auth']).toBe(manifest.version)
  })

  it('init --framed adds the page of the wallet, and the shop’s page asks it', async () => {
    const { code, printed } = await init(folder, '--framed')
    expect(code).toBe(0)
    const page = ['frame.css', 'frame.ts', 'index.html', 'vite.config.ts'].map((name) => join('frame', name))
    const shop = ['index.html', 'main.ts', 'origins.ts', 'vite.config.ts']
    expect(written(folder)).toEqual([...common, ...page, ...shop].sort())
    expect(printed).toContain(`Wrote ${common.length + page.length + shop.length} files`)
    const text = (name: string) => readFileSync(join(folder, name), 'utf8')
    const shopScripts = written(folder).filter((name) => name.endsWith('.ts') && !name.startsWith('frame'))
    expect(shopScripts.filter((name) => text(name).includes('createWallet'))).toEqual([])
    expect(manifestIn(folder).scripts.build).toContain('vite build frame')
  })

  it('init writes vanilla to the given folder, even if it is a new repository', async () => {
    mkdirSync(join(folder, '.git'))
    expect((await init(folder)).code).toBe(0)
    expect(written(folder)).toContain('main.ts')
  })

  it('init takes this package from the option --package, and makes a path relative to the new folder', async () => {
    const archive = join(folder, 'package.tgz')
    writeFileSync(archive, '')
    await init(join(folder, 'a'), '--package', archive)
    expect(manifestIn(join(folder, 'a')).dependencies['embedded-wallet-auth']).toBe('file:../package.tgz')
    await init(join(folder, 'b'), '--package', 'next')
    expect(manifestIn(join(folder, 'b')).dependencies['embedded-wallet-auth']).toBe('next')
  })

  it('init overwrites nothing, and names a file that is in the way', async () => {
    writeFileSync(join(folder, 'main.js'), 'mine')
    const { code, complained } = await init(folder)
    expect(code).toBe(1)
    expect(complained).toContain('contains main.js')
    expect(written(folder)).toEqual(['main.js'])
    expect((await init(join(folder, 'main.js'))).complained).toContain('is a file')
  })

  it.each([
    [['--template', 'nxt'], '--template must be vanilla, react or next, not "nxt". Did you mean "next"?'],
    [['a', 'b'], 'Unexpected argument "b".'],
    [['--framed', '--template', 'react'], '--framed needs the template vanilla.'],
    [['--package='], '--package needs a value.'],
    [['--cookie', 'a=b'], 'Unknown option "--cookie".'],
    [['--port', '1'], 'Unknown option "--port".'],
  ])('init says what is wrong with the arguments %j', async (args, message) => {
    const { code, complained } = await init(...args)
    expect(code).toBe(2)
    expect(complained).toContain(message)
  })

  it('other commands do not accept the options of init', async () => {
    const complained: string[] = []
    const terminal = { print: () => {}, complain: (line: string) => complained.push(line) }
    const { signal } = new AbortController()
    const args = ['check-backend', 'https://a.example', '--template', 'next']
    expect(await runCli(args, { ...terminal, signal })).toBe(2)
    expect(complained.join()).toContain('Unknown option "--template".')
  })
})

describe('the templates', () => {
  it('the templates use the versions of Vite and React that this project tests with', () => {
    const tested: Readonly<Record<string, string>> = manifest.devDependencies
    for (const template of ['vanilla', 'react', 'next']) {
      const { dependencies, devDependencies } = manifestIn(packageFile(`templates/${template}`))
      const { next, ...others } = { ...dependencies, ...devDependencies }
      for (const [name, version] of Object.entries(others)) {
        // Next needs the compiler of TypeScript 5.
        const own = next && name === 'typescript' ? tested['typescript-5']?.split('@').at(-1) : tested[name]
        expect([name, version]).toEqual([name, own])
      }
      expect(next ?? '1.0.0').toMatch(/^\d+\.\d+\.\d+$/)
    }
  })
})
