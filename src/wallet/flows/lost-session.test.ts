/** Answers that are lost on their way to a page whose session keys are its own. */
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { Wallet, WalletOptions } from '../api.js'
import {
  heldStack,
  isStamped,
  isVerify,
  losing,
  onAnotherDevice,
  openedHeld,
  overtaken,
  signedInHeld,
  verifiesOf,
} from '../fixtures/held.js'
import { codeOf } from '../fixtures/open-wallets.js'
import { stubPasskeys } from '../fixtures/passkeys.js'
import { createStack } from '../fixtures/stack.js'

afterEach(() => void vi.unstubAllGlobals())

const isSecond = (request: Request): boolean => isVerify(request) && isStamped(request)
const isSecondRefresh = (request: Request): boolean => request.url.endsWith('/refresh') && isStamped(request)

describe('a lost answer', () => {
  test('a session whose answer was lost is found in the list, and its key stamps', async () => {
    const stack = await heldStack()
    const wallet = await signedInHeld(stack, { backend: losing(stack, isSecond) })
    expect(wallet.getState().session.status).toBe('active')
    await wallet.updatePrivacy({ privateEnabled: true })
    expect(verifiesOf(stack)).toHaveLength(2)
  })

  test('a session of an ID token whose answer was lost is found in the list', async () => {
    const stack = await createStack({ keyDelivery: 'client-held', credential: false })
    const wallet = await openedHeld(stack, { backend: losing(stack, isVerify) })
    const getOidcToken = ({ nonce }: { nonce: string }) => stack.emulator.issuer.token({ sub: 'ada', nonce })
    await wallet.credentials.create({ type: 'OAUTH', getOidcToken })
    await wallet.signIn({ type: 'OAUTH', getOidcToken })
    await wallet.updatePrivacy({ privateEnabled: true })
  })

  test('a refreshed session whose answer was lost is found in the list, and replaces the old one', async () => {
    const stack = await heldStack()
    const wallet = await signedInHeld(stack, { backend: losing(stack, isSecondRefresh) })
    const { id } = wallet.getState().session as { id: string }
    await stack.emulator.clock.advance(60_000)
    expect((await wallet.sessions.refresh()).id).not.toBe(id)
    await wallet.updatePrivacy({ privateEnabled: true })
  })

  test('if the first answer is lost, no session has begun, and the flow still awaits a code', async () => {
    const stack = await heldStack()
    let count = 0
    const wallet = await openedHeld(stack, { backend: losing(stack, (r) => isVerify(r) && count++ === 0) })
    await wallet.signIn({ type: 'EMAIL_OTP' })
    expect(await codeOf(wallet.submit({ otp: stack.otp() }))).toBe('OUTCOME_UNKNOWN')
    expect(wallet.getState().flow).toMatchObject({ status: 'awaitingProof' })
    await stack.emulator.clock.advance(60_000)
    await wallet.resend()
    await wallet.submit({ otp: stack.otp() })
    expect(wallet.getState().session.status).toBe('active')
  })

  test('of two new sessions none is taken, because the list does not say whose key they have', async () => {
    const stack = await heldStack()
    const backend: WalletOptions['backend'] = async (request) => {
      if (!isSecond(request)) return stack.backend(request)
      await stack.backend(request)
      await onAnotherDevice(stack)
      throw new TypeError('The connection was lost.')
    }
    const wallet = await openedHeld(stack, { backend })
    await wallet.signIn({ type: 'EMAIL_OTP' })
    expect(await codeOf(wallet.submit({ otp: stack.otp() }))).toBe('OUTCOME_UNKNOWN')
    expect(wallet.getState().session.status).toBe('none')
  })

  test('a session of a passkey whose answer was lost is found in the list', async () => {
    const stack = await heldStack()
    await stubPasskeys()
    let isLossy = false
    const backend = losing(stack, (request) => isLossy && isVerify(request))
    const wallet = await signedInHeld(stack, { backend, passkey: { rpId: 'localhost' } })
    await wallet.credentials.create({ type: 'PASSKEY', nickname: 'Laptop' })
    isLossy = true
    await wallet.signIn({ type: 'PASSKEY' })
    expect(wallet.getState().session).toMatchObject({ status: 'active', type: 'PASSKEY' })
    await wallet.updatePrivacy({ privateEnabled: true })
  })

  test('the session that the page has is not taken for the one whose request was lost', async () => {
    const stack = await createStack({ keyDelivery: 'client-held', credential: false })
    let isLossy = false
    const backend: WalletOptions['backend'] = async (request) => {
      if (isLossy && isVerify(request)) throw new TypeError('The request was lost.')
      return stack.backend(request)
    }
    const wallet = await openedHeld(stack, { backend })
    const getOidcToken = ({ nonce }: { nonce: string }) => stack.emulator.issuer.token({ sub: 'ada', nonce })
    await wallet.credentials.create({ type: 'OAUTH', getOidcToken })
    await wallet.signIn({ type: 'OAUTH', getOidcToken })
    isLossy = true
    expect(await codeOf(wallet.signIn({ type: 'OAUTH', getOidcToken }))).toBe('OUTCOME_UNKNOWN')
  })

  test('a session that another device began with another credential is not taken', async () => {
    const stack = await heldStack()
    const getOidcToken = ({ nonce }: { nonce: string }) => stack.emulator.issuer.token({ sub: 'ada', nonce })
    const other = await signedInHeld(stack)
    await other.credentials.create({ type: 'OAUTH', getOidcToken })
    await stack.emulator.clock.advance(60_000)
    const backend: WalletOptions['backend'] = async (request) => {
      if (!isSecond(request)) return stack.backend(request)
      await other.signIn({ type: 'OAUTH', getOidcToken })
      throw new TypeError('The request was lost.')
    }
    const wallet = await openedHeld(stack, { backend })
    await wallet.signIn({ type: 'EMAIL_OTP' })
    expect(await codeOf(wallet.submit({ otp: stack.otp() }))).toBe('OUTCOME_UNKNOWN')
    expect(wallet.getState().session.status).toBe('none')
  })

  test('after a refusal no session is looked for, although another device has begun one', async () => {
    const stack = await createStack({ keyDelivery: 'client-held', unknowns: { wrongCodeAt: 'second' } })
    const backend: WalletOptions['backend'] = async (request) => {
      const answer = await stack.backend(request)
      if (isSecond(request)) await onAnotherDevice(stack)
      return answer
    }
    const wallet = await openedHeld(stack, { backend })
    await wallet.signIn({ type: 'EMAIL_OTP' })
    await stack.emulator.clock.advance(60_000)
    expect(await codeOf(wallet.submit({ otp: '999999' }))).toBe('UNAUTHORIZED')
    expect(wallet.getState().session.status).toBe('none')
  })

  test('after a request that was not sent no session is looked for, and the code can be given again', async () => {
    const stack = await heldStack()
    const backend = overtaken(stack, isSecond, () => new Response(null, { status: 302 }))
    const wallet = await openedHeld(stack, { backend })
    await wallet.signIn({ type: 'EMAIL_OTP' })
    const otp = stack.otp()
    await stack.emulator.clock.advance(60_000)
    expect(await codeOf(wallet.submit({ otp }))).toBe('REDIRECTED')
    expect(wallet.getState()).toMatchObject({
      session: { status: 'none' },
      flow: { status: 'awaitingProof' },
    })
  })

  test('a session from before the call is not taken', async () => {
    const stack = await heldStack()
    await onAnotherDevice(stack)
    await stack.emulator.clock.advance(60_000)
    const backend: WalletOptions['backend'] = async (request) => {
      if (isSecond(request)) throw new TypeError('The request was lost.')
      return stack.backend(request)
    }
    const wallet = await openedHeld(stack, { backend })
    await wallet.signIn({ type: 'EMAIL_OTP' })
    expect(await codeOf(wallet.submit({ otp: stack.otp() }))).toBe('OUTCOME_UNKNOWN')
    expect(wallet.getState().session.status).toBe('none')
  })
})

describe('a session from the list that turns out to be of another key', () => {
  const isRevokedByItsFirstStamp = async (wallet: Wallet): Promise<void> => {
    expect(wallet.getState().session.status).toBe('active')
    expect(await codeOf(wallet.updatePrivacy({ privateEnabled: true }))).toBe('UNAUTHORIZED')
    expect(wallet.getState().session).toEqual({ status: 'none', reason: 'revoked' })
  }

  test('ends when its first stamp is refused', async () => {
    const stack = await heldStack()
    const wallet = await openedHeld(stack, { backend: overtaken(stack, isSecond) })
    await wallet.signIn({ type: 'EMAIL_OTP' })
    const otp = stack.otp()
    await stack.emulator.clock.advance(60_000)
    await wallet.submit({ otp })
    await isRevokedByItsFirstStamp(wallet)
  })

  test('ends so after a refresh, too', async () => {
    const stack = await heldStack()
    const wallet = await signedInHeld(stack, { backend: overtaken(stack, isSecondRefresh) })
    await stack.emulator.clock.advance(60_000)
    await wallet.sessions.refresh()
    await isRevokedByItsFirstStamp(wallet)
  })
})
