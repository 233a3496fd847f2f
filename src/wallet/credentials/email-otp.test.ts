import { describe, expect, it } from 'vitest'
import { VerifyCredentialBody } from '../../wire/credentials.js'
import { parse } from '../../wire/schema.js'
import { checkCode, emailOtp } from './email-otp.js'
import type { CreationRequest } from './method.js'

const key = `04${'ab'.repeat(64)}`

describe('the code of EMAIL_OTP', () => {
  it.each(['1', '1234', '000000', 'ABCD-12', '123456789012', ' 123 456 ', 'ä'.repeat(64)])(
    'accepts a code of any length and alphabet: %j',
    (otp) => {
      expect(() => checkCode(otp)).not.toThrow()
      expect(parse(VerifyCredentialBody, emailOtp.verifyBody?.({ otp }, key)).ok).toBe(true)
    },
  )

  it.each(['', ' ', '\t\n', '1'.repeat(65)])(
    'refuses a text that cannot be a code before it is sent: %j',
    (otp) => {
      expect(() => checkCode(otp)).toThrow(expect.objectContaining({ code: 'INPUT_INVALID' }))
    },
  )

  it('refuses a missing code', () => {
    expect(() => checkCode(undefined)).toThrow(TypeError)
  })

  it.each([
    ['with space around it', ' 1234\n', '1234'],
    ['in groups', '123 456', '123456'],
    ['in groups with a narrow or a zero-width space', '123\u202f456\u200b', '123456'],
    ['of digits with a dash', '123-456', '123456'],
    ['of digits with a typographic dash', '123–456', '123456'],
    ['of a full-width keyboard', '１２３４５６', '123456'],
    ['whose letters have a dash', 'ABCD-12', 'ABCD-12'],
    ['whose letters are in groups', 'ab12 Cd34', 'ab12Cd34'],
  ])('sends a code typed %s as a code', (_, otp, sent) => {
    expect(emailOtp.verifyBody?.({ otp }, key)).toEqual({
      type: 'EMAIL_OTP',
      otp: sent,
      clientPublicKey: key,
    })
  })

  it('awaits a code for a quarter of an hour', () => {
    expect(emailOtp.deadline({})).toBe(900_000)
  })
})

describe('the creation of an EMAIL_OTP credential', () => {
  const inputFor = (email: string) => emailOtp.checkedInput?.({ type: 'EMAIL_OTP', email }) ?? expect.fail()
  const bodyFor = (email: string) =>
    emailOtp.creationBody(
      inputFor(email),
      { accountId: 'InternalAccount:1' } as CreationRequest, // The rest of it is not read.
    )

  it('sends an e-mail address without the space around it', async () => {
    expect(await bodyFor(' ada@example.com ')).toEqual({
      type: 'EMAIL_OTP',
      accountId: 'InternalAccount:1',
      email: 'ada@example.com',
    })
  })

  it('asks for consent to the address that is sent', async () => {
    expect(emailOtp.consent(inputFor(' ada@example.com '), undefined)).toEqual({
      type: 'EMAIL_OTP',
      email: 'ada@example.com',
    })
  })

  it('an e-mail address that is not a string is a TypeError', () => {
    // What a caller without types may pass.
    expect(() => inputFor(undefined as unknown as string)).toThrow(TypeError)
  })

  it.each(['', 'ada', '@', 'ada@', '@example.com', 'a da@example.com', 'a@b@c', `${'a'.repeat(320)}@b`])(
    'refuses %j as an e-mail address',
    (email) => {
      expect(() => inputFor(email)).toThrow(expect.objectContaining({ code: 'INPUT_INVALID' }))
    },
  )
})
