/** A sign-out while the lazy half is missing or the storage fails, and beside a sign-in. @module */
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { nextTask } from '../clock.js'
import { earlyPage, statusesOf, watched } from './fixtures/early-page.js'
import { breakable, busy, storeWith } from './fixtures/failing-stores.js'
import { codeOf } from './fixtures/open-wallets.js'

const minutes = (n: number): number => n * 60_000
const out = { status: 'none', reason: 'signed-out' }

describe('a sign-out before the lazy half is there', () => {
  test.each([
    ['a session', 0, {}],
    ['a session of a wallet with a listener', 0, { onEvent: () => {} }],
    ['an expired session', minutes(16), {}],
  ])('a sign-out without revocation erases %s and resolves while the chunk is slow', async (_, age, more) => {
    const { record, accountId, clock, open } = await earlyPage('slow')
    const store = await storeWith(accountId, record)
    await clock.advance(age)
    const wallet = open(store, more)
    const leaving = watched(wallet.signOut({ revoke: false }))
    await expect.poll(() => leaving.isSettled).toBe(true)
    expect(await store.read(accountId)).toMatchObject({ ended: 'signed-out' })
    expect(await store.read(accountId)).not.toHaveProperty('session')
    expect(wallet.signer).toBeUndefined()
  })

  test('a sign-out rejects with REVOKE_FAILED after 10 s if the chunk does not arrive', async () => {
    const { record, accountId, clock, open, passUntil } = await earlyPage('slow')
    const wallet = open(await storeWith(accountId, record))
    await wallet.ready
    const begun = clock.now()
    const leaving = wallet.signOut()
    const code = codeOf(leaving)
    const end = watched(leaving)
    await passUntil(() => end.isSettled)
    expect(await code).toBe('REVOKE_FAILED')
    expect(clock.now() - begun).toBeGreaterThanOrEqual(10_000)
    // Earlier than the deadline of the chunk itself.
    expect(clock.now() - begun).toBeLessThan(30_000)
    expect(wallet.getState().session).toEqual(out)
  })

  test('a sign-out that waits for the chunk rejects with REVOKE_FAILED if the wallet is disposed', async () => {
    const { record, accountId, chunk, open } = await earlyPage('slow')
    const store = await storeWith(accountId, record)
    const wallet = open(store)
    await wallet.ready
    const code = codeOf(wallet.signOut())
    await expect.poll(() => chunk.requests).toBe(1)
    wallet.dispose()
    chunk.arrive()
    expect(await code).toBe('REVOKE_FAILED')
    expect(await store.read(accountId)).not.toHaveProperty('session')
  })

  test('a sign-out erases the session even if the wallet is disposed at once', async () => {
    const { record, accountId, open } = await earlyPage('there')
    const store = await storeWith(accountId, record)
    const wallet = open(store)
    await wallet.ready
    const code = codeOf(wallet.signOut())
    wallet.dispose()
    await code
    expect(await store.read(accountId)).not.toHaveProperty('session')
  })

  test('other tabs are told of a sign-out although the chunk is slow', async () => {
    const { record, accountId, open } = await earlyPage('slow')
    const wallet = open(await storeWith(accountId, record))
    await wallet.ready
    const heard = vi.fn()
    const channel = new BroadcastChannel(`embedded-wallet-auth:${accountId}`)
    onTestFinished(() => channel.close())
    channel.onmessage = heard
    await wallet.signOut({ revoke: false })
    await expect.poll(() => heard).toHaveBeenCalled()
  })

  test('a stamp after a sign-out and the expiry leaves the reason of the sign-out', async () => {
    const { record, accountId, clock, open } = await earlyPage('offline')
    const wallet = open(await storeWith(accountId, record))
    await wallet.ready
    const { signer } = wallet
    expect(await codeOf(wallet.signOut())).toBe('REVOKE_FAILED')
    await clock.advance(minutes(16))
    expect(await codeOf(signer?.stamp('payload') ?? Promise.resolve())).toBe('SESSION_EXPIRED')
    expect(wallet.getState().session).toEqual(out)
  })

  test('a sign-out leaves a record of a newer version as it is', async () => {
    const { record, accountId, open } = await earlyPage('offline')
    const written = { ...record, version: 2 }
    const store = await storeWith(accountId, written)
    const wallet = open(store)
    await wallet.ready
    await wallet.signOut()
    expect(await store.read(accountId)).toEqual(written)
  })
})

describe('a sign-out whose storage fails', () => {
  test('a key that cannot be erased while the chunk is missing is reported, and the next sign-out erases it', async () => {
    const { record, accountId, open } = await earlyPage('offline')
    const own = await storeWith(accountId, record)
    const { store, breaks, works } = breakable(own)
    const wallet = open(store)
    await wallet.ready
    breaks('gone', 'read', 'update')
    expect(await codeOf(wallet.signOut())).toBe('ERASE_FAILED')
    expect(wallet.getState().session).toEqual(out)
    works()
    expect(await codeOf(wallet.signOut())).toBe('resolved')
    expect(await own.read(accountId)).not.toHaveProperty('session')
  })

  test('a key that could not be erased is erased when the chunk arrives, and its session is never shown again', async () => {
    const { record, accountId, chunk, open } = await earlyPage('offline')
    const own = await storeWith(accountId, record)
    const { store, breaks, works } = breakable(own)
    const wallet = open(store)
    await wallet.ready
    const seen = statusesOf(wallet)
    breaks('gone', 'update')
    expect(await codeOf(wallet.signOut())).toBe('ERASE_FAILED')
    works()
    chunk.state = 'there'
    await wallet.sessions.list()
    await expect.poll(() => own.read(accountId)).not.toHaveProperty('session')
    await nextTask()
    expect(seen).not.toContain('active')
    expect(wallet.signer).toBeUndefined()
  })

  test('a session whose erase fails is not shown again, even if the page reads a storage that still has it', async () => {
    const { record, accountId, page, open } = await earlyPage('there')
    const { store, breaks } = breakable(await storeWith(accountId, record))
    const wallet = open(store)
    await wallet.ready
    const seen = statusesOf(wallet)
    breaks('gone', 'update')
    expect(await codeOf(wallet.signOut())).toBe('ERASE_FAILED')
    page.dispatchEvent(new Event('pageshow'))
    // A sign-in reads the record after the read that the event has begun.
    await wallet.signIn({ type: 'EMAIL_OTP' })
    expect(seen).not.toContain('active')
    expect(wallet.signer).toBeUndefined()
  })
})

describe('a sign-out beside a sign-in', () => {
  test('a session that another tab starts after the erase is neither erased nor revoked by the sign-out', async () => {
    const { record, newer, accountId, chunk, open, isRevoked } = await earlyPage('slow')
    const store = await storeWith(accountId, record)
    const wallet = open(store)
    await wallet.ready
    const code = codeOf(wallet.signOut())
    await expect.poll(() => store.read(accountId)).not.toHaveProperty('session')
    await store.update(accountId, () => ({ ...newer, revision: newer.revision + 1 }))
    chunk.arrive()
    expect(await code).toBe('resolved')
    expect(isRevoked(record.session)).toBe(true)
    expect(isRevoked(newer.session)).toBe(false)
    expect(await store.read(accountId)).toMatchObject({ session: { id: newer.session.id } })
  })

  test('a sign-out revokes the session that it erases, even if the state shows an earlier one', async () => {
    const { record, newer, accountId, open, isRevoked } = await earlyPage('there')
    const store = await storeWith(accountId, record)
    const wallet = open(store)
    await wallet.ready
    await store.update(accountId, () => newer)
    await wallet.signOut()
    expect(isRevoked(newer.session)).toBe(true)
    expect(await store.read(accountId)).not.toHaveProperty('session')
  })

  test('a sign-in that begins while a sign-out waits for a busy storage awaits its code', async () => {
    const { record, accountId, open } = await earlyPage('there')
    const { store, release } = busy(await storeWith(accountId, record))
    const wallet = open(store)
    await wallet.ready
    const leaving = codeOf(wallet.signOut({ revoke: false }))
    expect(wallet.getState().session).toEqual(out)
    const entering = codeOf(wallet.signIn({ type: 'EMAIL_OTP' }))
    release()
    expect(await leaving).toBe('resolved')
    expect(await entering).toBe('resolved')
    await nextTask()
    expect(wallet.getState().flow.status).toBe('awaitingProof')
  })
})
