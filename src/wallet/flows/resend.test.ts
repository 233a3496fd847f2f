import { describe, expect, test } from 'vitest'
import type { WalletOptions } from '../api.js'
import { codeOf, opened } from '../fixtures/open-wallets.js'
import { createStack, type Stack } from '../fixtures/stack.js'
import type { AccountRecord } from '../record/record.js'
import { memoryStore } from '../record/storage.js'

const challenge = 'POST /auth/credentials/{id}/challenge'

/** A wallet that awaits a code, and its flow state. */
async function awaiting(options: Partial<WalletOptions> = {}, stack?: Stack) {
  stack ??= await createStack()
  const wallet = await opened(stack, options)
  await wallet.signIn({ type: 'EMAIL_OTP' })
  const flow = () => {
    const { flow } = wallet.getState()
    if (flow.status !== 'awaitingProof') throw new Error(`The flow is ${flow.status}.`)
    return { resendAt: Date.parse(flow.resendAt ?? ''), fault: flow.fault }
  }
  return { stack, wallet, flow, clock: stack.emulator.clock }
}

/**
 * The same with a second tab, while the request for another code is in flight. All further answers about codes are held
 * back.
 */
async function resending() {
  const stack = await createStack()
  const store = memoryStore()
  const held: (() => void)[] = []
  let isHeld = false
  const all = await awaiting(
    {
      store,
      backend: async (request) => {
        const answer = await stack.backend(request)
        if (isHeld && /(challenge|verify)$/.test(request.url))
          await new Promise<void>((resolve) => held.push(resolve))
        return answer
      },
    },
    stack,
  )
  const other = await opened(stack, { store })
  isHeld = true
  const resent = codeOf(all.wallet.resend())
  await expect.poll(() => held).toHaveLength(1)
  return {
    ...all,
    other,
    resent,
    held,
    record: async () => (await store.read(stack.accountId)) as AccountRecord,
  }
}

describe('asking for another code', () => {
  test('requesting another code too soon shows when the next one may be sent, and the refusal', async () => {
    const { stack, wallet, flow, clock } = await awaiting()
    stack.emulator.faults.next(challenge, { status: 429, code: 'RATE_LIMITED', retryAfter: 120 })
    expect(await codeOf(wallet.resend())).toBe('RATE_LIMITED')
    expect(flow().resendAt).toBe(clock.now() + 120_000)
    expect(flow().fault).toMatchObject({ code: 'RATE_LIMITED', status: 429, retryAfter: 120 })
  })

  test('requesting another code too soon keeps the exact time that is known, which the refusal rounds to seconds', async () => {
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

  test('a failed request for another code changes neither the time nor the state', async () => {
    const { stack, wallet, flow } = await awaiting()
    const before = flow()
    for (const fault of [{ status: 400, code: 'REFUSED' }, { answer: 'lost' as const }]) {
      stack.emulator.faults.next(challenge, fault)
      expect(await codeOf(wallet.resend())).toMatch(/^(REFUSED|OUTCOME_UNKNOWN)$/)
      expect(flow()).toEqual(before)
    }
  })

  test('requesting another code too soon shows the new time if it is at least a second later than the known one', async () => {
    const { stack, wallet, flow, clock } = await awaiting()
    const refuse = async (retryAfter: number) => {
      stack.emulator.faults.next(challenge, { status: 429, code: 'RATE_LIMITED', retryAfter })
      await codeOf(wallet.resend())
    }
    await refuse(60)
    await clock.advance(60_000)
    await refuse(1)
    expect(flow().resendAt).toBe(clock.now() + 1_000)
  })

  test('requesting another code right after the last one shows when the new code was sent', async () => {
    const { stack, wallet, flow, clock } = await awaiting()
    const before = flow().resendAt
    await clock.advance(500)
    await wallet.resend()
    expect(stack.emulator.inbox.all()).toHaveLength(2)
    expect(flow().resendAt).toBe(before + 500)
  })

  test('requesting another code resolves although another tab abandons the sign-in in the meantime', async () => {
    const { other, resent, held, record } = await resending()
    other.cancel()
    await expect.poll(record).not.toHaveProperty('pending')
    held[0]?.()
    expect(await resent).toBe('resolved')
    expect(await record()).not.toHaveProperty('pending')
  })

  test('a code that is sent while another one is verified sets the time and the deadline after a wrong code', async () => {
    const { clock, wallet, flow, resent, held, record } = await resending()
    await clock.advance(20_000)
    const submitted = codeOf(wallet.submit({ otp: 'wrong' }))
    await expect.poll(() => held).toHaveLength(2)
    const { pending } = await record()
    expect(pending).toMatchObject({ phase: 'sent', deadline: clock.now() + 35_000 })
    const at = clock.now()
    held[0]?.()
    expect(await resent).toBe('resolved')
    expect((await record()).pending).toEqual({
      ...pending,
      otpBundle: expect.any(String),
      resendAt: new Date(at).toISOString(),
    })
    held[1]?.()
    expect(await submitted).toBe('UNAUTHORIZED')
    expect(flow().resendAt).toBe(at)
    expect((await record()).pending?.deadline).toBe(at + 15 * 60_000)
  })

  test('requesting another code in time shows when it was sent, without a fault', async () => {
    const { wallet, flow, clock } = await awaiting()
    await clock.advance(60_000)
    await wallet.resend()
    expect(flow()).toEqual({ resendAt: clock.now(), fault: undefined })
  })
})
