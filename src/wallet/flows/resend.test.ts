import { describe, expect, test } from 'vitest'
import { codeOf, opened } from '../fixtures/open-wallets.js'
import { createStack } from '../fixtures/stack.js'

const challenge = 'POST /auth/credentials/{id}/challenge'

/** A wallet that awaits a code, and what its state says of that. */
async function awaiting() {
  const stack = await createStack()
  const wallet = await opened(stack)
  await wallet.signIn({ type: 'EMAIL_OTP' })
  const flow = () => {
    const { flow } = wallet.getState()
    if (flow.status !== 'awaitingProof') throw new Error(`The flow is ${flow.status}.`)
    return { resendAt: Date.parse(flow.resendAt ?? ''), fault: flow.fault }
  }
  return { stack, wallet, flow, clock: stack.emulator.clock }
}

describe('asking for another code', () => {
  test('too soon shows the time from which on it may be asked for, and what was refused', async () => {
    const { stack, wallet, flow, clock } = await awaiting()
    stack.emulator.faults.next(challenge, { status: 429, code: 'RATE_LIMITED', retryAfter: 120 })
    expect(await codeOf(wallet.resend())).toBe('RATE_LIMITED')
    expect(flow().resendAt).toBe(clock.now() + 120_000)
    expect(flow().fault).toMatchObject({ code: 'RATE_LIMITED', status: 429, retryAfter: 120 })
  })

  test('too soon keeps the exact time that is known, which the refusal rounds to seconds', async () => {
    const { stack, wallet, flow, clock } = await awaiting()
    stack.emulator.faults.next(challenge, { status: 429, code: 'RATE_LIMITED', retryAfter: 60 })
    await codeOf(wallet.resend())
    const known = flow().resendAt
    for (const wait of [1, 250, 748]) {
      await clock.advance(wait)
      await expect(wallet.resend()).rejects.toMatchObject({ code: 'RATE_LIMITED' })
      expect(flow().resendAt).toBe(known)
    }
  })

  test('that fails changes neither the time nor the state', async () => {
    const { stack, wallet, flow } = await awaiting()
    const before = flow()
    for (const fault of [{ status: 400, code: 'REFUSED' }, { answer: 'lost' as const }]) {
      stack.emulator.faults.next(challenge, fault)
      expect(await codeOf(wallet.resend())).toMatch(/^(REFUSED|OUTCOME_UNKNOWN)$/)
      expect(flow()).toEqual(before)
    }
  })

  test('in time shows when the code was sent, without a fault', async () => {
    const { wallet, flow, clock } = await awaiting()
    await clock.advance(60_000)
    await wallet.resend()
    expect(flow()).toEqual({ resendAt: clock.now(), fault: undefined })
  })
})
