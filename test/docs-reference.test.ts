/** The reference has a page for every export, a line for every option and method, and nothing else. @module */
import { beforeAll, describe, expect, test } from 'vitest'
import { type ClientInputs, clientInputs } from '../scripts/docs/client-inputs.js'
import {
  type Door,
  type Export,
  type Member,
  publicReference,
  type Reference,
} from '../scripts/docs/reference.js'
import { referencePages } from '../scripts/docs/reference-pages.js'
import { referenceTitles } from '../scripts/docs/reference-titles.js'
import { doors } from '../scripts/doors.js'
import { routes } from '../src/wire/routes.js'
import { publicNames } from './public-surface.js'
import { readTree } from './tree.js'

let reference: Reference
let inputs: ClientInputs
let pages: ReadonlyMap<string, string>
beforeAll(() => {
  reference = publicReference()
  inputs = clientInputs()
  pages = referencePages(reference, inputs)
})

/** The names that the doors of both packages export, as `door name`. */
const expected: readonly string[] = doors
  .filter(({ isInternal }) => !isInternal)
  .flatMap(({ name: door, source }) =>
    (publicNames[source] ?? []).map((name) => `${door} ${name.replace('type ', '')}`),
  )

const isOptionOrMethod = ({ name, type, isMethod }: Member, owner: string): boolean =>
  isMethod ||
  (/(Options|Settings|Ports|Props|Identity)$/.test(owner) && !(name === 'type' && /^'/.test(type)))

/** Returns what the reference lists without a sentence, as `export` or `export.member`. */
const silent = (doors: readonly Door[]): readonly string[] =>
  doors.flatMap(({ exports }) =>
    exports.flatMap(({ name, doc, members }) => [
      ...(doc.text === '' ? [name] : []),
      ...members
        .filter((member) => member.doc.text === '')
        .filter((member) => isOptionOrMethod(member, name) || /ErrorCode$/.test(name))
        .filter((member) => member.type !== 'CredentialType')
        .map((member) => `${name}.${member.name}`),
    ]),
  )

const headings = (pages: ReadonlyMap<string, string>): readonly string[] =>
  [...pages].flatMap(([page, text]) =>
    [...text.matchAll(/^#{2,3} .*\{#(\S+)\}$/gm)].map(([, id]) => `${page}#${id}`),
  )

/** Returns the names of a body's fields, in any of its forms. */
const bodyFields = (schema: unknown): readonly string[] => {
  if (typeof schema !== 'object' || schema === null) return []
  if ('entries' in schema && typeof schema.entries === 'object' && schema.entries !== null)
    return Object.keys(schema.entries)
  if ('wrapped' in schema) return bodyFields(schema.wrapped)
  return 'options' in schema && Array.isArray(schema.options) ? schema.options.flatMap(bodyFields) : []
}

/** Returns the first cells of the rows in the section "Options". */
const rowsOf = (markdown: string): readonly string[] => {
  const [, section = ''] = markdown.split(/^## Options$/m)
  return [...(section.split(/^## /m)[0] ?? '').matchAll(/^\| `(\w+)`/gm)].map(([, option = '']) => option)
}

describe('the reference', () => {
  test('no declaration ends where its type should be, or names a list instead of its values', () => {
    const all = reference.doors.flatMap(({ exports }) => exports)
    const incomplete = all.filter(({ code }) => /[:=]\s*$|^const \w+$|\(typeof \w+\)\[number\]/.test(code))
    expect(incomplete.map(({ name }) => name)).toEqual([])
  })

  test('has every name that a public door exports, and no other', () => {
    const found = reference.doors.flatMap(({ name, exports }) => exports.map((one) => `${name} ${one.name}`))
    expect(found.sort()).toEqual([...expected].sort())
  })

  test('has a heading for every export, so that each can be linked to', () => {
    const ids = headings(pages).map((place) => place.split('#')[1])
    const names = reference.doors.flatMap(({ exports }) => exports.map(({ name }) => name))
    expect(names.filter((name) => !ids.includes(name))).toEqual([])
    expect(new Set(headings(pages)).size).toBe(headings(pages).length)
  })

  test('says something about every export, option, method and error code', () => {
    expect(silent(reference.doors)).toEqual([])
  })

  test('shows every link of a doc comment as a link', () => {
    expect([...pages].filter(([, text]) => text.includes('{@link')).map(([page]) => page)).toEqual([])
  })

  test('has every one of its pages in the navigation, and no other', () => {
    expect(
      Object.keys(referenceTitles)
        .map((page) => `${page}.md`)
        .sort(),
    ).toEqual([...pages.keys()].sort())
  })

  test('lists every call of the client', () => {
    expect(reference.calls.map(({ operation }) => operation).sort()).toEqual(
      routes.map(({ operation }) => operation).sort(),
    )
    expect(
      reference.calls.filter(
        ({ operation }) => !pages.get('reference/client.md')?.includes(`\`${operation}()\``),
      ),
    ).toEqual([])
  })

  test('shows every input of every call of the client, and no other', () => {
    const shown = inputs.calls.map(({ operation, forms }) => [
      operation,
      [...new Set(forms.flat().map((field) => /^\w+/.exec(field)?.[0]))].sort(),
    ])
    const taken = routes.map(({ operation, params, pathText, query, filters, repeatedQuery, body }) => [
      operation,
      [
        ...new Set([
          ...[params, pathText, query, filters, repeatedQuery].flatMap((names) => Object.keys(names ?? {})),
          ...bodyFields(body),
        ]),
      ].sort(),
    ])
    expect(Object.fromEntries(shown)).toEqual(Object.fromEntries(taken))
    const page = pages.get('reference/client-inputs.md') ?? ''
    expect(
      inputs.calls.flatMap(({ forms }) => forms.flat()).filter((field) => !page.includes(field)),
    ).toEqual([])
  })

  test('declares every type that an input names', () => {
    const builtIn = new Set(['Readonly', 'Record', 'Partial', 'Required', 'Pick', 'Omit', 'Blob', 'Type'])
    const text = [...inputs.calls.flatMap(({ forms }) => forms.flat()), ...inputs.types].join('\n')
    const names = new Set(
      [...text.replaceAll(/'[^']*'/g, '').matchAll(/[:|&<([=] ?\(?([A-Z][A-Za-z]\w*)(?![\w_]*\??:)/g)].map(
        ([, name]) => name,
      ),
    )
    const declared = inputs.types.map((code) => /^(?:interface|type) (\w+)/.exec(code)?.[1])
    expect(
      [...names].filter((name) => name !== undefined && !declared.includes(name) && !builtIn.has(name)),
    ).toEqual([])
    expect(text).not.toContain('typeof')
  })

  test.each([
    ['WalletOptions', 'docs/wallet.md'],
    ['BackendOptions', 'docs/backend-reference.md'],
  ])('every option of %s has a row in the table of %s, and no other has', (name, page) => {
    const options = reference.doors
      .flatMap(({ exports }) => exports)
      .find((one) => one.name === name)
      ?.members.map((member) => member.name)
    expect(options?.length).toBeGreaterThan(10)
    expect([...rowsOf(readTree().get(page) ?? '')].sort()).toEqual([...(options ?? [])].sort())
  })

  test('leaves citations out, which are for maintainers', () => {
    const cited = [...pages].filter(([, text]) =>
      /wire-facts|\[reference\]|\[our choice|\[run\]|\[current\]/.test(text),
    )
    expect(cited.map(([page]) => page)).toEqual([])
  })

  test('finds an export, an option, a method and an error code without a description', () => {
    const doc = { text: '', examples: [], throws: [] }
    const told = { ...doc, text: 'Something.' }
    const member = (name: string, more: Partial<Member> = {}): Member => ({
      name,
      owner: 'A',
      type: 'string',
      optional: false,
      isMethod: false,
      doc,
      ...more,
    })
    const one = (name: string, more: Partial<Export> = {}): Export => ({
      name,
      kind: 'interface',
      code: '',
      doc: told,
      members: [],
      hidden: [],
      ...more,
    })
    const exports = [
      one('bare', { doc }),
      one('SomeOptions', { members: [member('option')] }),
      one('Thing', { members: [member('method', { isMethod: true }), member('field')] }),
      one('SomeErrorCode', { members: [member('CODE')] }),
    ]
    expect(silent([{ name: 'door', about: '', exports }])).toEqual([
      'bare',
      'SomeOptions.option',
      'Thing.method',
      'SomeErrorCode.CODE',
    ])
  })
})
