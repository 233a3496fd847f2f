/** A wallet in a frame, over real ports: what a call does, what crosses, and how each call ends. */
import { describe, expect, test } from 'vitest'
import { steppedClock } from '../../emulator/src/index.js'
import { type AccountStore, CeremonyError, memoryStore, ServiceError, type WalletOptions } from '../index.js'
import { isStamped } from '../wallet/fixtures/held.js'
import { codeOf } from '../wallet/fixtures/open-wallets.js'
import { createStack } from '../wallet/fixtures/stack.js'
import { openQuestion, quoteOf, signedInFrame, walletOf } from './fixtures/framed-stack.js'
import { framed, shop } from './fixtures/windows.js'

describe('a call through the frame', () => {
  test('signs in, and the state is there when the call settles', async () => {
    const stack = await createStack()
    const { wallet } = framed({ wallet: walletOf(stack) })
    await wallet.ready
    expect(wallet.getState().session).toEqual({ status: 'none', reason: 'new' })
    await wallet.signIn({ type: 'EMAIL_OTP' })
    expect(wallet.getState().flow).toMatchObject({ status: 'awaitingProof', proof: 'otp' })
    await wallet.submit({ otp: stack.otp() })
    expect(wallet.getState().session).toMatchObject({ status: 'active', type: 'EMAIL_OTP' })
    expect(Math.abs(wallet.now() - stack.emulator.clock.now())).toBeLessThan(1_000)
  })

  test('pays what the quote’s id names, not what the page says of it, after a question', async () => {
    const stack = await createStack()
    const asked: unknown[] = []
    const { wallet, sizes } = await signedInFrame(stack, {
      answers: async (request) => {
        asked.push(request.operation === 'executeQuote' && request.details.sends.amount)
        return true
      },
    })
    sizes.splice(0)
    const quote = await quoteOf(stack)
    const { status } = await wallet.executeQuote({ ...quote, totalSendingAmount: 1, payloadToSign: 'other' })
    expect([status, asked, sizes]).toEqual(['COMPLETED', [5_000_000], ['show', 'hide']])
  })

  test('reads a quote that was paid, without a question', async () => {
    const stack = await createStack()
    let count = 0
    const { wallet } = await signedInFrame(stack, {
      answers: async () => {
        count += 1
        return true
      },
    })
    const quote = await quoteOf(stack)
    await wallet.executeQuote(quote)
    expect([(await wallet.executeQuote(quote)).status, count]).toEqual(['COMPLETED', 1])
  })

  test('whose quote cannot be read leaves a payment in doubt, and only that', async () => {
    const stack = await createStack()
    let isLost = false
    const backend: WalletOptions['backend'] = async (request) => {
      if (isLost) return Response.json({ code: 'FORBIDDEN', message: 'No.' }, { status: 403 })
      const answer = await stack.backend(request)
      isLost = isStamped(request)
      if (isLost) throw new TypeError('Failed to fetch')
      return answer
    }
    const { wallet } = await signedInFrame(stack, {
      wallet: { ...(walletOf(stack) as WalletOptions), backend },
    })
    const [paid, other] = [await quoteOf(stack), await quoteOf(stack)]
    expect(await codeOf(wallet.executeQuote(paid))).toBe('OUTCOME_UNKNOWN')
    await expect(wallet.executeQuote(paid)).rejects.toMatchObject({
      code: 'OUTCOME_UNKNOWN',
      message: expect.stringMatching(/read it with getQuote/),
    })
    expect(await codeOf(wallet.executeQuote(other))).toBe('FORBIDDEN')
  })

  test('does not authorize a quote that was never executed, and asks nothing', async () => {
    const stack = await createStack()
    const { wallet } = await signedInFrame(stack, { answers: () => expect.unreachable('asked') })
    const { id } = await quoteOf(stack)
    expect(await codeOf(wallet.authorizeQuote(id))).toBe('NOT_AWAITED')
  })

  test('finds out whether the wallet’s page reaches its backend', async () => {
    const stack = await createStack()
    let isCut = false
    const backend: WalletOptions['backend'] = (request) =>
      isCut ? Promise.reject(new TypeError('Failed to fetch')) : stack.backend(request)
    const { wallet } = framed({ wallet: { ...(walletOf(stack) as WalletOptions), backend } })
    const before = await wallet.isReachable()
    isCut = true
    expect([before, await wallet.isReachable()]).toEqual([true, false])
  })

  test('shows the person the origin that asks, as the browser says it, and the time of the server', async () => {
    const stack = await createStack()
    const asked: unknown[] = []
    const { wallet } = await signedInFrame(stack, {
      answers: async ({ parent, now }) => {
        asked.push(parent, Math.abs(now() - stack.emulator.clock.now()) < 1_000)
        return true
      },
    })
    const quote = await quoteOf(stack)
    await wallet.executeQuote({ ...quote, parent: 'https://bank.example.com' } as typeof quote)
    await wallet.updatePrivacy({ privateEnabled: true })
    expect(asked).toEqual([shop, true, shop, true])
  })

  test('does not pay after a click on what the person could not see', async () => {
    const stack = await createStack()
    const { wallet } = await signedInFrame(stack, { isSeen: () => false })
    const quote = await quoteOf(stack)
    expect(await codeOf(wallet.executeQuote(quote))).toBe('CONFIRMATION_REFUSED')
    expect((await wallet.getQuote(quote.id)).status).toBe('PENDING')
  })

  test('asks before an account’s first credential, which needs no stamp', async () => {
    const stack = await createStack({ credential: false })
    const asked: unknown[] = []
    let agrees = false
    const { wallet } = framed({
      wallet: walletOf(stack),
      answers: async ({ operation, details }) => {
        asked.push({ operation, details })
        return agrees
      },
    })
    const create = () => wallet.credentials.create({ type: 'EMAIL_OTP', email: 'mallory@example.com' })
    expect(await codeOf(create())).toBe('CONFIRMATION_REFUSED')
    expect(asked).toEqual([
      { operation: 'createCredential', details: { type: 'EMAIL_OTP', email: 'mallory@example.com' } },
    ])
    expect(await wallet.credentials.list()).toEqual([])
    agrees = true
    expect(await create()).toMatchObject({ type: 'EMAIL_OTP', nickname: '' })
  })

  test('gets the ID token in the page, and the page’s error as the cause', async () => {
    const stack = await createStack()
    const { wallet } = await signedInFrame(stack)
    const refusal = new Error('The window was closed.')
    const seen: string[] = []
    const created = wallet.credentials.create({
      type: 'OAUTH',
      async getOidcToken({ nonce, clientPublicKey }) {
        seen.push(nonce, clientPublicKey)
        throw refusal
      },
    })
    await expect(created).rejects.toMatchObject({ code: 'OIDC_CALLBACK_FAILED', cause: refusal })
    expect(seen.map((each) => each.length)).toEqual([64, 130])
  })

  test('shows the recovery phrase in the frame, and only that it was shown crosses', async () => {
    const stack = await createStack()
    const shown: string[] = []
    const page = await signedInFrame(stack, {
      reveal: async ({ phrase }) => {
        shown.push(new TextDecoder().decode(phrase))
      },
    })
    expect(await page.wallet.exportWallet()).toBeUndefined()
    expect(shown[0]?.split(' ').length).toBeGreaterThan(11)
  })

  test('does not export if the frame cannot show the phrase', async () => {
    const stack = await createStack()
    const { wallet } = await signedInFrame(stack)
    const before = stack.emulator.requests().length
    await expect(wallet.exportWallet()).rejects.toBeInstanceOf(TypeError)
    expect(stack.emulator.requests()).toHaveLength(before)
  })

  test.each(['conditional mediation', 'an unknown field', 'another type'])('refuses %s', async (what) => {
    const stack = await createStack()
    const { wallet } = framed({ wallet: walletOf(stack) })
    const given = {
      'conditional mediation': { type: 'PASSKEY', mediation: 'conditional' },
      'an unknown field': { type: 'EMAIL_OTP', sandbox: {} },
      'another type': { type: 'PASSWORD' },
    }[what]
    const error = await wallet.signIn(given as never).catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(what === 'conditional mediation' ? CeremonyError : TypeError)
  })

  test('rejects with the library’s own errors, with their fields', async () => {
    const stack = await createStack()
    const { wallet } = framed({ wallet: walletOf(stack) })
    await wallet.signIn({ type: 'EMAIL_OTP' })
    const error = await wallet.submit({ otp: '000000' }).catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(ServiceError)
    expect(error).toMatchObject({ kind: 'service', status: 401, code: 'UNAUTHORIZED' })
    expect(wallet.getState().flow).toMatchObject({ fault: { code: 'UNAUTHORIZED' } })
  })

  test('is aborted by the page’s signal, while a question is open', async () => {
    const stack = await createStack()
    const { answers, isAsked } = openQuestion()
    const { wallet, sizes } = await signedInFrame(stack, { answers })
    const stop = new AbortController()
    const paying = codeOf(wallet.executeQuote(await quoteOf(stack), { signal: stop.signal }))
    await isAsked
    stop.abort()
    expect([await paying, sizes.at(-1)]).toEqual(['CANCELLED', 'hide'])
  })

  test('is aborted before the frame has loaded', async () => {
    const { wallet } = framed({ wallet: walletOf(await createStack()) })
    const signal = AbortSignal.abort()
    expect(await codeOf(wallet.getQuote('Quote:1', { signal }))).toBe('CANCELLED')
  })

  test('is BUSY while another one asks, so that questions do not queue up', async () => {
    const stack = await createStack()
    const { answers, isAsked, answer } = openQuestion()
    const { wallet } = await signedInFrame(stack, { answers })
    const paying = wallet.executeQuote(await quoteOf(stack))
    await isAsked
    expect(await codeOf(wallet.updatePrivacy({ privateEnabled: true }))).toBe('BUSY')
    answer(true)
    expect((await paying).status).toBe('COMPLETED')
  })

  test('is BUSY beside 32 others', async () => {
    const stack = await createStack()
    const { wallet } = framed({ wallet: walletOf(stack) })
    const codes = await Promise.all(
      Array.from({ length: 40 }, () => codeOf(wallet.credentials.list().then(() => {}))),
    )
    expect(codes.filter((code) => code === 'BUSY')).toHaveLength(8)
  })
})

describe('what the page learns', () => {
  test('no address of the person: nicknames only of passkeys', async () => {
    const stack = await createStack()
    const { wallet } = await signedInFrame(stack)
    const seen = JSON.stringify([
      wallet.getState(),
      await wallet.credentials.list(),
      await wallet.sessions.list(),
      await wallet.sessions.refresh(),
    ])
    expect(seen).toContain('AuthMethod:')
    expect(seen).not.toContain(stack.email)
  })

  test('has no signer', async () => {
    const stack = await createStack()
    const { wallet } = await signedInFrame(stack)
    expect('signer' in wallet).toBe(false)
  })

  test('the state is the same frozen object until something changes', async () => {
    const stack = await createStack()
    const { wallet } = await signedInFrame(stack)
    const before = wallet.getState()
    await wallet.credentials.list()
    expect(wallet.getState()).toBe(before)
    expect([before, before.session, before.unsettled].every(Object.isFrozen)).toBe(true)
  })
})

describe('the frame goes away', () => {
  test('a reload settles what was pending, and the session comes back by itself', async () => {
    const stack = await createStack()
    const { answers, isAsked } = openQuestion()
    const store = { ...(walletOf(stack) as WalletOptions), store: memoryStore() }
    const { wallet, reload } = await signedInFrame(stack, { answers, wallet: store })
    const paying = codeOf(wallet.executeQuote(await quoteOf(stack)))
    await isAsked
    reload()
    // Nobody had agreed, so nothing was sent.
    expect(await paying).toBe('FRAME_LOST')
    await expect.poll(() => wallet.getState().session.status).toBe('active')
  })

  test('with a slow storage, a page that is ready knows of a code that is awaited', async () => {
    const stack = await createStack()
    const kept = memoryStore()
    const later = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 50))
    const store: AccountStore = { ...kept, read: (id) => later().then(() => kept.read(id)) }
    const wallet = { ...(walletOf(stack) as WalletOptions), store }
    await framed({ wallet }).wallet.signIn({ type: 'EMAIL_OTP' })
    const next = framed({ wallet }).wallet
    await next.ready
    expect(next.getState().flow).toMatchObject({ status: 'awaitingProof', proof: 'otp' })
  })

  test('after the person has agreed, the outcome is unknown', async () => {
    const stack = await createStack()
    let lose = (): void => {}
    const backend: WalletOptions['backend'] = (request) => {
      if (request.url.endsWith('/execute')) lose()
      return stack.backend(request)
    }
    const { wallet, reload } = await signedInFrame(stack, {
      wallet: { ...(walletOf(stack) as WalletOptions), backend },
    })
    lose = reload
    const quote = await quoteOf(stack)
    expect(await codeOf(wallet.executeQuote(quote))).toBe('OUTCOME_UNKNOWN')
  })

  test('a call that has settled is not made again after a reload, and the frame is left in peace', async () => {
    const stack = await createStack()
    const clock = steppedClock(0)
    const types: unknown[] = []
    const carries = (message: unknown): boolean => types.push(Object(message).type) > 0
    const store = { ...(walletOf(stack) as WalletOptions), store: memoryStore() }
    const { wallet, reload } = await signedInFrame(stack, { wallet: store }, { clock, carries })
    await clock.advance(5_000)
    await new Promise((resolve) => setTimeout(resolve, 50))
    types.splice(0)
    await clock.advance(5_000)
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(types).toEqual([])
    reload()
    await expect.poll(() => types).toContain('state')
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(types).toEqual(['hello', 'state'])
    expect(wallet.getState().session.status).toBe('active')
  })

  test('a frame that hangs settles reads as lost and acts as unknown, and the next call loads it again', async () => {
    const stack = await createStack()
    const clock = steppedClock(0)
    const { wallet, hang, sizes } = await signedInFrame(stack, {}, { clock })
    hang()
    const lost = Promise.all([codeOf(wallet.credentials.list()), codeOf(wallet.sessions.refresh())])
    await clock.advance(22_000)
    expect(await lost).toEqual(['FRAME_LOST', 'OUTCOME_UNKNOWN'])
    expect(wallet.getState().session).toEqual({ status: 'none', reason: 'unread' })
    expect(await wallet.credentials.list()).toHaveLength(1)
    expect(sizes.slice(-2)).toEqual(['remove', 'load'])
  })

  test('a frame that never loads settles `ready` and every call', async () => {
    const clock = steppedClock(0)
    const page = framed({ wallet: walletOf(await createStack()) }, { clock, loads: false })
    page.hang()
    const call = codeOf(page.wallet.credentials.list())
    await clock.advance(25_000)
    await page.wallet.ready
    expect([await call, page.wallet.getState().session]).toEqual([
      'FRAME_UNREACHABLE',
      { status: 'none', reason: 'unread' },
    ])
  })

  test('a sleep of hours ends an open question without a payment, and the next call says what to do', async () => {
    const stack = await createStack()
    const { answers, isAsked, answer } = openQuestion()
    const { wallet, sizes } = await signedInFrame(stack, { answers })
    const quote = await quoteOf(stack)
    const paying = codeOf(wallet.executeQuote(quote))
    await isAsked
    await stack.emulator.clock.advance(8 * 60 * 60_000)
    expect(await paying).toBe('CONFIRMATION_REFUSED')
    answer(true)
    await expect.poll(() => wallet.getState().session).toMatchObject({ status: 'none', reason: 'expired' })
    expect([sizes.at(-1), (await wallet.getQuote(quote.id)).status]).toEqual(['hide', 'EXPIRED'])
    expect(await codeOf(wallet.executeQuote(await quoteOf(stack)))).toBe('SESSION_REQUIRED')
  })

  test('dispose() rejects what is pending, and removes the frame', async () => {
    const stack = await createStack()
    const { wallet, sizes } = framed({ wallet: walletOf(stack) })
    const call = codeOf(wallet.credentials.list())
    wallet.dispose()
    expect([await call, await codeOf(wallet.credentials.list()), sizes.at(-1)]).toEqual([
      'DISPOSED',
      'DISPOSED',
      'remove',
    ])
  })
})

describe('a question in a window', () => {
  /** A frame that cannot show a question, and a person who agrees. */
  const blind = { canAsk: false }

  test('pays where the frame cannot show it, and the window closes', async () => {
    const stack = await createStack()
    const store = { ...(walletOf(stack) as WalletOptions), store: sharedStore() }
    const { wallet, windows, sizes } = await signedInFrame(stack, { ...blind, wallet: store })
    const { status } = await wallet.executeQuote(await quoteOf(stack))
    expect([status, windows.map(({ closed }) => closed), sizes]).toEqual(['COMPLETED', [true], ['load']])
  })

  test('is asked even if the call was made before the frame had said that it cannot', async () => {
    const stack = await createStack()
    const { wallet, windows } = framed({ ...blind, wallet: walletOf(stack) })
    expect(await codeOf(wallet.updatePrivacy({ privateEnabled: true }))).toBe('SESSION_REQUIRED')
    expect(windows).toHaveLength(1)
  })

  test('is asked in a window from the first call on, if the page prefers that', async () => {
    const stack = await createStack()
    const { wallet, windows } = framed({ wallet: walletOf(stack) }, { prefer: 'window', loads: false })
    // In the click itself, while the frame loads.
    const asked = codeOf(wallet.updatePrivacy({ privateEnabled: true }))
    expect(windows).toHaveLength(1)
    expect(await asked).toBe('SESSION_REQUIRED')
  })

  test('opens for a passkey dialog, and not for a code', async () => {
    const stack = await createStack()
    const store = { ...(walletOf(stack) as WalletOptions), store: sharedStore() }
    const { wallet, windows } = framed({ wallet: store }, { prefer: 'window' })
    await wallet.signIn({ type: 'EMAIL_OTP' })
    expect(windows).toHaveLength(0)
    expect(await codeOf(wallet.signIn({ type: 'PASSKEY' }))).toBe('CREDENTIAL_NOT_FOUND')
    expect(windows).toHaveLength(1)
  })

  test('is refused, and signs nobody in, where the browser stores nothing that a window could share', async () => {
    const stack = await createStack()
    const { wallet, windows } = await signedInFrame(stack, {}, { prefer: 'window' })
    const quote = await quoteOf(stack)
    const before = stack.emulator.requests().length
    for (const call of [wallet.executeQuote(quote), wallet.signIn({ type: 'PASSKEY' })])
      await expect(call).rejects.toMatchObject({
        code: 'SESSION_REQUIRED',
        message: expect.stringMatching(/Allow site data/),
      })
    expect(stack.emulator.requests()).toHaveLength(before)
    expect(windows.map(({ closed }) => closed)).toEqual([true, true])
    expect(wallet.getState().session.status).toBe('active')
  })

  test('leaves no flow behind in the state when the person closes the window in the middle of it', async () => {
    const stack = await createStack()
    let close = (): void => {}
    const backend: WalletOptions['backend'] = (request) => {
      if (!request.url.includes('/challenge')) return stack.backend(request)
      close()
      return new Promise(() => {})
    }
    const own = { ...(walletOf(stack) as WalletOptions), backend, store: sharedStore() }
    const { wallet, windows } = framed({ wallet: own }, { isSecure: false })
    close = () => setTimeout(() => windows[0]?.close(), 20)
    expect(await codeOf(wallet.signIn({ type: 'EMAIL_OTP' }))).toBe('OUTCOME_UNKNOWN')
    expect(wallet.getState().flow).toEqual({ status: 'idle' })
  })

  test('is WINDOW_BLOCKED if the browser opens none, and the call has no effect', async () => {
    const stack = await createStack()
    const { wallet } = await signedInFrame(stack, blind, { opens: false })
    const quote = await quoteOf(stack)
    expect(await codeOf(wallet.executeQuote(quote))).toBe('WINDOW_BLOCKED')
    expect((await wallet.getQuote(quote.id)).status).toBe('PENDING')
  })
})

describe('a page on plain HTTP', () => {
  test('has no frame: `ready` settles, and each call is made in a window', async () => {
    const stack = await createStack()
    const store = { ...(walletOf(stack) as WalletOptions), store: sharedStore() }
    const { wallet, windows, sizes } = framed({ wallet: store }, { isSecure: false })
    await wallet.ready
    expect(wallet.getState().session).toEqual({ status: 'none', reason: 'unread' })
    await wallet.signIn({ type: 'EMAIL_OTP' })
    expect(wallet.getState().flow).toMatchObject({ status: 'awaitingProof', proof: 'otp' })
    await wallet.submit({ otp: stack.otp() })
    expect(wallet.getState().session).toMatchObject({ status: 'active', type: 'EMAIL_OTP' })
    expect((await wallet.executeQuote(await quoteOf(stack))).status).toBe('COMPLETED')
    expect([windows.map(({ closed }) => closed), sizes]).toEqual([[true, true, true], []])
  })

  test('opens no window to prepare a call', async () => {
    const stack = await createStack()
    const { wallet, windows } = framed({ wallet: walletOf(stack) }, { isSecure: false })
    expect(await wallet.prepare({ type: 'PASSKEY' })).toEqual({})
    expect(await wallet.credentials.prepare({ type: 'PASSKEY', nickname: 'Laptop' })).toEqual({})
    expect(windows).toEqual([])
  })
})

describe('a call that cannot cross', () => {
  test('rejects, and those beside it are made', async () => {
    const stack = await createStack()
    const { wallet } = framed({ wallet: walletOf(stack) })
    const odd = wallet.signIn({ type: 'EMAIL_OTP', nickname: () => {} } as never)
    const list = wallet.credentials.list()
    await expect(odd).rejects.toThrow(/clone/)
    expect(await list).toHaveLength(1)
  })

  test.each([
    ['nothing', []],
    ['text', ['true']],
    ['another type', [{ privateEnabled: 'yes' }]],
    ['a list', [[true]]],
    ['an argument too many', [{ privateEnabled: true }, 1]],
  ])('of an operation rejects if its input is %s, and sends and asks nothing', async (_, given) => {
    const stack = await createStack()
    const { wallet } = await signedInFrame(stack, {
      answers: () => expect.unreachable('asked'),
    })
    const { updatePrivacy } = wallet as unknown as {
      updatePrivacy: (...given: unknown[]) => Promise<unknown>
    }
    const before = stack.emulator.requests().length
    await expect(updatePrivacy(...given)).rejects.toBeInstanceOf(TypeError)
    expect(stack.emulator.requests()).toHaveLength(before)
  })

  test('rejects if it has an argument too many', async () => {
    const { wallet } = framed({ wallet: walletOf(await createStack()) })
    const { list } = wallet.credentials as unknown as { list: (...given: unknown[]) => Promise<unknown> }
    await expect(list({}, 1, 2)).rejects.toBeInstanceOf(TypeError)
  })
})

/** A store that survives its page, as that of a browser. */
const sharedStore = (): AccountStore => ({ ...memoryStore(), tier: 'indexeddb' })
