/** The documentation shows the fields of the record as it is stored. @module */
import { describe, expect, test } from 'vitest'
import { readTree } from './tree.js'

/** Returns the names of an interface's fields, with the question marks of optional ones. */
function fieldsOf(source: string, name: string): readonly string[] {
  const declaration = new RegExp(`interface ${name}(?: extends ([\\w, ]+))? \\{(?:\\n([\\s\\S]*?)\\n)?\\}`)
  const [, bases = '', members = ''] = declaration.exec(source) ?? []
  const own = [...members.matchAll(/^ {2}readonly (\w+\??):/gm)].map(([, field = '']) => field)
  const inherited = bases.split(', ').flatMap((base) => (base === '' ? [] : fieldsOf(source, base)))
  return [...new Set([...own, ...inherited])].sort()
}

const tree = readTree()
const sources = ['record/record', 'machine/machine', 'crypto/prove-session-key'].map(
  (name) => tree.get(`src/wallet/${name}.ts`) ?? '',
)
const source = sources.join('\n')
const page = tree.get('docs/internals/record.md') ?? ''

describe('docs/internals/record.md', () => {
  test.each(['AccountRecord', 'StoredSession', 'Pending', 'Superseded', 'Execution', 'AwaitedAuthorization'])(
    'shows the fields of %s, all of them',
    (name) => {
      const fields = fieldsOf(source, name)
      expect(fields.length).toBeGreaterThan(3)
      expect(fieldsOf(page, name)).toEqual(fields)
    },
  )

  test('finds a field that is missing, or optional in one place only', () => {
    const shown = 'interface A {\n  readonly a: string\n  readonly b?: string\n}'
    expect(fieldsOf(shown, 'A')).toEqual(['a', 'b?'])
    expect(fieldsOf(shown.replace('b?', 'b'), 'A')).toEqual(['a', 'b'])
  })
})
