import { describe, expect, it } from 'vitest'
import { VerifyCredentialBody } from '../../wire/credentials.js'
import { parse } from '../../wire/schema.js'
import { emailOtp } from './email-otp.js'
import type { CreationRequest } from './method.js'

const binding = { nonce: '', now: 0 }
const key = `04${'ab'.repeat(64)}`

describe('the code of EMAIL_OTP', () => {
  it.each(['1', '1234', '000000', 'ABCD-12', '123456789012', ' 123 456 ', 'ä'.repeat(64)])(
    'passes a code of any length and alphabet: %j',
    (otp) => {
      expect(() => emailOtp.check({ otp }, binding)).not.toThrow()
      expect(parse(VerifyCredentialBody, emailOtp.verifyBody({ otp }, key)).ok).toBe(true)
    },
  )

  it.each(['', ' ', '\t\n', '1'.repeat(65)])('refuses what cannot be a code before it is sent: %j', (otp) => {
    expect(() => emailOtp.check({ otp }, binding)).toThrow(TypeError)
  })

  it('refuses a missing code', () => {
    expect(() => emailOtp.check({}, binding)).toThrow(TypeError)
    expect(() => emailOtp.check({ oidcToken: 'a.b.c' }, binding)).toThrow(TypeError)
  })

  it('sends a code as typed, without the space around it', () => {
    expect(emailOtp.verifyBody({ otp: ' 12 34\n' }, key)).toEqual({
      type: 'EMAIL_OTP',
      otp: '12 34',
      clientPublicKey: key,
    })
  })

  it('awaits a code for a quarter of an hour', () => {
    expect(emailOtp.deadline({})).toBe(900_000)
  })
})

describe('the creation of an EMAIL_OTP credential', () => {
  const bodyFor = (email: string | undefined) =>
    emailOtp.createBody(
      { type: 'EMAIL_OTP', email: email as string },
      { accountId: 'InternalAccount:1' } as CreationRequest, // The rest of it is not read.
    )

  it('sends an address as it was given', async () => {
    expect(await bodyFor('ada@example.com')).toEqual({
      type: 'EMAIL_OTP',
      accountId: 'InternalAccount:1',
      email: 'ada@example.com',
    })
  })

  it.each([
    undefined,
    '',
    'ada',
    '@',
    'ada@',
    '@example.com',
    'a da@example.com',
    'a@b@c',
    `${'a'.repeat(320)}@b`,
  ])('refuses %j as an address', async (email) => {
    await expect(bodyFor(email)).rejects.toThrow(TypeError)
  })
})
