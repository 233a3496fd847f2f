/** The texts in the pictures of the README are texts of the demo. @module */
import { expect, test } from 'vitest'
import { only, readTree } from './tree.js'

interface Text {
  readonly pattern: RegExp
  /** The number of characters that are not placeholders. */
  readonly own: number
}

/** Returns the texts in the code of the demo as patterns, in which a placeholder matches anything. */
function textsOf(sources: Iterable<string>): Text[] {
  const literal = /'((?:[^'\\\n]|\\.)+)'|"([^"\n]+)"|`((?:[^`\\]|\\.)+)`/g
  const betweenTags = />([^<>{}]+)(?=[<{])/g
  return [...sources].flatMap((source) =>
    [...source.matchAll(literal), ...source.matchAll(betweenTags)].flatMap(([, ...found]) => {
      const text = found.find((each) => each !== undefined) ?? ''
      const parts = text
        .replaceAll(/\s+/g, ' ')
        .trim()
        .split(/\$\{(?:[^{}]|\{[^{}]*\})*\}/)
      // Only texts with words, not the separators between two values.
      if (!parts.some((part) => /[a-z]{2}/i.test(part))) return []
      const escaped = parts.map((part) =>
        part.trim() === '' ? part : part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'),
      )
      return [{ pattern: new RegExp(`^${escaped.join('.*')}$`), own: parts.join('').length }]
    }),
  )
}

test('every text in the pictures of the README is a text of the demo', () => {
  const sources = only(readTree('demo'), /\.tsx?$/)
  const texts = textsOf([...sources].filter(([path]) => !path.endsWith('.test.ts')).map(([, text]) => text))
  const words: unknown = JSON.parse(readTree('docs').get('docs/images/words.json') ?? '[]')
  if (!Array.isArray(words)) throw new TypeError('words.json is not a list.')
  expect(words.length).toBeGreaterThan(20)
  const isText = (word: string): boolean =>
    // A pattern that consists mostly of placeholders would match anything.
    texts.some(({ pattern, own }) => own * 5 >= word.length && pattern.test(word))
  const strange = words.filter((word) => !isText(String(word).trim()))
  expect(strange, 'run `npm run readme-images`').toEqual([])
})
