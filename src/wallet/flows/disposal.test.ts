/** What `dispose()` ends, and what it leaves to the next wallet of the account. @module */
import { describe, expect, test } from 'vitest'
import type { Wallet, WalletOptions } from '../api.js'
import { codeOf, opened, signedIn } from '../fixtures/open-wallets.js'
import { createStack, type Stack } from '../fixtures/stack.js'
import { memoryStore } from '../record/storage.js'

describe('the signer of a disposed wallet', () => {
  test('a disposed wallet has no signer, and its earlier signer no longer stamps', async () => {
    const stack = await createStack()
    const store = memoryStore()
    const wallet = await signedIn(stack, { store })
    const { signer } = wallet
    wallet.dispose()
    const next = await opened(stack, { store })
    await next.signOut()
    expect(wallet.signer).toBeUndefined()
    expect(await codeOf(signer?.stamp('payload') ?? Promise.resolve())).toBe('DISPOSED')
  })
})

/** A backend whose answers to one path, with a status if one is given, wait for `release()`. */
const holding = (stack: Stack, path = '/verify', status?: number) => {
  let release = (): void => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  const held: number[] = []
  const backend: WalletOptions['backend'] = async (request) => {
    const answer = await stack.backend(request)
    if (new URL(request.url).pathname.endsWith(path) && answer.status === (status ?? answer.status)) {
      held.push(answer.status)
      await released
    }
    return answer
  }
  return { backend, release, held }
}

describe('dispose() while a verify is out', () => {
  /** Submits a code, and returns once it has been sent. */
  const submitted = async (stack: Stack, wallet: Wallet, otp?: string) => {
    await wallet.signIn({ type: 'EMAIL_OTP' })
    const before = stack.emulator.requests().length
    const ended = codeOf(wallet.submit({ otp: otp ?? stack.otp() }))
    await expect.poll(() => stack.emulator.requests().length).toBeGreaterThan(before)
    return { ended }
  }

  test('a code that was submitted just before dispose() signs the next wallet in', async () => {
    const stack = await createStack()
    const store = memoryStore()
    const { backend, release } = holding(stack)
    const wallet = await opened(stack, { store, backend })
    const { ended } = await submitted(stack, wallet)
    wallet.dispose()
    expect(await ended).toBe('DISPOSED')
    expect(await store.read(stack.accountId)).toMatchObject({ pending: { phase: 'sent' } })
    release()
    await expect.poll(() => store.read(stack.accountId)).toMatchObject({ pending: { phase: 'delivered' } })
    const next = await opened(stack, { store })
    await stack.emulator.clock.advance(11_000)
    await expect.poll(() => next.getState().session.status).toBe('active')
    expect(wallet.getState().session.status).toBe('none')
  })

  test('a wrong code that was submitted just before dispose() leaves the code awaited', async () => {
    const stack = await createStack()
    const store = memoryStore()
    const { backend, release } = holding(stack)
    const wallet = await opened(stack, { store, backend })
    await submitted(stack, wallet, 'wrong')
    wallet.dispose()
    release()
    await expect.poll(() => store.read(stack.accountId)).toMatchObject({ pending: { phase: 'awaiting' } })
    const next = await opened(stack, { store })
    await next.submit({ otp: stack.otp() })
    expect(next.getState().session.status).toBe('active')
  })

  test('a code that was submitted to a wallet stays awaited if the wallet is disposed before the code is sent', async () => {
    const stack = await createStack()
    const store = memoryStore()
    const wallet = await opened(stack, { store })
    await wallet.signIn({ type: 'EMAIL_OTP' })
    const ended = codeOf(wallet.submit({ otp: stack.otp() }))
    wallet.dispose()
    expect(await ended).toBe('DISPOSED')
    const next = await opened(stack, { store })
    await next.submit({ otp: stack.otp() })
    expect(next.getState().session.status).toBe('active')
  })
})

describe('dispose() while a refresh is out', () => {
  const refreshing = async (status: number) => {
    const stack = await createStack()
    const store = memoryStore()
    const { backend, release, held } = holding(stack, '/refresh', status)
    const wallet = await signedIn(stack, { store, backend })
    const ended = codeOf(wallet.sessions.refresh())
    await expect.poll(() => held).toEqual([status])
    const { session } = wallet.getState()
    wallet.dispose()
    expect(await ended).toBe('DISPOSED')
    return { stack, store, release, before: 'id' in session ? session.id : 'none' }
  }

  test('a refresh that was stamped just before dispose() leaves its session to the next wallet', async () => {
    const { stack, store, release, before } = await refreshing(201)
    release()
    await expect.poll(() => store.read(stack.accountId)).toMatchObject({ refresh: { phase: 'delivered' } })
    const next = await opened(stack, { store })
    await stack.emulator.clock.advance(11_000)
    const idOf = (): unknown => ({ id: undefined, ...next.getState().session }).id
    await expect.poll(idOf).not.toBe(before)
    expect(next.getState().session.status).toBe('active')
    expect(await codeOf(next.updatePrivacy({ privateEnabled: true }))).toBe('resolved')
  })

  test('a refresh that was not stamped before dispose() is abandoned, and the session stays', async () => {
    const { stack, store, release, before } = await refreshing(202)
    release()
    await expect.poll(() => store.read(stack.accountId)).not.toHaveProperty('refresh')
    const next = await opened(stack, { store })
    expect(next.getState().session).toMatchObject({ status: 'active', id: before })
    await next.sessions.refresh()
  })
})
