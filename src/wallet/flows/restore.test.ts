/**
 * What a page shows on load: before its code has loaded, with a slow storage, a wrong clock or a broken key.
 * @module
 */
import { describe, expect, test, vi } from 'vitest'
import type { Clock } from '../../clock.js'
import type { Wallet } from '../api.js'
import { codeOf, kept, opened, signedIn } from '../fixtures/open-wallets.js'
import { createStack, type Stack } from '../fixtures/stack.js'
import { type AccountStore, memoryStore } from '../record/storage.js'

const minutes = (n: number): number => n * 60_000
const hour = minutes(60)

/** Lets time pass until a wallet has read its storage. */
async function readyInTime(stack: Stack, wallet: Wallet): Promise<Wallet> {
  let isReady = false
  void wallet.ready.then(() => {
    isReady = true
  })
  await expect
    .poll(async () => {
      await stack.emulator.clock.advance(1_000)
      return isReady
    })
    .toBe(true)
  return wallet
}

const idOf = (wallet: Wallet): unknown => ({ id: undefined, ...wallet.getState().session }).id

/** The emulator's clock, as a device that is so many milliseconds ahead shows it. */
const device = ({ emulator: { clock } }: Stack, ahead: { by: number }): Clock => ({
  now: () => clock.now() + ahead.by,
  after: clock.after,
})

describe('a session beside an awaited code', () => {
  test('a session beside an awaited code is restored before the code of the flows has been loaded', async () => {
    const stack = await createStack()
    const store = memoryStore()
    const first = await signedIn(stack, { store })
    await first.signIn({ type: 'EMAIL_OTP' })
    const next = kept(stack.wallet({ store }))
    const seen: string[] = []
    next.subscribe(() => {
      const { session, flow } = next.getState()
      seen.push(`${session.status} ${flow.status}`)
    })
    await next.ready
    expect(seen.filter((each) => each.startsWith('active'))).toEqual(['active idle', 'active awaitingProof'])
    expect(next.signer).toBeDefined()
  })
})

describe('a clock that was set right since its offset was stored', () => {
  /** Signs in on a device whose clock is an hour behind, and then corrects the clock. */
  const setRight = async (backend?: (stack: Stack) => Stack['backend']) => {
    const stack = await createStack()
    const store = memoryStore()
    const ahead = { by: -hour }
    const clock = device(stack, ahead)
    const wallet = await signedIn(stack, { store, clock })
    const id = idOf(wallet)
    wallet.dispose()
    ahead.by = 0
    const made = kept(stack.wallet({ store, clock, ...(backend && { backend: backend(stack) }) }))
    const next = await readyInTime(stack, made)
    return { stack, store, clock, id, next }
  }

  test('a clock that was corrected does not end a live session: the list of sessions is read before the session is erased', async () => {
    const { id, next } = await setRight()
    expect(next.getState().session).toMatchObject({ status: 'active', id })
    expect(await codeOf(next.updatePrivacy({ privateEnabled: true }))).toBe('resolved')
  })

  test('the session stays for the next page if the list of sessions cannot be read', async () => {
    const { stack, store, clock, id, next } = await setRight(
      () => () => Promise.reject(new TypeError('The network is gone.')),
    )
    expect(next.getState().session).toEqual({ status: 'none', reason: 'expired' })
    expect(await store.read(stack.accountId)).toMatchObject({ session: { id } })
    expect(idOf(await opened(stack, { store, clock }))).toBe(id)
  })
})

test('an expired session is erased on load, and nothing is sent', async () => {
  const stack = await createStack()
  const store = memoryStore()
  const wallet = await signedIn(stack, { store })
  wallet.dispose()
  await stack.emulator.clock.advance(minutes(16))
  const before = stack.emulator.requests().length
  const next = await opened(stack, { store })
  expect(next.getState().session).toEqual({ status: 'none', reason: 'expired' })
  expect(await store.read(stack.accountId)).not.toHaveProperty('session')
  expect(stack.emulator.requests()).toHaveLength(before)
})

test('a session whose key fails in one page stays for other pages', async () => {
  const stack = await createStack()
  const store = memoryStore()
  const wallet = await signedIn(stack, { store })
  const failing = vi.spyOn(crypto.subtle, 'verify').mockResolvedValueOnce(false)
  const next = await opened(stack, { store })
  expect(failing).toHaveBeenCalledOnce()
  failing.mockRestore()
  expect(next.getState().session).toEqual({ status: 'none', reason: 'interrupted' })
  expect(await store.read(stack.accountId)).toMatchObject({ session: { id: idOf(wallet) } })
  expect(idOf(await opened(stack, { store }))).toBe(idOf(wallet))
})

test('the state distinguishes a storage that does not answer in time from one without a session', async () => {
  const stack = await createStack()
  const store = memoryStore()
  await signedIn(stack, { store })
  let isSlow = true
  const slow: AccountStore = {
    ...store,
    tier: 'indexeddb',
    read: (account) => (isSlow ? new Promise(() => {}) : store.read(account)),
    update: (account, updater) => (isSlow ? new Promise(() => {}) : store.update(account, updater)),
  }
  const wallet = kept(stack.wallet({ store: slow }))
  await readyInTime(stack, wallet)
  expect(wallet.getState()).toMatchObject({
    session: { status: 'none', reason: 'unread' },
    storage: 'memory',
  })
  isSlow = false
  expect((await opened(stack, { store: slow })).getState().session.status).toBe('active')
})

test('a session that is found while a refresh waits for its slot is shown at once', async () => {
  const stack = await createStack()
  const store = memoryStore()
  const wallet = await signedIn(stack, { store })
  const other = await opened(stack, { store })
  const { id } = await other.sessions.refresh()
  // This page has not got the message about it.
  expect(await codeOf(wallet.sessions.refresh())).toBe('BUSY')
  expect(idOf(wallet)).toBe(id)
})

test('an ID token that comes back in another tab while the first one is open signs in there', async () => {
  const stack = await createStack()
  const store = memoryStore()
  const first = await signedIn(stack, { store })
  const { issuer } = stack.emulator
  const token = (nonce: string): Promise<string> => issuer.token({ sub: 'ada', email: stack.email, nonce })
  await first.credentials.create({ type: 'OAUTH', getOidcToken: ({ nonce }) => token(nonce) })
  await first.signOut()
  const nonces: string[] = []
  void first
    .signIn({
      type: 'OAUTH',
      getOidcToken: ({ nonce }) => {
        nonces.push(nonce)
        return new Promise(() => {})
      },
    })
    .catch(() => {})
  await expect.poll(() => nonces).toHaveLength(1)
  const second = await opened(stack, { store })
  expect(second.getState().flow).toMatchObject({ status: 'awaitingProof', proof: 'oidcToken' })
  await second.submit({ oidcToken: await token(nonces[0] ?? '') })
  expect(second.getState().session.status).toBe('active')
})
