/** Executing a quote that waits for the person: it is read, and sent again only where that cannot pay twice. @module */
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { Wallet } from '../api.js'
import { codeOf, opened, signedIn } from '../fixtures/open-wallets.js'
import { execute, optionsOf, type WaitingPurse, waitingPurse } from '../fixtures/waiting-payment.js'

const read = 'GET /quotes/{quoteId}'
const minutes = (n: number): number => n * 60_000
const waits = 'PENDING_AUTHORIZATION'

/** A wallet whose payment waits. */
async function waitingIn(one: WaitingPurse): Promise<Wallet> {
  const wallet = await signedIn(one.stack, optionsOf(one))
  expect((await wallet.executeQuote(one.quote)).status).toBe(waits)
  return wallet
}

const entry = (wallet: Wallet) => wallet.getState().unsettled[0]

/** Lets the wallets of a test hear of each other, as the tabs of a browser do. */
const inTabs = (): void =>
  void vi.stubGlobal('document', { addEventListener: () => {}, removeEventListener: () => {} })

afterEach(() => {
  vi.unstubAllGlobals()
})

describe('executeQuote on a quote that waits', () => {
  test('the quote is read in the same page, after a reload and in another tab, and no second execution is sent', async () => {
    const one = await waitingPurse()
    const first = await waitingIn(one)
    const again = await first.executeQuote(one.quote)
    expect([again.status, again.scaChallenge?.factor]).toEqual([waits, 'SMS_OTP'])
    const tab = await opened(one.stack, optionsOf(one))
    expect((await tab.executeQuote(one.quote)).status).toBe(waits)
    for (const wallet of [first, tab]) wallet.dispose()
    const next = await opened(one.stack, optionsOf(one))
    expect((await next.executeQuote(one.quote)).status).toBe(waits)
    expect(one.calls).toEqual(['execute', 'read', 'read', 'read'])
    await next.authorizeQuote(one.quote, { code: one.code() })
    expect(one.paid()).toBe(1)
  })

  test('a quote that another tab has released meanwhile is returned as it is now', async () => {
    const one = await waitingPurse()
    const wallet = await waitingIn(one)
    await one.stack.service('POST', `/quotes/${one.quote.id}/authorize`, { code: one.code() })
    expect((await wallet.executeQuote(one.quote)).status).toBe('COMPLETED')
    expect([one.paid(), wallet.getState().unsettled]).toEqual([1, []])
  })

  test('after a lost answer, the execution is sent again with its key, and the challenge is the one of now', async () => {
    const one = await waitingPurse({ challenges: 2 })
    const wallet = await signedIn(one.stack, optionsOf(one))
    one.stack.emulator.faults.next(execute, { answer: 'lost' })
    expect(await codeOf(wallet.executeQuote(one.quote))).toBe('OUTCOME_UNKNOWN')
    expect(entry(wallet)).not.toHaveProperty('waitsFor')
    // Another device of the person answers the first challenge.
    await one.stack.service('POST', `/quotes/${one.quote.id}/authorize`, { code: one.code() })
    const found = await wallet.executeQuote(one.quote)
    expect([found.status, found.scaChallenge?.purpose]).toEqual([waits, 'TRANSFER'])
    expect(entry(wallet)?.waitsFor?.purpose).toBe('TRANSFER')
    expect([new Set(one.keys).size, one.keys.length]).toEqual([1, 2])
  })

  test('after a lost answer, a quote that was released elsewhere is returned as paid, and settled', async () => {
    const one = await waitingPurse()
    const wallet = await signedIn(one.stack, optionsOf(one))
    one.stack.emulator.faults.next(execute, { answer: 'lost' })
    await codeOf(wallet.executeQuote(one.quote))
    await one.stack.service('POST', `/quotes/${one.quote.id}/authorize`, { code: one.code() })
    expect((await wallet.executeQuote(one.quote)).status).toBe('COMPLETED')
    expect([one.paid(), wallet.getState().unsettled]).toEqual([1, []])
  })

  test('a quote that another device has executed is returned as waiting, and is then in doubt here too', async () => {
    const one = await waitingPurse()
    await waitingIn(one)
    const { wallet: _, ...other } = { ...one, wallet: undefined, store: (await waitingPurse()).store }
    const device = await signedIn(one.stack, optionsOf(other))
    const found = await device.executeQuote(one.quote)
    expect([found.status, entry(device)?.waitsFor?.factor]).toEqual([waits, 'SMS_OTP'])
    await device.authorizeQuote(found, { code: one.code() })
    expect([one.paid(), device.getState().unsettled]).toEqual([1, []])
  })

  test('a waiting quote past its expiry is still read, and not reported as expired', async () => {
    const one = await waitingPurse()
    const { clock } = one.stack.emulator
    const wallet = await signedIn(one.stack, optionsOf(one))
    await clock.advance(Date.parse(one.quote.expiresAt) - clock.now() - 1_000)
    await wallet.executeQuote(one.quote)
    await clock.advance(minutes(1))
    expect((await wallet.executeQuote(one.quote)).status).toBe(waits)
    expect((await wallet.authorizeQuote(one.quote, { code: one.code() })).status).toBe('COMPLETED')
  })

  test('two tabs that execute at once pay once, and both show what the payment waits for', async () => {
    inTabs()
    const one = await waitingPurse()
    const wallet = await signedIn(one.stack, optionsOf(one))
    const other = await opened(one.stack, optionsOf(one))
    const found = await Promise.all([wallet, other].map((each) => each.executeQuote(one.quote)))
    expect(found.map(({ status }) => status)).toEqual([waits, waits])
    expect(new Set(one.keys).size).toBe(1)
    await other.authorizeQuote(one.quote, { code: one.code() })
    await vi.waitFor(() => expect(wallet.getState().unsettled).toEqual([]))
    expect(one.paid()).toBe(1)
  })

  test('a service that says PENDING again gets the execution again, with the same key', async () => {
    const one = await waitingPurse()
    const wallet = await waitingIn(one)
    one.stack.emulator.faults.next(read, { status: 200, body: { ...one.quote, status: 'PENDING' } })
    expect((await wallet.executeQuote(one.quote)).status).toBe(waits)
    expect([new Set(one.keys).size, one.keys.length]).toEqual([1, 2])
  })
})
