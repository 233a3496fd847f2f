/** The records of other accounts in the same browser. @module */
import { describe, expect, test } from 'vitest'
import { opened, signedIn } from '../fixtures/open-wallets.js'
import { createStack } from '../fixtures/stack.js'
import { memoryStore } from '../record/storage.js'

const bob = 'InternalAccount:0191c8a1-7d3e-7c2b-9a51-0e6c2f1b8d44'
const hour = 3_600_000

describe('the record of another account', () => {
  test('a clock offset of an hour in the record of another account does not end the session of this account', async () => {
    const stack = await createStack()
    const store = memoryStore()
    await store.update(bob, () => ({ version: 1, revision: 7, clockOffset: hour }))
    const before = await signedIn(stack, { store })
    before.dispose()
    const wallet = await opened(stack, { store })
    await wallet.prepare({ type: 'EMAIL_OTP' })
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(await wallet.signer?.stamp('payload')).toEqual(expect.any(String))
    expect(wallet.getState().session.status).toBe('active')
    expect(await store.read(stack.accountId)).toMatchObject({ session: {} })
  })

  test('sweeps the record of another account by the earlier of that record’s time and the device’s, until the page has learned the server’s time', async () => {
    const stack = await createStack()
    const store = memoryStore()
    const now = stack.emulator.clock.now()
    const written = { version: 1, revision: 7, clockOffset: -hour }
    await store.update(bob, () => ({
      ...written,
      cooldowns: { past: now - hour - 1, later: now - hour + 60_000 },
    }))
    const wallet = await opened(stack, { store })
    await wallet.prepare({ type: 'EMAIL_OTP' })
    await expect
      .poll(() => store.read(bob))
      .toEqual({
        ...written,
        revision: 8,
        cooldowns: { later: now - hour + 60_000 },
      })
  })

  test('a stored offset does not erase the session of another account before it has expired by the device’s clock', async () => {
    const stack = await createStack()
    const store = memoryStore()
    const now = stack.emulator.clock.now()
    const record = { version: 1, revision: 7, clockOffset: hour, cooldowns: { call: now + 60_000 } }
    await store.update(bob, () => record)
    const wallet = await opened(stack, { store })
    await wallet.prepare({ type: 'EMAIL_OTP' })
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(await store.read(bob)).toEqual(record)
  })

  test('a record of another account with nothing left in it is removed, together with the account’s id', async () => {
    const stack = await createStack()
    const store = memoryStore()
    const [grace, now] = ['InternalAccount:grace', stack.emulator.clock.now()]
    await store.update(bob, () => ({ version: 1, revision: 7, clockOffset: 5 }))
    await store.update(grace, () => ({ version: 1, revision: 2, cooldowns: { call: now - 1 } }))
    await store.update('InternalAccount:kept', () => ({ version: 1, revision: 2, settled: ['Quote:1'] }))
    const wallet = await opened(stack, { store })
    await wallet.prepare({ type: 'EMAIL_OTP' })
    await expect.poll(async () => await store.accounts()).toEqual(['InternalAccount:kept'])
  })
})
