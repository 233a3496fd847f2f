/** Payments that need a proof, from accounts that have no passkey to prove them with. @module */
import { describe, expect, it } from 'vitest'
import { payingStage, said, sendOf } from '../fixtures/paying.js'
import type { BackendOptions } from '../index.js'

/** Every payment needs a proof, and a sign-in is one. */
const bySignIn: Partial<BackendOptions> = {
  stepUp: { payments: { above: { amount: 0, currency: 'USDB' }, withoutPasskey: 'sign-in' } },
}

describe('an account without a passkey', () => {
  it('an account without a passkey is refused, or pays with a fresh sign-in that the payment spends', async () => {
    const strict = await payingStage()
    const session = await strict.signIn()
    const first = await strict.quote()
    expect(said(await strict.execute(first, sendOf(session, first)))).toEqual([
      403,
      'PAYMENT_PASSKEY_REQUIRED',
    ])
    const { signIn, quote, execute, received, emulator } = await payingStage(bySignIn)
    const own = await signIn()
    const [one, two] = [await quote(), await quote()]
    const headers = sendOf(own, one)
    emulator.faults.next('POST /quotes/{quoteId}/execute', { answer: 'lost' })
    await execute(one, headers)
    expect(said(await execute(one, headers))).toBe(200)
    expect(said(await execute(two, sendOf(own, two)))).toEqual([403, 'STEP_UP_REQUIRED'])
    expect(received()).toBe(1)
  })

  it.each([
    ['401', { status: 401 }],
    ['409', { status: 409 }],
    ['a 419 of a proxy', { status: 419, body: '<html>' }],
  ])(
    'a sign-in is not given back after %s, and covers the repetition of its payment alone',
    async (_, fault) => {
      const { signIn, quote, execute, emulator, received } = await payingStage(bySignIn)
      const own = await signIn()
      const [one, two] = [await quote(), await quote()]
      const headers = sendOf(own, one)
      emulator.faults.next('POST /quotes/{quoteId}/execute', fault)
      await execute(one, headers)
      expect(said(await execute(two, sendOf(own, two)))).toEqual([403, 'STEP_UP_REQUIRED'])
      expect(said(await execute(one, headers))).toBe(200)
      expect(received()).toBe(1)
    },
  )

  it('one sign-in pays once, though its repetition is paid while the first request waits to be refused', async () => {
    const { signIn, quote, execute, emulator, received } = await payingStage(bySignIn)
    const own = await signIn()
    const [one, two] = [await quote(), await quote()]
    const headers = sendOf(own, one)
    emulator.faults.next('POST /quotes/{quoteId}/execute', { status: 401, delay: 200 })
    const refused = execute(one, { ...headers, 'Wallet-Signature': 'AAAA' })
    await expect.poll(() => emulator.requests().some(({ path }) => path.endsWith('/execute'))).toBe(true)
    expect(said(await execute(one, headers))).toBe(200)
    await emulator.clock.advance(200)
    expect((await refused).status).toBe(401)
    expect(said(await execute(two, sendOf(own, two)))).toEqual([403, 'STEP_UP_REQUIRED'])
    expect(received()).toBe(1)
  })

  it.each([
    ['a passkey', { type: 'PASSKEY' }],
    ['a credential without a type', {}],
  ])('if the list does not identify %s, no sign-in pays in its place', async (_, credential) => {
    const { signIn, quote, execute, emulator, received } = await payingStage(bySignIn)
    const own = await signIn()
    const one = await quote()
    emulator.faults.next('GET /auth/credentials', { body: { data: [credential] } })
    expect(said(await execute(one, sendOf(own, one)))).toEqual([502, 'UPSTREAM_UNREACHABLE'])
    expect(received()).toBe(0)
  })
})
