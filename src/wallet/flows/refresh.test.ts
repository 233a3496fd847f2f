/** Refreshes that are refused, lose their answer, or have their session replaced. @module */
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import type { Wallet, WalletOptions } from '../api.js'
import { heldStack, signedInHeld } from '../fixtures/held.js'
import { holdingRefreshes } from '../fixtures/held-refreshes.js'
import { codeOf, opened, signedIn } from '../fixtures/open-wallets.js'
import { createStack, type Stack } from '../fixtures/stack.js'
import type { AccountRecord } from '../record/record.js'
import { type AccountStore, memoryStore } from '../record/storage.js'

const call = 'POST /auth/sessions/{id}/refresh'

const refreshes = ({ emulator }: Stack): number =>
  emulator.requests().filter(({ path }) => path.endsWith('/refresh')).length

const idOf = (wallet: Wallet): unknown => ({ id: 'none', ...wallet.getState().session }).id

describe('a refresh that the service refuses', () => {
  test.each([
    ['that is forbidden', { status: 403, code: 'FORBIDDEN' }],
    ['whose backend fails', { status: 500, code: 'INTERNAL_ERROR' }],
  ])('a refresh reads no list of sessions after a call %s', async (_, fault) => {
    const stack = await createStack()
    const wallet = await signedIn(stack)
    stack.emulator.faults.next(call, fault)
    expect(await codeOf(wallet.sessions.refresh())).not.toBe('resolved')
    expect(stack.emulator.requests().at(-1)?.path).toMatch(/refresh$/)
    expect(wallet.getState().session.status).toBe('active')
  })
})

describe('a refresh whose answer is lost', () => {
  test('a refresh whose answer is lost frees its slot for the next refresh', async () => {
    const stack = await createStack()
    const store = memoryStore()
    const { backend, held } = holdingRefreshes(stack, 201)
    const wallet = await signedIn(stack, { store, backend })
    const first = codeOf(wallet.sessions.refresh())
    await expect.poll(() => held).toHaveLength(1)
    held[0]?.('lost')
    expect(await first).toBe('OUTCOME_UNKNOWN')
    expect(await store.read(stack.accountId)).not.toHaveProperty('refresh')
    const second = codeOf(wallet.sessions.refresh())
    await expect.poll(() => held).toHaveLength(2)
    held[1]?.()
    expect(await second).toBe('resolved')
  })

  test('a refresh that was stamped before dispose() stays in the record, and one that was not does not', async () => {
    for (const [status, left] of [
      [201, 'sent'],
      [202, undefined],
    ] as const) {
      const stack = await createStack()
      const store = memoryStore()
      const { backend, held } = holdingRefreshes(stack, status)
      const wallet = await signedIn(stack, { store, backend })
      const ended = codeOf(wallet.sessions.refresh())
      await expect.poll(() => held).toHaveLength(1)
      wallet.dispose()
      expect(await ended).toBe('DISPOSED')
      held[0]?.('lost')
      const phase = async () => ((await store.read(stack.accountId)) as AccountRecord).refresh?.phase
      await expect.poll(phase).toBe(left)
      await new Promise((resolve) => setTimeout(resolve, 20))
      expect(await phase()).toBe(left)
    }
  })
})

describe('a refresh with a key of the page', () => {
  test('a refresh whose answer is lost resolves with the session that is found, if the key is of this page', async () => {
    const stack = await heldStack()
    let isLost = false
    const backend: WalletOptions['backend'] = async (request) => {
      const answer = await stack.backend(request)
      const isFirst = !isLost && request.url.endsWith('/refresh') && answer.status === 201
      isLost ||= isFirst
      if (isFirst) throw new TypeError('Failed to fetch')
      return answer
    }
    const wallet = await signedInHeld(stack, { backend })
    const before = idOf(wallet)
    expect(await codeOf(wallet.sessions.refresh())).toBe('resolved')
    expect(idOf(wallet)).not.toBe(before)
  })
})

describe('a refresh whose session is replaced', () => {
  test('a refresh is not stamped after a sign-in', async () => {
    const stack = await createStack()
    const { backend, held } = holdingRefreshes(stack, 202)
    const wallet = await signedIn(stack, { backend })
    await wallet.signIn({ type: 'EMAIL_OTP' })
    const ended = codeOf(wallet.sessions.refresh())
    await expect.poll(() => held).toHaveLength(1)
    await wallet.submit({ otp: stack.otp() })
    const id = idOf(wallet)
    held[0]?.()
    expect(await ended).toBe('SUPERSEDED')
    expect(refreshes(stack)).toBe(1)
    expect(idOf(wallet)).toBe(id)
  })

  test('a refresh fails after a sign-out without ending the refresh of the next session', async () => {
    const stack = await createStack()
    const { backend, held } = holdingRefreshes(stack, 201)
    const wallet = await signedIn(stack, { backend })
    const first = codeOf(wallet.sessions.refresh())
    await expect.poll(() => held).toHaveLength(1)
    await wallet.signOut()
    await wallet.signIn({ type: 'EMAIL_OTP' })
    await wallet.submit({ otp: stack.otp() })
    const second = codeOf(wallet.sessions.refresh())
    await expect.poll(() => held).toHaveLength(2)
    held[0]?.()
    expect(await first).toBe('SUPERSEDED')
    expect(wallet.getState().session.status).toBe('refreshing')
    held[1]?.()
    expect(await second).toBe('resolved')
  })

  test('a refresh fails if the user signs out right after it began', async () => {
    const stack = await createStack()
    const { backend, held } = holdingRefreshes(stack, 201)
    const wallet = await signedIn(stack, { backend })
    const ended = codeOf(wallet.sessions.refresh())
    await expect.poll(() => held).toHaveLength(1)
    await wallet.signOut()
    held[0]?.()
    expect(await ended).toBe('SUPERSEDED')
    expect(wallet.getState().session).toEqual({ status: 'none', reason: 'signed-out' })
  })

  test('a refresh fails if the user signs out after its session was stored and before the state shows it', async () => {
    const stack = await createStack()
    const store = memoryStore()
    let first: unknown
    let release = (): void => {}
    let isHeld = false
    const slow: AccountStore = {
      ...store,
      read: async (account) => {
        const record = (await store.read(account)) as AccountRecord | undefined
        if (first !== undefined && !isHeld && record?.session && record.session.id !== first) {
          isHeld = true
          await new Promise<void>((resolve) => {
            release = resolve
          })
        }
        return record
      },
    }
    const wallet = await signedIn(stack, { store: slow })
    first = idOf(wallet)
    const ended = codeOf(wallet.sessions.refresh())
    await expect.poll(() => isHeld).toBe(true)
    await wallet.signOut()
    release()
    expect(await ended).toBe('SUPERSEDED')
    expect(wallet.getState().session).toEqual({ status: 'none', reason: 'signed-out' })
    expect(wallet.signer).toBeUndefined()
  })
})

describe('a sign-in that is done while a refresh has stored its session and does not show it yet', () => {
  test('a sign-in that finishes while a refresh stores its session keeps its own session, which can stamp', async () => {
    const stack = await createStack()
    const inner = memoryStore()
    let release = (): void => {}
    const gate = new Promise<void>((resolve) => {
      release = resolve
    })
    let [refreshing, isHeld] = ['', false]
    const store: AccountStore = {
      ...inner,
      async read(account) {
        const record = (await inner.read(account)) as AccountRecord | undefined
        if (refreshing !== '' && record?.session?.id !== refreshing) {
          refreshing = ''
          isHeld = true
          await gate
        }
        return record
      },
    }
    const wallet = await signedIn(stack, { store })
    await wallet.signIn({ type: 'EMAIL_OTP' })
    refreshing = String(idOf(wallet))
    const refreshed = codeOf(wallet.sessions.refresh())
    await expect.poll(() => isHeld).toBe(true)
    await wallet.submit({ otp: stack.otp() })
    const shown = idOf(wallet)
    release()
    expect(await refreshed).toBe('SUPERSEDED')
    expect(idOf(wallet)).toBe(shown)
    expect(await codeOf(wallet.updatePrivacy({ privateEnabled: true }))).toBe('resolved')
  })
})

describe('the page of a refresh', () => {
  test('other tabs see that the page of a refresh is open until the refresh has ended', async () => {
    // The globals are restored after the wallet is disposed, because the wallet still needs them.
    onTestFinished(() => void vi.unstubAllGlobals())
    const page = { addEventListener: () => {}, removeEventListener: () => {} }
    const held = new Set<string>()
    vi.stubGlobal('document', { ...page, visibilityState: 'visible' })
    vi.stubGlobal('addEventListener', page.addEventListener)
    vi.stubGlobal('removeEventListener', page.removeEventListener)
    vi.stubGlobal('navigator', {
      locks: {
        async request(name: string, _: object, granted: () => Promise<void>) {
          held.add(name)
          await granted()
          held.delete(name)
        },
      },
    })
    const stack = await createStack()
    const store = memoryStore()
    const { backend, held: out } = holdingRefreshes(stack, 201)
    const wallet = await signedIn(stack, { store, backend })
    await expect.poll(() => held.size).toBe(0)
    const refreshing = wallet.sessions.refresh()
    await expect.poll(() => out).toHaveLength(1)
    const { refresh } = (await store.read(stack.accountId)) as AccountRecord
    expect([...held]).toEqual([`embedded-wallet-auth:page:${refresh?.pageId}`])
    out[0]?.()
    await refreshing
    await expect.poll(() => held.size).toBe(0)
  })

  test('the page of a refresh has 70 s, and then any other tab may end the refresh', async () => {
    const stack = await createStack()
    const store = memoryStore()
    const { backend, held } = holdingRefreshes(stack, 202)
    const asleep = { now: stack.emulator.clock.now, after: () => () => {} }
    const dead = await signedIn(stack, { store, backend, clock: asleep })
    void dead.sessions.refresh().catch(() => {})
    await expect.poll(() => held).toHaveLength(1)
    const next = await opened(stack, { store })
    await stack.emulator.clock.advance(70_000)
    expect(next.getState().flow).toEqual({ status: 'idle' })
    expect(await store.read(stack.accountId)).toHaveProperty('refresh')
    await stack.emulator.clock.advance(1)
    await expect.poll(() => next.getState().flow).toMatchObject({ fault: { code: 'INTERRUPTED' } })
    expect(await store.read(stack.accountId)).not.toHaveProperty('refresh')
  })
})
