/**
 * The names of credential types are used only in the files that say what differs between the types. All other code reads
 * a row, so that it also works for a type that is added later.
 * @module
 */
import { describe, expect, test } from 'vitest'
import { commentsOf } from '../scripts/scan.js'
import { credentialTypes } from '../src/index.js'
import { only, readTree, type Tree, without } from './tree.js'

/** The files and folders in which the names may be used. Folders end with a slash. */
const homes = [
  'src/wire/credentials.ts',
  'src/wallet/credentials/',
  'src/element/sign-in/looks.ts',
  'emulator/src/systems/credentials/',
  // Plays a person who has a credential of each kind.
  'src/cli/strict/',
  // Two factors of a payment have the names of credential types, and are something else.
  'src/wire/sca-challenge.ts',
  'emulator/src/systems/quotes/factors.ts',
]

/** The folders that call the wallet as an app does, so they may pass the name of a type to it. */
const callers = ['demo/', 'emulator/src/testing/']

const names = Object.keys(credentialTypes).join('|')
const name = new RegExp(`(['"\`])(?:${names})\\1|\\.(?:${names})\\b`)
const call = new RegExp(`\\b(?:signIn|create)\\((?:\\w+, )?\\{\\s*type: '(?:${names})'`, 'g')

const isIn = (places: readonly string[], path: string): boolean =>
  places.some((place) => path === place || (place.endsWith('/') && path.startsWith(place)))

const withoutComments = (text: string): string =>
  commentsOf(text).reduce((rest, comment) => rest.replace(comment, () => ''), text)

function strays(tree: Tree): readonly string[] {
  return [...tree].flatMap(([path, text]) => {
    if (isIn(homes, path) || !name.test(text)) return []
    const code = withoutComments(text)
    return (isIn(callers, path) ? code.replace(call, '') : code)
      .split('\n')
      .filter((line) => name.test(line))
      .map((line) => `${path}: ${line.trim()}`)
  })
}

const sources = (): Tree =>
  without(
    only(new Map([...readTree('src'), ...readTree('emulator/src'), ...readTree('demo')]), /\.tsx?$/),
    /\.test\.tsx?$|\/fixtures\//,
  )

describe('the names of credential types', () => {
  test('credential types are named only in their homes', () => {
    expect(strays(sources())).toEqual([])
  })

  test('every home of the names of credential types names one', () => {
    const named = [...sources()].filter(([, text]) => name.test(text)).map(([path]) => path)
    expect(homes.filter((home) => !named.some((path) => isIn([home], path)))).toEqual([])
  })

  test.each([
    ['a comparison', 'src/backend/policy/operations.ts', "if (type === 'EMAIL_OTP') count()"],
    ['a comparison', 'src/wallet/calls/sign-in.ts', "'type' in flow && flow.type === 'PASSKEY'"],
    ['a literal in a schema', 'src/backend/policy/operations.ts', "v.literal('OAUTH')"],
    ['double quotes', 'src/react/use-sign-in.ts', 'const first = "PASSKEY"'],
    ['a template', 'src/diagnose/diagnose.ts', 'const first = `PASSKEY`'],
    ['a type', 'src/element/sign-in/ways.ts', "type Way = { readonly type: 'PASSKEY' | 'EMAIL_OTP' }"],
    ['one row of a table', 'src/element/sign-in/start-sign-in.ts', 'looks.EMAIL_OTP.label'],
    ['a call of the wallet', 'src/element/sign-in/ways.ts', "wallet.signIn({ type: 'EMAIL_OTP' })"],
    ['a comparison', 'emulator/src/state/empty-state.ts', "wire.type === 'EMAIL_OTP' ? [nickname] : []"],
    ['a list', 'demo/src/views/ways-in.tsx', "const safestFirst = ['PASSKEY', 'EMAIL_OTP', 'OAUTH']"],
    ['a question', 'demo/src/views/credential-choice.tsx', "beforehand({ details: { type: 'OAUTH' } })"],
    ['a comparison after a comment', 'demo/src/a.ts', "// 'it'\nif (type === 'EMAIL_OTP') count()"],
  ])('finds %s in %s', (_, path, text) => {
    expect(strays(new Map([[path, text]]))).toHaveLength(1)
  })

  test.each([
    ['an example', 'src/react/use-sign-in.ts', "/** `signIn({ type: 'EMAIL_OTP' })` */"],
    ['a table that the compiler completes', 'demo/src/words-for-types.ts', 'PASSKEY: { icon: "key" }'],
    ['an error code', 'src/errors.ts', "'PASSKEY_EXISTS'"],
    ['a sign-in', 'demo/src/views/ways-in.tsx', "wallet.signIn({ type: 'PASSKEY', credential })"],
    ['a creation', 'demo/src/views/credential-choice.tsx', "create(stage, { type: 'EMAIL_OTP', email })"],
    ['a sign-in', 'emulator/src/testing/create-test-stack.ts', "await which.signIn({ type: 'EMAIL_OTP' })"],
  ])('allows %s in %s', (_, path, text) => {
    expect(strays(new Map([[path, text]]))).toEqual([])
  })
})
