/** Every number, mark, section and file that a comment cites exists. @module */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { citableIn, factsPage, strayCitations } from './citations.js'
import { readTree, root, type Tree, without } from './tree.js'

// The samples below cite things that do not exist. The README of an example names files of the example's folder.
const tree = without(readTree(), /^test\/citations(\.test)?\.ts$|^examples\/.+\/README\.md$/)
const citable = citableIn(tree.get(factsPage) ?? '')
const strays = (tree: Tree): readonly string[] =>
  strayCitations(tree, citable, (path) => existsSync(join(root, path)))
const comment = (text: string): Tree => new Map([['src/a.ts', `/** ${text} @module */\nconst a = 1\n`]])

describe('citations', () => {
  test('of the whole repository lead somewhere', () => {
    expect(strays(tree)).toEqual([])
  })

  test('have facts, marks and sections to lead to', () => {
    expect([...citable.marks]).toEqual(['run', 'provider SDK', 'reference', 'current', 'our choice'])
    expect(citable.facts).toContain('3.2')
    expect(citable.sections.size).toBeGreaterThan(30)
  })

  test.each([
    ['a number that is missing', 'A challenge (wire-facts 3.9).'],
    ['a second number that is missing', 'A key (wire-facts 1.1 to 1.9).'],
    ['a number beside its fact', 'A key (1.1 of wire-facts).'],
    ['a mark that is missing', 'A key [at dawn].'],
    ['a mark that is missing beside a fact', 'A key [guess, wire-facts 3.2].'],
    ['a mistyped section', 'A key (Sesion).'],
    ['a mistyped second section', 'A key (Session; Limit).'],
    ['a statement that no section has', 'A key (Authentication 9).'],
    ['a part that its section lacks', 'A page (Limits, Page length).'],
    ['a section in the middle of a sentence', 'A page (Pages) has an end.'],
    ['a section over two lines', 'A page (Signed-retry\n * rule).'],
    ['a test that is missing', 'Held by test/missing.test.ts.'],
    ['a page that is missing', 'See docs/missing.md#heading.'],
  ])('%s is found', (_, text) => {
    expect(strays(comment(text))).toHaveLength(1)
  })

  test.each([
    ['A challenge (wire-facts 3.2).'],
    ['A key (Session; wire-facts 1.1 to 1.3 [provider SDK]).'],
    ['A change (wire-facts 6, 7.3 [reference]).'],
    ['Five seconds [our choice, wire-facts 8.2].'],
    ['A key (Session, clientPublicKey).'],
    ['A fee (Transaction and Quote, rateDetails).'],
    ['Moves money (Quotes and transfers; Transfer in and transfer out).'],
    ['Calls (Agent-scoped calls; the paths are [reference]).'],
    ['A moment (Limits: typically 1 to 5).'],
    ['A question (Events 3; POST /transactions/{transactionId}/approve).'],
    ['HPKE (RFC 9180) with an array `[advise]` and a [link](https://example.com).'],
    ['Told by test/citations.test.ts; see docs/internals/wire-facts.md.'],
    ['Makes one.\n *\n * @example\n * const [one] = make (Anything)\n'],
  ])('%s leads somewhere', (text) => {
    expect(strays(comment(text))).toEqual([])
  })

  test('a number and a path on a page must exist too', () => {
    const page = 'See wire-facts 99 and `src/missing.ts`, not `src/errors.ts` nor `src/wire/`.'
    expect(strays(new Map([['docs/a.md', page]]))).toHaveLength(2)
  })

  test('code and strings of a program cite nothing', () => {
    expect(strays(new Map([['src/a.ts', "const a = ['at dawn', '(Sesion)', 'wire-facts 99']\n"]]))).toEqual(
      [],
    )
  })
})
