/** What `cancel()` and a caller's signal end, and what continues for other callers. @module */
import { describe, expect, test } from 'vitest'
import { codeOf, kept, opened, signedIn } from '../fixtures/open-wallets.js'
import { createStack } from '../fixtures/stack.js'

describe('a call whose code is still loading', () => {
  test('cancel() ends a sign-in whose code is still loading, and no code is mailed', async () => {
    const stack = await createStack()
    const wallet = kept(stack.wallet())
    const ended = codeOf(wallet.signIn({ type: 'EMAIL_OTP' }))
    wallet.cancel()
    expect(await ended).toBe('CANCELLED')
    await wallet.credentials.list()
    expect(stack.emulator.inbox.all()).toEqual([])
    expect(wallet.getState().flow).toEqual({ status: 'idle' })
  })

  test('an aborted signal ends a call whose code is still loading, and cancel() ends only the calls of the flow', async () => {
    const stack = await createStack()
    const wallet = kept(stack.wallet())
    const abort = new AbortController()
    const listing = wallet.credentials.list()
    let isOver = false
    const ended = codeOf(wallet.credentials.list({ signal: abort.signal })).then((code) => {
      isOver = true
      return code
    })
    abort.abort()
    wallet.cancel()
    // Fewer turns than loading takes.
    for (let turn = 0; turn < 10; turn += 1) await null
    expect(isOver).toBe(true)
    expect(await ended).toBe('CANCELLED')
    expect(await listing).toHaveLength(1)
  })
})

describe('two callers of sessions.refresh()', () => {
  const refreshing = async () => {
    const stack = await createStack()
    let release = (): void => {}
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    const sent: AbortSignal[] = []
    const wallet = await signedIn(stack, {
      backend: async (request) => {
        if (!new URL(request.url).pathname.endsWith('/refresh')) return stack.backend(request)
        sent.push(request.signal)
        await released
        return stack.backend(request)
      },
    })
    const [one, two] = [new AbortController(), new AbortController()]
    const ends = [
      codeOf(wallet.sessions.refresh({ signal: one.signal })),
      codeOf(wallet.sessions.refresh({ signal: two.signal })),
    ] as const
    await expect.poll(() => sent).toHaveLength(1)
    return { wallet, release, sent, one, two, ends }
  }

  test('when one caller of a refresh aborts, the other caller still gets the session', async () => {
    const { one, ends, release } = await refreshing()
    one.abort()
    expect(await ends[0]).toBe('CANCELLED')
    release()
    expect(await ends[1]).toBe('resolved')
  })

  test('the second caller of a refresh can abort too', async () => {
    const { two, ends, release } = await refreshing()
    two.abort()
    expect(await ends[1]).toBe('CANCELLED')
    release()
    expect(await ends[0]).toBe('resolved')
  })

  test('a caller that comes after all have aborted gets a refresh of its own', async () => {
    const { wallet, one, two, ends, release } = await refreshing()
    const { id } = wallet.getState().session as { id: string }
    one.abort()
    two.abort()
    const next = wallet.sessions.refresh()
    const impatient = new AbortController()
    const left = codeOf(wallet.sessions.refresh({ signal: impatient.signal }))
    impatient.abort()
    expect(await left).toBe('CANCELLED')
    release()
    expect((await next).id).not.toBe(id)
    expect(await ends[0]).toBe('CANCELLED')
  })

  test('a refresh is aborted when its last caller aborts', async () => {
    const { wallet, one, two, ends, sent } = await refreshing()
    one.abort()
    two.abort()
    expect(await ends[0]).toBe('CANCELLED')
    expect(await ends[1]).toBe('CANCELLED')
    expect(sent[0]?.aborted).toBe(true)
    expect(wallet.getState().session.status).toBe('active')
  })
})

describe('a pasted text that no code can be', () => {
  test('a text of more than 64 characters is refused, and the code can still be entered', async () => {
    const stack = await createStack()
    const wallet = await opened(stack)
    await wallet.signIn({ type: 'EMAIL_OTP' })
    const pasted = wallet.submit({ otp: `Your code is ${stack.otp()}. ${'Do not share it. '.repeat(4)}` })
    await expect(pasted).rejects.toMatchObject({ code: 'INPUT_INVALID' })
    expect(wallet.getState().flow).toMatchObject({ status: 'awaitingProof' })
    await wallet.submit({ otp: stack.otp() })
    expect(wallet.getState().session.status).toBe('active')
  })
})
