/** Which codes are sent, and that the last one can be entered. @module */
import { describe, expect, test } from 'vitest'
import type { Wallet, WalletOptions } from '../api.js'
import { codeOf, opened, signedIn } from '../fixtures/open-wallets.js'
import { createStack, type Stack } from '../fixtures/stack.js'
import { memoryStore } from '../record/storage.js'
import { createCodesSent } from './codes-sent.js'

/** A backend whose answers to one path are held from `hold()` to `release()`. */
function held(stack: Stack, path: string) {
  let waiting: (() => void)[] | undefined
  let out = 0
  const backend: WalletOptions['backend'] = async (request) => {
    const answer = await stack.backend(request)
    const list = waiting
    if (list && new URL(request.url).pathname.endsWith(path)) {
      out += 1
      await new Promise<void>((resolve) => list.push(resolve))
    }
    return answer
  }
  return {
    backend,
    out: () => out,
    hold: () => {
      waiting = []
    },
    release: () => {
      for (const go of waiting ?? []) go()
      waiting = undefined
    },
  }
}

const mails = (stack: Stack): number => stack.emulator.inbox.all().length

/** Requests codes and cancels, until the service refuses to send another one so soon. */
async function tooManyTimes(stack: Stack, wallet: Wallet): Promise<string> {
  for (let time = 0; time < 10; time += 1) {
    const ended = await codeOf(wallet.signIn({ type: 'EMAIL_OTP' }))
    if (ended !== 'resolved') return ended
    wallet.cancel()
    await stack.emulator.clock.advance(1_000)
  }
  return 'never too soon'
}

describe('a code that is asked for', () => {
  test('no code is sent while the sign-in of another tab is in flight, because the code could not be entered', async () => {
    const stack = await createStack()
    const store = memoryStore()
    const first = await opened(stack, { store })
    const verify = held(stack, '/verify')
    const second = await opened(stack, { store, backend: verify.backend })
    await second.signIn({ type: 'EMAIL_OTP' })
    verify.hold()
    const submitted = second.submit({ otp: stack.otp() })
    await expect.poll(verify.out).toBe(1)
    const sent = mails(stack)
    expect(await codeOf(first.signIn({ type: 'EMAIL_OTP' }))).toBe('BUSY')
    expect(mails(stack)).toBe(sent)
    verify.release()
    await submitted
  })

  test('after a 429 for another code, the code that was sent before can be entered', async () => {
    const stack = await createStack()
    const wallet = await opened(stack)
    expect(await tooManyTimes(stack, wallet)).toBe('RATE_LIMITED')
    const { flow } = wallet.getState()
    expect(flow).toMatchObject({ status: 'awaitingProof', fault: { code: 'RATE_LIMITED' } })
    const { fault, resendAt } = { fault: undefined, resendAt: '', ...flow }
    const retryAfter = fault?.kind === 'service' ? fault.retryAfter : undefined
    expect((Date.parse(resendAt) - wallet.now()) / 1_000).toBeCloseTo(retryAfter ?? 0, 0)
    await wallet.submit({ otp: stack.otp() })
    expect(wallet.getState().session.status).toBe('active')
  })

  test('after a 429 for another code, a code that has been used is not awaited again', async () => {
    const stack = await createStack()
    const wallet = await signedIn(stack)
    stack.emulator.faults.next('POST /auth/credentials/{id}/challenge', { status: 429, retryAfter: 30 })
    expect(await codeOf(wallet.signIn({ type: 'EMAIL_OTP' }))).toBe('RATE_LIMITED')
    expect(wallet.getState().flow).toMatchObject({ status: 'idle', fault: { code: 'RATE_LIMITED' } })
  })

  test.each(['cancel()', 'an abort'])(
    '%s while a code is being sent is OUTCOME_UNKNOWN, because the code may arrive',
    async (how) => {
      const stack = await createStack()
      const challenge = held(stack, '/challenge')
      const wallet = await opened(stack, { backend: challenge.backend })
      const abort = new AbortController()
      challenge.hold()
      const ended = codeOf(wallet.signIn({ type: 'EMAIL_OTP', signal: abort.signal }))
      await expect.poll(challenge.out).toBe(1)
      if (how === 'cancel()') wallet.cancel()
      else abort.abort()
      expect(await ended).toBe('OUTCOME_UNKNOWN')
      challenge.release()
      expect(wallet.getState().flow).toEqual({ status: 'idle' })
    },
  )

  test('a sign-in that is superseded while its code is being sent is SUPERSEDED', async () => {
    const stack = await createStack()
    const challenge = held(stack, '/challenge')
    const wallet = await opened(stack, { backend: challenge.backend })
    challenge.hold()
    const first = codeOf(wallet.signIn({ type: 'EMAIL_OTP' }))
    await expect.poll(challenge.out).toBe(1)
    const second = wallet.signIn({ type: 'EMAIL_OTP' })
    expect(await first).toBe('SUPERSEDED')
    challenge.release()
    await expect.poll(challenge.out).toBe(1)
    await second
    await wallet.submit({ otp: stack.otp() })
    expect(wallet.getState().session.status).toBe('active')
  })
})

describe('another code', () => {
  test('two concurrent calls of resend() send one code', async () => {
    const stack = await createStack()
    const wallet = await opened(stack)
    await wallet.signIn({ type: 'EMAIL_OTP' })
    await stack.emulator.clock.advance(31_000)
    const sent = mails(stack)
    await Promise.all([wallet.resend(), wallet.resend()])
    expect(mails(stack)).toBe(sent + 1)
    await wallet.submit({ otp: stack.otp() })
  })

  test('when one caller of resend() aborts, the code is still sent for the other caller', async () => {
    const stack = await createStack()
    const wallet = await opened(stack)
    await wallet.signIn({ type: 'EMAIL_OTP' })
    await stack.emulator.clock.advance(31_000)
    const abort = new AbortController()
    const one = codeOf(wallet.resend({ signal: abort.signal }))
    const two = codeOf(wallet.resend())
    abort.abort()
    expect([await one, await two]).toEqual(['CANCELLED', 'resolved'])
  })

  test('a code that is sent while another one is being verified has its full time in every tab', async () => {
    const stack = await createStack({ otp: { expirationSeconds: 3_600 } })
    const store = memoryStore()
    const [challenge, verify] = [held(stack, '/challenge'), held(stack, '/verify')]
    const first = await opened(stack, { store, backend: verify.backend })
    const second = await opened(stack, { store, backend: challenge.backend })
    await first.signIn({ type: 'EMAIL_OTP' })
    const next = await opened(stack, { store, backend: challenge.backend })
    await stack.emulator.clock.advance(14 * 60_000)
    challenge.hold()
    const resent = next.resend()
    await expect.poll(challenge.out).toBe(1)
    verify.hold()
    const wrong = codeOf(first.submit({ otp: 'wrong' }))
    await expect.poll(verify.out).toBe(1)
    challenge.release()
    await resent
    const at = stack.emulator.clock.now()
    verify.release()
    expect(await wrong).toBe('UNAUTHORIZED')
    const record = await store.read(stack.accountId)
    expect(record).toMatchObject({ pending: { phase: 'awaiting' } })
    // A parse boundary of a test: the record is only looked at.
    const { pending } = record as { pending: { deadline: number; resendAt: string } }
    expect(pending.deadline).toBeGreaterThanOrEqual(at + 15 * 60_000 - 1_000)
    expect(Date.parse(pending.resendAt)).toBeGreaterThan(at - 5_000)
    expect(first.getState().flow).toMatchObject({ status: 'awaitingProof', resendAt: pending.resendAt })
    expect(second.getState().session.status).toBe('none')
  })
})

test('the code of a creation is offered once to a sign-in, and is remembered until it is used', () => {
  const codes = createCodesSent({ now: () => 7 })
  codes.sent('one', 'creation', 'bundle')
  codes.sent('other', 'challenge')
  const sent = expect.objectContaining({ at: 7, bundle: 'bundle' })
  expect([codes.takeUnasked('one'), codes.takeUnasked('one'), codes.last('one')]).toEqual([
    sent,
    undefined,
    sent,
  ])
  expect([codes.takeUnasked('other'), codes.last('other')]).toEqual([
    undefined,
    expect.objectContaining({ at: 7, bundle: undefined }),
  ])
  codes.used('one')
  expect(codes.last('one')).toBeUndefined()
})
