/** The record that the documentation shows is the one that is stored. @module */
import { describe, expect, test } from 'vitest'
import { readTree } from './tree.js'

/** Names of the fields of an interface, optional ones with their mark. */
function fieldsOf(source: string, name: string): readonly string[] {
  const [, members = ''] = new RegExp(`interface ${name} \\{\\n([\\s\\S]*?)\\n\\}`).exec(source) ?? []
  return [...members.matchAll(/^ {2}readonly (\w+\??):/gm)].map(([, field = '']) => field).sort()
}

const tree = readTree()
const source = tree.get('src/wallet/record/record.ts') ?? ''
const page = tree.get('docs/key-custody.md') ?? ''

describe('docs/key-custody.md', () => {
  test.each(['AccountRecord', 'StoredSession', 'Pending'])('shows the fields of %s, all of them', (name) => {
    const fields = fieldsOf(source, name)
    expect(fields.length).toBeGreaterThan(4)
    expect(fieldsOf(page, name)).toEqual(fields)
  })

  test('finds a field that is missing, or optional in one place only', () => {
    const shown = 'interface A {\n  readonly a: string\n  readonly b?: string\n}'
    expect(fieldsOf(shown, 'A')).toEqual(['a', 'b?'])
    expect(fieldsOf(shown.replace('b?', 'b'), 'A')).toEqual(['a', 'b'])
  })
})
