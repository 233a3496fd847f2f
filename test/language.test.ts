/** Comments and documentation contain no turns of phrase that read as translated. @module */
import { describe, expect, test } from 'vitest'
import { covered, translated } from './language.js'
import { readTree, type Tree } from './tree.js'

const sample = (text: string, path = 'docs/a.md'): Tree => new Map([[path, text]])

describe('language', () => {
  test('no covered text reads as translated', () => {
    expect(translated(readTree())).toEqual([])
  })

  test('every folder and file that is covered exists', () => {
    const paths = [...readTree().keys()]
    expect(covered.filter((folder) => !paths.some((path) => path.startsWith(folder)))).toEqual([])
  })

  test.each([
    'This is no valid token.',
    'What comes back is no text.',
    'They are no files of ours.',
    'It was no success.',
    'A key of the state is none.',
    'A value that is none, and a key.',
    'Whoever calls it wipes it.',
    'Whatever it rejects with.',
    'Starts anew.',
    'It works all the same.',
    'The answer is written down first.',
    'Listens until the answer is called.',
    'Runs it later; the answer cancels it.',
    'Between two refreshes that nobody asked for.',
    'A line that is\nno sentence.',
  ])('%s is found', (text) => {
    expect(translated(sample(text))).toHaveLength(1)
  })

  test.each([
    'There is no such key, and there are no files.',
    'Where there is none, nothing is sent.',
    'It is no longer stored, and there was no more to say.',
    'The session is `none`.',
    'This is none of its business.',
    'The three bodies are all the same.',
    'The answer of the service is read once.',
    'Wherever it is called, whenever it ends.',
  ])('%s passes', (text) => {
    expect(translated(sample(text))).toEqual([])
  })

  test('a turn of phrase on two lines of a comment is found at its first line', () => {
    const source = 'const a = 1\n/**\n * What it gives is\n * no key.\n */\n// Whatever\n'
    expect(translated(sample(source, 'src/a.ts'), ['src/'])).toEqual([
      expect.stringMatching(/^src\/a\.ts:3 "is no": write /),
      expect.stringMatching(/^src\/a\.ts:6 "Whatever": write /),
    ])
  })

  test('a folder that is not covered is not checked', () => {
    expect(translated(sample('Whatever.', 'bench/a.md'))).toEqual([])
  })
})
