import { describe, expect, it, test } from 'vitest'
import { phoneNumberPattern, plainPhoneNumber } from '../../wire/phone-number.js'
import { openedHeld, signedInHeld } from '../fixtures/held.js'
import { codeOf, opened } from '../fixtures/open-wallets.js'
import { createStack, type Stack } from '../fixtures/stack.js'
import { smsOtp } from './sms-otp.js'

const phoneNumber = '+15551234567'

const withPhone = (): Promise<Stack> => createStack({ keyDelivery: 'client-held', phoneNumber })

const texted = ({ emulator }: Stack): string => emulator.inbox.latest(phoneNumber)?.otp ?? ''

describe('SMS_OTP', () => {
  test('a code by text message is added with a session, and then signs in', async () => {
    const stack = await withPhone()
    const wallet = await signedInHeld(stack)
    const created = await wallet.credentials.create({ type: 'SMS_OTP', phoneNumber: '+1 (555) 123-4567' })
    expect(created).toMatchObject({ type: 'SMS_OTP', nickname: phoneNumber })
    await wallet.signOut()
    await wallet.signIn({ type: 'SMS_OTP' })
    expect(wallet.getState().flow).toMatchObject({ status: 'awaitingProof', type: 'SMS_OTP', proof: 'otp' })
    await wallet.submit({ otp: texted(stack) })
    expect(wallet.getState().session).toMatchObject({ status: 'active', type: 'SMS_OTP' })
    await wallet.updatePrivacy({ privateEnabled: true })
  })

  test('the user is asked about the phone number before it is stamped', async () => {
    const stack = await withPhone()
    const asked: unknown[] = []
    const wallet = await signedInHeld(stack, { confirm: async (question) => asked.push(question) > 0 })
    await wallet.credentials.create({ type: 'SMS_OTP', phoneNumber })
    expect(asked).toEqual([
      expect.objectContaining({ operation: 'createCredential', details: { type: 'SMS_OTP', phoneNumber } }),
    ])
  })

  test('a phone number other than that of the customer is a mistake of the input, and nothing is stamped', async () => {
    const stack = await withPhone()
    const wallet = await signedInHeld(stack)
    const creation = wallet.credentials.create({ type: 'SMS_OTP', phoneNumber: '+15559999999' })
    await expect(creation).rejects.toMatchObject({ code: 'INPUT_INVALID', message: /another phone number/ })
    expect((await wallet.credentials.list()).map(({ type }) => type)).not.toContain('SMS_OTP')
    const again = await wallet.credentials.create({ type: 'SMS_OTP', phoneNumber })
    expect(again.nickname).toBe(phoneNumber)
  })

  test('a second SMS_OTP rejects before a code is sent', async () => {
    const stack = await withPhone()
    const wallet = await signedInHeld(stack)
    await wallet.credentials.create({ type: 'SMS_OTP', phoneNumber })
    const sent = stack.emulator.inbox.all().length
    const again = wallet.credentials.create({ type: 'SMS_OTP', phoneNumber })
    expect(await codeOf(again)).toBe('SMS_OTP_CREDENTIAL_ALREADY_EXISTS')
    expect(stack.emulator.inbox.all()).toHaveLength(sent)
  })

  test('a wallet with sealed keys neither signs in nor creates one, because the code would be sent back in plain text', async () => {
    const stack = await createStack({ phoneNumber })
    const wallet = await opened(stack)
    expect(wallet.credentials.types).toEqual(['PASSKEY', 'EMAIL_OTP', 'OAUTH'])
    for (const call of [
      wallet.signIn({ type: 'SMS_OTP' }),
      wallet.prepare({ type: 'SMS_OTP' }),
      wallet.credentials.create({ type: 'SMS_OTP', phoneNumber }),
      wallet.credentials.prepare({ type: 'SMS_OTP', phoneNumber }),
    ])
      await expect(call).rejects.toThrow("SMS_OTP needs the option keyDelivery: 'client-held'.")
    expect(stack.emulator.inbox.all()).toEqual([])
  })

  test('a wallet with client-held keys lists it among the types that it can use', async () => {
    const wallet = await openedHeld(await withPhone())
    expect(wallet.credentials.types).toEqual(['PASSKEY', 'EMAIL_OTP', 'SMS_OTP', 'OAUTH'])
  })

  test('a sign-in without an SMS_OTP rejects with CREDENTIAL_NOT_FOUND', async () => {
    const wallet = await openedHeld(await withPhone())
    expect(await codeOf(wallet.signIn({ type: 'SMS_OTP' }))).toBe('CREDENTIAL_NOT_FOUND')
  })

  it('a phone number that is not a string is a TypeError', () => {
    expect(() => smsOtp.checkedInput?.({ type: 'SMS_OTP' } as never)).toThrow(TypeError)
  })

  it.each([
    '',
    '+1 (0)555 123 4567',
    '+1 （ ０ ） 555 123 4567',
    '5551234567',
    '+0155512345',
    '+1555',
    '+1555123456789012',
    'ada@example.com',
  ])('refuses a text that is not a phone number with its country code: %j', (text) => {
    expect(() => smsOtp.checkedInput?.({ type: 'SMS_OTP', phoneNumber: text })).toThrow(
      expect.objectContaining({ code: 'INPUT_INVALID' }),
    )
  })
})

describe('a phone number as typed', () => {
  it.each([
    '+15551234567',
    ' +1 555 123 4567 ',
    '+1 (555) 123-4567',
    '+1.555.123.4567',
    '＋１５５５１２３４５６７',
    '\u202a+1\u00a0555–123–4567\u202c',
    '+1 (55 5) 123 4567',
  ])('reads a phone number as it is typed or copied: %j', (typed) => {
    expect(plainPhoneNumber(typed)).toBe('+15551234567')
    expect(phoneNumberPattern.test(plainPhoneNumber(typed) ?? '')).toBe(true)
  })
})
