/** Which credential a sign-in uses, and when the page has to say it. */
import { expect, test } from 'vitest'
import type { AuthMethod } from '../../wire/credentials.js'
import { methods } from '../credentials/methods.js'
import { codeOf } from '../fixtures/open-wallets.js'
import { pickCredential } from './pick-credential.js'

type Type = keyof typeof methods

const credential = (number: number, type: Type): AuthMethod =>
  ({ id: `AuthMethod:${number}`, type, accountId: 'InternalAccount:1' }) as AuthMethod
const account = [credential(1, 'OAUTH'), credential(2, 'OAUTH'), credential(3, 'EMAIL_OTP')]

const pick = (type: Type, wanted?: string): Promise<AuthMethod> => {
  const credentials = { read: async () => account }
  return pickCredential({ credentials } as never, methods[type], wanted, new AbortController().signal)
}

test('the only credential of a type is used', async () => {
  expect(await pick('EMAIL_OTP')).toBe(account[2])
})

test('the page has to choose one of two credentials of a type', async () => {
  await expect(pick('OAUTH')).rejects.toMatchObject({
    code: 'CREDENTIAL_AMBIGUOUS',
    message: expect.stringContaining('2 OAUTH'),
  })
  expect(await pick('OAUTH', 'AuthMethod:2')).toBe(account[1])
})

test.each([
  ['of another type', 'OAUTH', 'AuthMethod:3'],
  ['that the account does not have', 'OAUTH', 'AuthMethod:4'],
  ['of a type that the account does not have', 'PASSKEY', undefined],
] as const)('a credential %s is not found', async (_, type, wanted) => {
  expect(await codeOf(pick(type, wanted).then(() => {}))).toBe('CREDENTIAL_NOT_FOUND')
})
