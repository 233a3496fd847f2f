/** The error tables list every code that exists, under its kind, and no other. @module */
import { describe, expect, test } from 'vitest'
import { credentialTypes } from '../src/index.js'
import { readTree } from './tree.js'

/** The codes, by kind. */
type Codes = ReadonlyMap<string, readonly string[]>

const kinds: Readonly<Record<string, string>> = {
  Transport: 'transport',
  Ceremony: 'ceremony',
  Session: 'session',
  SealedKey: 'sealedKey',
  Oidc: 'oidc',
  Webhook: 'webhook',
}

const tree = readTree()
const text = (path: string): string => tree.get(path) ?? ''

/**
 * Returns the codes in the unions `…ErrorCode` of a source. The union of the service's codes is not among them, because
 * they are an open set.
 */
function codesInSource(source: string): Codes {
  const unions = source.matchAll(/^export type (?!Service)(\w+)ErrorCode =\n((?: {2,3}[|/*].*\n)+)/gm)
  return new Map(
    [...unions].map(([, name = '', members = '']) => [
      kinds[name] ?? name,
      [...members.matchAll(/\| '(\w+)'/g)].map(([, code = '']) => code).sort(),
    ]),
  )
}

/** Returns the codes that have an entry, `- **`CODE`**`, below the heading of a kind, `## `kind``. */
function codesInReference(markdown: string): Codes {
  return new Map(
    markdown.split(/^## /m).flatMap((section) => {
      const kind = /^.*`(\w+)`/.exec(section)?.[1]
      if (kind === undefined || kind === 'service') return []
      return [
        [kind, [...section.matchAll(/^- \*\*`(\w+)`\*\*/gm)].map(([, code = '']) => code).sort()] as const,
      ]
    }),
  )
}

/** Returns the codes whose entry has fewer than two sentences: what happened, and what to do. */
const unremedied = (markdown: string): readonly string[] =>
  markdown
    .split(/^(?=- \*\*`|\n|#)/m)
    .map((entry) => /^- \*\*`(\w+)`\*\* ([\s\S]*)/.exec(entry))
    .flatMap((found) =>
      found !== null && (found[2]?.match(/[.:;)](?=\s|$)/g) ?? []).length < 2 ? [found[1] ?? ''] : [],
    )

const sources = ['src/errors.ts', 'src/oidc/oidc-error.ts', 'src/client/webhooks/webhook-error.ts']
const real = codesInSource(sources.map(text).join('\n'))

describe('error codes', () => {
  test('finds the unions of codes in the source', () => {
    expect([...real.keys()].sort()).toEqual(Object.values(kinds).sort())
    expect(real.get('transport')).toContain('OUTCOME_UNKNOWN')
    for (const codes of real.values()) expect(codes.length).toBeGreaterThan(3)
  })

  test('docs/error-codes.md has an entry for each code, under its kind', () => {
    expect(codesInReference(text('docs/error-codes.md'))).toEqual(real)
  })

  test('docs/error-codes.md says for each code what happened and what to do', () => {
    expect(unremedied(text('docs/error-codes.md'))).toEqual([])
  })

  test('finds an entry that only says what happened', () => {
    expect(unremedied('- **`A`** It broke.\n- **`B`** It broke. Mend it.\n')).toEqual(['A'])
  })

  test('docs/error-codes.md names the errors that the backend answers by itself', () => {
    const [, table = ''] = /const statuses = \{([^}]*)\}/.exec(text('src/backend/refusal.ts')) ?? []
    const codes = [...table.matchAll(/([A-Z_]+): \d+/g)].map(([, code = '']) => code)
    expect(codes.length).toBeGreaterThan(4)
    expect(codes.filter((code) => !text('docs/error-codes.md').includes(`\`${code}\``))).toEqual([])
  })

  test('docs/error-codes.md names the codes of the service that the editor offers', () => {
    const [, union = ''] = /export type ServiceErrorCode =\n([\s\S]*?)\n\n/.exec(text('src/errors.ts')) ?? []
    const codes = [...union.matchAll(/\| '(\w+)'/g)].map(([, code = '']) => code)
    expect(codes.length).toBeGreaterThan(4)
    expect(union).toContain('| ExistsCode')
    const onlyOnes = Object.entries(credentialTypes).filter(([, { proof }]) => proof !== 'oidcToken')
    codes.push(...onlyOnes.map(([type]) => `${type}_CREDENTIAL_ALREADY_EXISTS`))
    const [, section = ''] = text('docs/error-codes.md').split(/^## .*`service`$/m)
    const rows = section.split(/^## /m)[0]?.match(/^\|.*\|$/gm) ?? []
    expect(codes.filter((code) => !rows.some((row) => row.includes(`\`${code}\``)))).toEqual([])
  })

  test('finds a code that is missing or of another kind', () => {
    const source = "export type SessionErrorCode =\n  | 'BUSY'\n  /** Why. */\n  | 'DISPOSED'\n\n"
    const page = '## Session: `session`\n\n- **`BUSY`** a\n- **`DISPOSED`** b\n'
    expect(codesInReference(page)).toEqual(codesInSource(source))
    expect(codesInReference(page.replace(/.*DISPOSED.*\n/, ''))).not.toEqual(codesInSource(source))
    expect(codesInReference(page.replace('`session`', '`ceremony`'))).not.toEqual(codesInSource(source))
  })
})
