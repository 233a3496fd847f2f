/** The code in the documentation compiles, and its links lead somewhere. @module */
import { spawn } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import manifest from '../package.json' with { type: 'json' }
import { anchors, codeBlocks, links } from './markdown.js'
import { only, readTree, root, type Tree } from './tree.js'

const pages = only(readTree(), /^([^/]+|docs\/.+)\.md$/)
// A folder inside the project, so that packages resolve. Git and the formatter ignore it.
const directory = join(root, 'test-results', `docs-${process.pid}`)

afterAll(() => rmSync(directory, { recursive: true, force: true }))

/** Type-checks each block as a separate module. Resolves with the errors of the compiler, one per line. */
async function compileErrors(tree: Tree): Promise<readonly string[]> {
  rmSync(directory, { recursive: true, force: true })
  mkdirSync(directory, { recursive: true })
  for (const [path, text] of tree) {
    for (const { language, code, line } of codeBlocks(text)) {
      if (!/^tsx?$|^typescript$/.test(language)) continue
      const name = `${path.replaceAll(/[^\w-]/g, '-')}-line-${line}.${language === 'tsx' ? 'tsx' : 'ts'}`
      writeFileSync(join(directory, name), `${code}\nexport {}\n`)
    }
  }
  cpSync(join(root, 'test/fixtures/docs-globals.d.ts.txt'), join(directory, 'docs-globals.d.ts'))
  const options = {
    extends: '../../tsconfig.json',
    compilerOptions: {
      // A block shows a part of a program, so it may contain unused declarations and exports without types.
      jsx: 'react-jsx',
      noUnusedLocals: false,
      noUnusedParameters: false,
      isolatedDeclarations: false,
      declaration: false,
    },
    include: ['.'],
  }
  writeFileSync(join(directory, 'tsconfig.json'), JSON.stringify(options))
  const { code, output } = await compile()
  const errors = output.split('\n').filter((line) => line.includes('error TS'))
  if (code !== 0 && errors.length === 0) return [`tsc ended with ${code}: ${output}`]
  // `npm run types` reports errors in the source.
  return errors.filter((line) => !line.startsWith('../'))
}

function compile(): Promise<{ readonly code: number | null; readonly output: string }> {
  return new Promise((resolve, reject) => {
    const tsc = join(root, 'node_modules/typescript/bin/tsc')
    const child = spawn(process.execPath, [tsc, '-p', directory], { cwd: directory })
    let output = ''
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString()
    })
    child.on('error', reject)
    child.on('close', (code) => resolve({ code, output }))
  })
}

/** Returns a line for each relative link whose file or anchor does not exist. */
function brokenLinks(tree: Tree, exists: (path: string) => boolean): readonly string[] {
  return [...tree].flatMap(([path, text]) =>
    links(text)
      .filter((target) => !/^[a-z][a-z\d+.-]*:/i.test(target))
      .filter((target) => {
        const { pathname, hash } = new URL(target, `file:///${path}`)
        const file = decodeURIComponent(pathname.slice(1))
        if (hash === '') return !exists(file)
        const page = tree.get(file)
        return page === undefined || !anchors(page).includes(decodeURIComponent(hash.slice(1)))
      })
      .map((target) => `${path} links to ${target}`),
  )
}

/**
 * Whether a path is in `files` of package.json. The pictures of the README count as published, because they are loaded
 * from the repository.
 */
function isPublished(path: string): boolean {
  const isBelow = (entry: string): boolean => path === entry || path.startsWith(`${entry}/`)
  if (isBelow('docs/images')) return true
  return (
    manifest.files.some(isBelow) &&
    !manifest.files.some((entry) => entry.startsWith('!') && isBelow(entry.slice(1)))
  )
}

const sample = (path: string, text: string): Tree => new Map([[path, text]])

describe('README.md', () => {
  const readme = readTree().get('README.md') ?? ''

  test('is short: at most 9,000 bytes', () => {
    expect(new TextEncoder().encode(readme).length).toBeLessThanOrEqual(9_000)
  })

  test.each([/^git clone /m, /^npm ci && npm start$/m, /^npm ci && npm test$/m])(
    'has a line to copy that matches %s',
    (line) => {
      expect(readme).toMatch(line)
    },
  )
})

describe('code blocks', () => {
  const samples = new Map([
    ['sample/wrong.md', '# Guide\n\n```ts\nconst a: string = 1\n```\n'],
    [
      'sample/right.md',
      [
        '```ts',
        "import { createWallet, type WalletError } from 'embedded-wallet-auth'",
        "import { createBackend } from 'embedded-wallet-auth/backend'",
        'const other = createWallet({ accountId, backend: handler })',
        "await wallet.signIn({ type: 'EMAIL_OTP' })",
        'await emulator.clock.advance(1000)',
        '```',
      ].join('\n'),
    ],
  ])
  // One run of the compiler for all, because starting it takes longer than the blocks.
  let errors: Promise<readonly string[]> | undefined
  const errorsOf = async (start: RegExp): Promise<readonly string[]> => {
    errors ??= compileErrors(new Map([...pages, ...samples]))
    return (await errors).filter((line) => start.test(line))
  }

  test('every TypeScript block of the pages compiles against the public subpaths', {
    timeout: 120_000,
  }, async () => {
    expect(await errorsOf(/^(?!sample-)/)).toEqual([])
  })

  test('finds a block that does not compile, with its page and line', { timeout: 120_000 }, async () => {
    expect(await errorsOf(/^sample-wrong-md/)).toEqual([
      expect.stringMatching(/^sample-wrong-md-line-3\.ts\(1,7\)/),
    ])
  })

  test('lets a block use the public subpaths and what earlier blocks declare', {
    timeout: 120_000,
  }, async () => {
    expect(await errorsOf(/^sample-right-md/)).toEqual([])
  })

  test('leaves blocks in other languages alone', () => {
    const text = '```sh\nnpm test\n```\n\n- item\n\n  ```ts\n  const a = 1\n  ```\n'
    expect(codeBlocks(text)).toEqual([
      { language: 'sh', code: 'npm test\n', line: 1 },
      { language: 'ts', code: 'const a = 1\n', line: 7 },
    ])
  })
})

describe('links', () => {
  test('every relative link of the pages leads to a file or a heading', () => {
    expect(brokenLinks(pages, (path) => existsSync(join(root, path)))).toEqual([])
  })

  test('no page that is published with the package links to a file that is not', () => {
    const published = only(pages, /^(README|SECURITY)\.md$|^docs\/[^/]+\.md$/)
    expect(brokenLinks(published, (path) => existsSync(join(root, path)) && isPublished(path))).toEqual([])
  })

  test.each([
    '[a](docs/missing.md)',
    '# One\n[a](#two)',
    '[a](docs/missing.md#one)',
    '![a](docs/missing.svg "title")',
    '[a]: docs/missing.md',
    '<img src="docs/missing.png">',
  ])('%j is found to lead nowhere', (text) => {
    expect(brokenLinks(sample('README.md', text), () => false)).toHaveLength(1)
  })

  test.each([
    '[a](https://example.com/b#c)',
    '# One & `two`: three\n[a](#one--two-three)',
    '# One\n# One\n[a](#one-1)',
    '`[a](b.md)`\n```md\n[a](b.md)\n```\n',
  ])('%j may stay', (text) => {
    expect(brokenLinks(sample('README.md', text), () => false)).toEqual([])
  })
})
