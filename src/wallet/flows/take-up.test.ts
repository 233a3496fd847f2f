/** An ID token that comes back to a page which does not show that it is awaited. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Wallet, WalletOptions } from '../api.js'
import { breakable, storeWith } from '../fixtures/failing-stores.js'
import { codeOf, opened, signedIn } from '../fixtures/open-wallets.js'
import { createStack, type Stack } from '../fixtures/stack.js'
import type { AccountStore } from '../record/storage.js'

/** A browser whose lock manager grants every lock, and lists those that are held. */
function lockManager(): object {
  const held = new Set<{ readonly name: string }>()
  return {
    query: async () => ({ held: [...held], pending: [] }),
    async request(name: string, _: object, granted: () => Promise<void>) {
      const lock = { name }
      held.add(lock)
      await granted()
      held.delete(lock)
    },
  }
}

beforeEach(() => {
  vi.stubGlobal('document', new EventTarget())
  vi.stubGlobal('navigator', { locks: lockManager() })
})
afterEach(() => vi.unstubAllGlobals())

interface Redirect {
  readonly stack: Stack
  readonly store: AccountStore
  /** Opens a page with the account's wallet. */
  readonly open: (options?: Partial<WalletOptions>) => Promise<Wallet>
  /** Begins the sign-in in a page. Resolves with the token of the provider once the page would be left. */
  readonly begin: (wallet: Wallet) => Promise<string>
  readonly verifies: () => number
}

/** An account with an identity, and no session. */
async function redirect(): Promise<Redirect> {
  const stack = await createStack()
  const store = await storeWith(stack.accountId, undefined)
  const open: Redirect['open'] = (options) => opened(stack, { store, ...options })
  const token = ({ nonce }: { readonly nonce: string }): Promise<string> =>
    stack.emulator.issuer.token({ sub: 'ada', email: stack.email, nonce })
  const wallet = await signedIn(stack, { store })
  await wallet.credentials.create({ type: 'OAUTH', getOidcToken: token })
  await wallet.signOut()
  const before = stack.emulator.requests().length
  return {
    stack,
    store,
    open,
    async begin(page) {
      const asked: { readonly nonce: string }[] = []
      const getOidcToken = (request: { readonly nonce: string }): Promise<string> => {
        asked.push(request)
        return new Promise(() => {})
      }
      page.signIn({ type: 'OAUTH', getOidcToken }).catch(() => {})
      await expect.poll(() => asked).toHaveLength(1)
      return token(asked[0] ?? { nonce: '' })
    },
    verifies: () =>
      stack.emulator
        .requests()
        .slice(before)
        .filter(({ path }) => path.endsWith('/verify')).length,
  }
}

test('a token signs in a page whose first look missed the sign-in, once the page that began it is gone', async () => {
  const { open, begin } = await redirect()
  const back = await open()
  const first = await open()
  const token = await begin(first)
  first.dispose()
  expect(back.getState().flow.status).toBe('idle')
  await back.submit({ oidcToken: token })
  expect(back.getState().session).toMatchObject({ status: 'active', type: 'OAUTH' })
})

test('a token does not take over the sign-in of another open page, which still signs in with it', async () => {
  const { open, begin, verifies } = await redirect()
  const other = await open()
  const first = await open()
  const token = await begin(first)
  expect(await codeOf(other.submit({ oidcToken: token }))).toBe('NOT_AWAITED')
  expect(other.getState().flow.status).toBe('idle')
  expect(first.getState().flow).toMatchObject({ status: 'awaitingProof', proof: 'oidcToken' })
  expect(verifies()).toBe(0)
  await first.submit({ oidcToken: token })
  expect(first.getState().session.status).toBe('active')
})

test('where the browser cannot tell which pages are open, a token takes over nothing', async () => {
  vi.stubGlobal('navigator', {})
  const { open, begin, verifies } = await redirect()
  const other = await open()
  const first = await open()
  const token = await begin(first)
  first.dispose()
  expect(await codeOf(other.submit({ oidcToken: token }))).toBe('NOT_AWAITED')
  expect(verifies()).toBe(0)
})

test('a page that merely reads the record does not show a token that another page has gone to fetch', async () => {
  const { stack, store, open, begin } = await redirect()
  const read = vi.fn(store.read)
  const other = await open({ store: { ...store, read } })
  // From here on, it hears the other pages.
  await import('../lazy.js')
  const first = await open()
  await begin(first)
  first.dispose()
  const states = vi.fn()
  other.subscribe(states)
  const before = read.mock.calls.length
  new BroadcastChannel(`embedded-wallet-auth:${stack.accountId}`).postMessage('read again')
  await expect.poll(() => read.mock.calls.length).toBeGreaterThan(before)
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(other.getState().flow.status).toBe('idle')
  expect(states).not.toHaveBeenCalled()
})

test('a token that is not awaited is not sent, and the error says what to do', async () => {
  const { open, verifies } = await redirect()
  const wallet = await open()
  await expect(wallet.submit({ oidcToken: 'a.b.c' })).rejects.toThrow(
    /^No ID token is awaited here: .* The token was not sent\. Start the sign-in again\.$/,
  )
  expect(verifies()).toBe(0)
})

test('a token signs in although the storage was too slow when the page loaded, and the session is stored', async () => {
  const { stack, store, open, begin } = await redirect()
  const first = await open()
  const token = await begin(first)
  first.dispose()
  const slow = breakable(store)
  slow.breaks('hanging', 'read', 'update')
  const opening = open({ store: slow.store })
  let back: Wallet | undefined
  void opening.then((wallet) => {
    back = wallet
  })
  await expect.poll(() => stack.emulator.clock.advance(1_000).then(() => back)).toBeDefined()
  const returned = await opening
  expect(returned.getState()).toMatchObject({ session: { reason: 'unread' }, storage: 'memory' })
  slow.works()
  await returned.submit({ oidcToken: token })
  expect(returned.getState()).toMatchObject({ session: { status: 'active' }, storage: 'indexeddb' })
  expect((await open()).getState().session).toMatchObject({ status: 'active', type: 'OAUTH' })
})

test('a token is refused in time if the storage is still too slow', async () => {
  const { stack, store, open, begin, verifies } = await redirect()
  const first = await open()
  const token = await begin(first)
  first.dispose()
  const broken = breakable(store)
  broken.breaks('gone', 'read', 'update')
  const back = await open({ store: broken.store })
  broken.breaks('hanging', 'read', 'update')
  let ended: string | undefined
  void codeOf(back.submit({ oidcToken: token })).then((code) => {
    ended = code
  })
  await expect.poll(() => stack.emulator.clock.advance(1_000).then(() => ended)).toBe('NOT_AWAITED')
  expect(verifies()).toBe(0)
  // A reload of the page finds the sign-in, and the token is still good.
  const reloaded = await open()
  await reloaded.submit({ oidcToken: token })
  expect(reloaded.getState().session.status).toBe('active')
})

test.each<[string, string, (wallet: Wallet, controller: AbortController) => void]>([
  ['its signal aborts', 'CANCELLED', (_, controller) => controller.abort()],
  ['the flow is cancelled', 'CANCELLED', (wallet) => wallet.cancel()],
  ['the wallet is disposed', 'DISPOSED', (wallet) => wallet.dispose()],
])('a token that is submitted while the record is read is not sent if %s', async (_, code, end) => {
  const { store, open, begin, verifies } = await redirect()
  const slow = breakable(store)
  const back = await open({ store: slow.store })
  const first = await open()
  const token = await begin(first)
  first.dispose()
  slow.breaks('hanging', 'read')
  const controller = new AbortController()
  const ended = codeOf(back.submit({ oidcToken: token, signal: controller.signal }))
  await new Promise((resolve) => setTimeout(resolve, 20))
  end(back, controller)
  expect(await ended).toBe(code)
  expect(verifies()).toBe(0)
})
