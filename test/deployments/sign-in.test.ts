/** Every sign-in, against every deployment that is known, with keys of both kinds and default options. @module */
import { afterEach, describe, expect, test, vi } from 'vitest'
import { isProofRefused, type SignInOptions, type Wallet } from '../../src/index.js'
import { opened } from '../../src/wallet/fixtures/open-wallets.js'
import { stubPasskeys } from '../../src/wallet/fixtures/passkeys.js'
import { createStack, type Stack } from '../../src/wallet/fixtures/stack.js'
import { type CredentialType, credentialTypes } from '../../src/wire/credential-type.js'
import { type Profile, profiles } from '../../src/wire/fact.js'
import { expected, type KeyDelivery } from './expected.js'

afterEach(() => void vi.unstubAllGlobals())

const phoneNumber = '+4915112345678'
const deliveries = ['sealed', 'client-held'] as const
const types = Object.keys(credentialTypes) as CredentialType[]

interface Case {
  readonly stack: Stack
  readonly wallet: Wallet
  /** Starts a sign-in of the type, up to its proof if that is a code. */
  readonly begin: () => Promise<unknown>
  /** The code that was sent last. */
  readonly code: () => string
}

/** Creates the credential in a way that works with every deployment, and signs out. */
async function ready(profile: Profile, keyDelivery: KeyDelivery, type: CredentialType): Promise<Case> {
  const isOtp = credentialTypes[type].proof === 'otp'
  const stack = await createStack({
    profile,
    phoneNumber,
    ...(type !== 'EMAIL_OTP' && { credential: false }),
  })
  if (type === 'PASSKEY') await stubPasskeys()
  const getOidcToken = ({ nonce }: { readonly nonce: string }) =>
    stack.emulator.issuer.token({ sub: 'ada', nonce })
  const passkey = { rpId: 'localhost' }
  const held = { keyDelivery: 'client-held', otpSigner: stack.emulator.otpSigner, passkey } as const
  const maker = await opened(stack, held)
  if (type === 'PASSKEY') await maker.credentials.create({ type, nickname: 'Laptop' })
  if (type === 'OAUTH') await maker.credentials.create({ type, getOidcToken })
  if (type === 'SMS_OTP') await maker.credentials.create({ type, phoneNumber })
  const wallet = await opened(stack, keyDelivery === 'sealed' ? { passkey } : held)
  // The creation of a credential may have sent a code. Its minute is over, so another may be sent.
  await stack.emulator.clock.advance(60_000)
  const how = (type === 'OAUTH' ? { type, getOidcToken } : { type }) as SignInOptions
  return {
    stack,
    wallet,
    begin: () => wallet.signIn(how),
    code: () =>
      isOtp ? (stack.emulator.inbox.latest(type === 'SMS_OTP' ? phoneNumber : stack.email)?.otp ?? '') : '',
  }
}

const signIn = async ({ begin, wallet, code }: Case, type: CredentialType): Promise<void> => {
  await begin()
  if (credentialTypes[type].proof === 'otp') await wallet.submit({ otp: code() })
}

const all = profiles.flatMap((profile) =>
  deliveries.flatMap((keyDelivery) =>
    types.map((type) => [type, profile, keyDelivery, expected(profile, keyDelivery, type)] as const),
  ),
)

describe('a sign-in with default options', () => {
  test.each(all.filter(([, , , how]) => how === 'in'))(
    '%s signs in at %s with %s keys, stamps, refreshes and signs out',
    async (type, profile, keyDelivery) => {
      const at = await ready(profile, keyDelivery, type)
      await signIn(at, type)
      expect(at.wallet.getState().session).toMatchObject({ status: 'active', type })
      expect((await at.wallet.updatePrivacy({ privateEnabled: true })).privateEnabled).toBe(true)
      await at.wallet.sessions.refresh()
      expect((await at.wallet.updatePrivacy({ privateEnabled: false })).privateEnabled).toBe(false)
      await at.wallet.signOut()
    },
  )

  test.each(all.filter(([, , , how]) => how === 'refused'))(
    '%s at %s with %s keys is an error that names the value of keyDelivery to set',
    async (type, profile, keyDelivery) => {
      const other = keyDelivery === 'sealed' ? 'client-held' : 'sealed'
      await expect(signIn(await ready(profile, keyDelivery, type), type)).rejects.toMatchObject({
        code: 'KEY_DELIVERY_REFUSED',
        message: expect.stringContaining(`keyDelivery: "${other}"`),
      })
    },
  )

  test('some sign-ins are refused by production, and some by no deployment', () => {
    const refused = all.filter(([, , , how]) => how === 'refused').map((each) => each.slice(0, 3).join(' '))
    expect(refused).toEqual(['EMAIL_OTP sandbox sealed', 'EMAIL_OTP production sealed'])
  })
})

describe('a code that is not accepted', () => {
  const codes = all.filter(([type, , , how]) => how === 'in' && credentialTypes[type].proof === 'otp')

  test.each(codes)(
    '%s at %s with %s keys: one and three wrong codes are told as such',
    async (type, profile, keys) => {
      const at = await ready(profile, keys, type)
      await at.begin()
      for (const otp of ['999999', '888888', '777777']) {
        const error = await at.wallet.submit({ otp }).catch((thrown) => thrown)
        expect(isProofRefused(error)).toBe(true)
        const { flow } = at.wallet.getState()
        expect(flow.status === 'awaitingProof' && flow.fault && isProofRefused(flow.fault)).toBe(true)
      }
      await at.stack.emulator.clock.advance(60_000)
      await at.wallet.resend()
      await at.wallet.submit({ otp: at.code() })
      expect(at.wallet.getState().session.status).toBe('active')
    },
  )

  test.each(codes)('%s at %s with %s keys: an expired code is told as such', async (type, profile, keys) => {
    const at = await ready(profile, keys, type)
    await at.begin()
    await at.stack.emulator.clock.advance(301_000)
    const error = await at.wallet.submit({ otp: at.code() }).catch((thrown) => thrown)
    expect(isProofRefused(error)).toBe(true)
  })

  test('a request that the service finds malformed is not told as a wrong code', async () => {
    const at = await ready('production', 'client-held', 'EMAIL_OTP')
    await at.begin()
    at.stack.emulator.faults.next('POST /auth/credentials/{id}/verify', {
      status: 400,
      body: { status: 400, code: 'INVALID_INPUT', details: { issues: ['encryptedOtpBundle'] } },
    })
    const error = await at.wallet.submit({ otp: at.code() }).catch((thrown) => thrown)
    expect(error).toMatchObject({ code: 'INVALID_INPUT', fields: ['encryptedOtpBundle'] })
    expect(isProofRefused(error)).toBe(false)
  })
})
