/** Calls that listen to the caller's signal and the wallet's, even in browsers without `AbortSignal.any`. @module */
import { getEventListeners } from 'node:events'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { withAnySignal } from '../../signals.js'
import { codeOf, opened, signedIn } from '../fixtures/open-wallets.js'
import { createStack } from '../fixtures/stack.js'

const any = AbortSignal.any

afterEach(() => {
  AbortSignal.any = any
  vi.unstubAllGlobals()
})

describe('a browser without AbortSignal.any', () => {
  test('a browser without AbortSignal.any refreshes, lists, resends, prepares and reads with a signal', async () => {
    // An older Safari does not have it.
    Object.assign(AbortSignal, { any: undefined })
    const stack = await createStack()
    const wallet = await signedIn(stack)
    const { signal } = new AbortController()
    await wallet.sessions.refresh({ signal })
    await wallet.credentials.list({ signal })
    await wallet.updatePrivacy({ privateEnabled: true, signal })
    await stack.emulator.clock.advance(61_000)
    await wallet.signIn({ type: 'EMAIL_OTP', signal })
    await stack.emulator.clock.advance(61_000)
    await wallet.resend({ signal })
    expect(await codeOf(wallet.prepare({ type: 'PASSKEY', signal }))).toBe('CREDENTIAL_NOT_FOUND')
  })
})

describe('a call with a signal', () => {
  test('a call leaves no listener on its signal, whether the call resolves or rejects', async () => {
    const stack = await createStack()
    const wallet = await signedIn(stack)
    const { signal } = new AbortController()
    for (let call = 0; call < 5; call++) {
      await wallet.credentials.list({ signal })
      await codeOf(wallet.credentials.revoke('AuthMethod:01890a5d-ac96-774b-bcce-b302099a8057', { signal }))
      await wallet.sessions.refresh({ signal })
    }
    expect(getEventListeners(signal, 'abort')).toEqual([])
  })

  test('a call leaves no listener on its signal when the backend cannot be reached', async () => {
    const stack = await createStack()
    const wallet = await opened(stack, { backend: () => new Response(null, { status: 500 }) })
    await codeOf(wallet.credentials.list())
    const { signal } = new AbortController()
    for (let call = 0; call < 5; call++) await codeOf(wallet.credentials.list({ signal }))
    expect(getEventListeners(signal, 'abort')).toEqual([])
  })

  test('a call aborts with the reason of the signal that aborts first', async () => {
    const [one, other] = [new AbortController(), new AbortController()]
    const ended = withAnySignal(
      one.signal,
      other.signal,
      (signal) => new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
    )
    other.abort('the wallet')
    one.abort('the caller')
    await expect(ended).rejects.toBe('the wallet')
    expect([one, other].flatMap(({ signal }) => getEventListeners(signal, 'abort'))).toEqual([])
  })

  test('a call is aborted from the start if one of its two signals is', async () => {
    const reason = await withAnySignal(
      AbortSignal.abort('before'),
      new AbortController().signal,
      async (signal) => signal.reason,
    )
    expect(reason).toBe('before')
  })
})

describe('the look at the sessions after a 401', () => {
  test('the read of the sessions after a 401 ends when the call that needed it is aborted', async () => {
    const stack = await createStack()
    let looking = (): void => {}
    const looked = new Promise<void>((resolve) => {
      looking = resolve
    })
    const wallet = await signedIn(stack, {
      backend: (request) => {
        if (request.method === 'PATCH') return Response.json({ code: 'UNAUTHORIZED' }, { status: 401 })
        if (request.method === 'GET' && request.url.includes('/sessions')) {
          looking()
          return new Promise<never>(() => {})
        }
        return stack.backend(request)
      },
    })
    const controller = new AbortController()
    const ending = codeOf(wallet.updatePrivacy({ privateEnabled: true, signal: controller.signal }))
    await looked
    controller.abort()
    expect(await ending).toBe('UNAUTHORIZED')
    expect(wallet.getState().session.status).toBe('active')
  })
})
