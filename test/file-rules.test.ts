/** Every file follows the project's rules for files. @module */
import { describe, expect, test } from 'vitest'
import { exportedNames, headerOf } from '../scripts/scan.js'
import { doorSources } from './public-surface.js'
import { only, readTree, shipped, type Tree, without } from './tree.js'

const written = without(only(readTree(), /\.(ts|js)$/), /\/fixtures\/|\.d\.ts$/)
// Frameworks prescribe the names and exports of some files in the examples.
const configuration =
  /^(examples|templates)\/|^(emulator\/)?(vite|vitest)\.config\.ts$|^(e2e|demo)\/[\w.-]+\.ts$|^e2e\/engines\/playwright\.config\.ts$|^site\/\.vitepress\//
const sample = (path: string, text: string): Tree => new Map([[path, text]])

/** Returns default exports and `export *`, which hide what a file exports. */
function hiddenExports(tree: Tree): readonly string[] {
  return [...tree].flatMap(([path, text]) =>
    exportedNames(text)
      .filter((name) => name === 'default' || name === '*')
      .map((name) => `${path} exports ${name}`),
  )
}

const misnamed = (tree: Tree): readonly string[] =>
  [...tree.keys()].filter(
    (path) => !/(^|\/)[a-z\d]+(-[a-z\d]+)*(\.(test|alone\.test|config|e2e|engine))?\.(ts|js)$/.test(path),
  )

describe('exports', () => {
  test('no module has a default export or export *', () => {
    expect(hiddenExports(without(written, configuration))).toEqual([])
  })

  test.each(['export default 1', "export * from './a.js'", "export * as a from './a.js'"])(
    'finds %s',
    (text) => {
      expect(hiddenExports(sample('src/a.ts', text))).toHaveLength(1)
    },
  )
})

/** Returns the tests that replace a module although they share their modules with other files. */
const mocking = (tree: Tree): readonly string[] =>
  [...only(tree, /\.test\.ts$/)]
    .filter(
      ([path, text]) => !path.endsWith('.alone.test.ts') && /\bvi\.(mock|doMock|resetModules)\b/.test(text),
    )
    .map(([path]) => path)

/** Returns the comment lines that are wider than a comment should be. The formatter leaves comments alone. */
const wideComments = (tree: Tree): readonly string[] =>
  [...tree].flatMap(([path, text]) =>
    text
      .split('\n')
      .filter((line) => line.length > 120 && /^\s*(\*|\/\/|\/\*\*)/.test(line))
      .map((line) => `${path}: ${line}`),
  )

describe('comments', () => {
  test('no comment of the product is wider than 120 characters', () => {
    expect(wideComments(only(written, /^(emulator\/)?src\//))).toEqual([])
  })

  test.each([120, 121])('a comment of %i characters', (width) => {
    const found = wideComments(sample('src/a.ts', `// ${'x'.repeat(width - 3)}`))
    expect(found).toHaveLength(width > 120 ? 1 : 0)
  })
})

describe('modules that tests share', () => {
  test('no test but an .alone.test.ts replaces a module', () => {
    expect(mocking(without(written, /^test\/file-rules\.test\.ts$/))).toEqual([])
  })

  test.each(["vi.mock('a')", "vi.doMock('a', b)", 'vi.resetModules()'])(
    'finds the replaced module in %s',
    (text) => {
      expect(mocking(sample('src/a.test.ts', text))).toEqual(['src/a.test.ts'])
      expect(mocking(sample('src/a.alone.test.ts', text))).toEqual([])
    },
  )
})

describe('names and headers', () => {
  test('every file name is kebab-case', () => {
    expect(misnamed(without(written, /^examples\//))).toEqual([])
  })

  test.each(['src/aFile.ts', 'src/a_file.ts', 'src/File.ts'])('finds the file name %s', (path) => {
    expect(misnamed(sample(path, ''))).toEqual([path])
  })

  test('every public door begins with a sentence and @module', () => {
    const doors = shipped()
    const bare = doorSources.filter(
      (path) => doors.has(path) && !headerOf(doors.get(path) ?? '').includes('@module'),
    )
    expect(bare).toEqual([])
  })

  test('no file has anything left to do or a silenced type error', () => {
    const marks = /\b(TODO|FIXME)\b|@ts-(ignore|nocheck)/
    const marked = [...without(written, /^test\/file-rules\.test\.ts$/)].filter(([, text]) =>
      marks.test(text),
    )
    expect(marked.map(([path]) => path)).toEqual([])
  })
})
