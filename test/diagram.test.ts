/** docs/wallet.md draws the state machine as it is in the source. @module */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { diagram } from './diagram.js'
import { codeBlocks } from './markdown.js'
import { root } from './tree.js'

const path = join(root, 'docs/wallet.md')
const begin = '<!-- states: begin -->\n'
const end = '<!-- states: end -->'
const how =
  'The diagram in docs/wallet.md is out of date. Draw it again: UPDATE=1 npx vitest run test/diagram.test.ts'

/** Returns the text between the two markers of a page. Throws if a marker is missing. */
function drawnIn(markdown: string): string {
  const [, rest, ...more] = markdown.split(begin)
  const [drawn, ...after] = rest?.split(end) ?? []
  if (drawn === undefined || after.length !== 1 || more.length > 0) {
    throw new Error(`docs/wallet.md needs ${begin.trim()} and ${end}, once each.`)
  }
  return drawn.trim()
}

const redrawn = (markdown: string): string => {
  const at = markdown.indexOf(begin) + begin.length
  return `${markdown.slice(0, at)}\n${diagram()}\n\n${markdown.slice(markdown.indexOf(end))}`
}

describe('state diagram', () => {
  test('the diagram in docs/wallet.md is what the tables say', () => {
    const markdown = readFileSync(path, 'utf8')
    const drawn = drawnIn(markdown)
    if (process.env['UPDATE'] === '1') writeFileSync(path, redrawn(markdown))
    else expect(drawn, how).toBe(diagram())
  })

  test('finds a missing arrow', () => {
    const page = `${begin}${diagram().replace(/\n.*: proven/, '')}\n${end}\n`
    expect(drawnIn(page)).not.toBe(diagram())
  })

  test('changes nothing else when the diagram is drawn again', () => {
    const page = `# A\n\n${begin}old\n${end}\n\nB\n`
    const again = redrawn(page)
    expect(drawnIn(again)).toBe(diagram())
    expect(again.replace(diagram(), '').replaceAll('\n', '')).toBe(`# A${begin.trim()}${end}B`)
    expect(redrawn(again)).toBe(again)
  })

  test.each(['', begin, `${end}${begin}`, `${begin}${end}${begin}${end}`])(
    'refuses marks that are not there exactly once: %j',
    (page) => {
      expect(() => drawnIn(page)).toThrow('once each')
    },
  )

  test('draws two blocks of mermaid', () => {
    expect(codeBlocks(diagram()).map(({ language }) => language)).toEqual(['mermaid', 'mermaid'])
  })
})
