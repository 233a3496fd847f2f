/** The option `confirm`: who is asked, about what, for how long, and what a refusal leaves behind. @module */

import { afterEach, describe, expect, test, vi } from 'vitest'
import { systemClock } from '../../clock.js'
import { SessionError } from '../../errors.js'
import type { Wallet, WalletOptions } from '../api.js'
import { ceremonies } from '../credentials/passkey.js'
import { codeOf, signedIn } from '../fixtures/open-wallets.js'
import { stubPasskeys } from '../fixtures/passkeys.js'
import { createStack, type Stack } from '../fixtures/stack.js'
import type { Confirm, ConfirmationQuestion, ConfirmationRequest } from '../operations/operations.js'
import { createConfirmation } from './confirm.js'

afterEach(() => {
  vi.unstubAllGlobals()
})

type Ask = (request: ConfirmationRequest) => unknown

/** A signed-in wallet, the questions that it asked, and the stamps that it sent. */
const asking = async (stack: Stack, answer: Ask, options: Partial<WalletOptions> = {}) => {
  const questions: ConfirmationQuestion[] = []
  const stamps: string[] = []
  const confirm = (async ({ signal, ...question }: ConfirmationRequest) => {
    questions.push(structuredClone(question as ConfirmationQuestion))
    return answer({ signal, ...question } as ConfirmationRequest)
  }) as Confirm
  const wallet = await signedIn(stack, {
    ...options,
    confirm,
    backend: async (request) => {
      if (request.headers.has('Wallet-Signature'))
        stamps.push(`${request.method} ${new URL(request.url).pathname}`)
      return stack.backend(request)
    },
  })
  return { wallet, questions, stamps }
}

const idOf = (wallet: Wallet): string => {
  const { session } = wallet.getState()
  return 'id' in session ? session.id : ''
}

const oauth = (stack: Stack) => ({
  type: 'OAUTH' as const,
  getOidcToken: ({ nonce }: { readonly nonce: string }) =>
    stack.emulator.issuer.token({ sub: 'ada', email: stack.email, nonce }),
})

type Operation = ConfirmationQuestion['operation']

interface Row {
  readonly run: (wallet: Wallet, stack: Stack) => Promise<unknown>
  readonly details: (wallet: Wallet, stack: Stack) => unknown
}

/** All but those with tests of their own. */
const rows: Readonly<
  Record<Exclude<Operation, 'executeQuote' | 'signedRequest' | 'revokeAllSessions'>, Row>
> = {
  exportWallet: {
    run: async (wallet) => (await wallet.exportWallet()).wipe(),
    details: (_, { accountId }) => ({ accountId }),
  },
  createCredential: {
    run: (wallet, stack) => wallet.credentials.create(oauth(stack)),
    details: (_, { emulator, email }) => ({ type: 'OAUTH', issuer: emulator.issuer.url, email }),
  },
  revokeCredential: {
    run: async (wallet) => {
      const other = (await wallet.credentials.list()).find(({ type }) => type !== 'EMAIL_OTP')
      await wallet.credentials.revoke(other?.id ?? '')
    },
    details: (_, { email }) => ({
      credential: expect.stringMatching(/^AuthMethod:/),
      type: 'OAUTH',
      nickname: email,
      createdAt: expect.any(String),
    }),
  },
  refreshSession: {
    run: (wallet) => wallet.sessions.refresh(),
    details: (wallet) => ({ sessionId: idOf(wallet) }),
  },
  revokeSession: {
    run: (wallet) => wallet.sessions.revoke(idOf(wallet)),
    details: (wallet, { email }) => ({
      sessionId: idOf(wallet),
      isOwn: true,
      type: 'EMAIL_OTP',
      nickname: email,
      createdAt: expect.any(String),
    }),
  },
  updatePrivacy: {
    run: (wallet) => wallet.updatePrivacy({ privateEnabled: true }),
    details: () => ({ privateEnabled: true }),
  },
}
const asked = Object.entries(rows).map(([operation, row]) => ({ operation, ...row }))

/** With a second credential, for the row that revokes one. */
const prepared = async (row: { readonly operation: string }, answer: Ask) => {
  const stack = await createStack()
  if (row.operation === 'revokeCredential') {
    const first = await signedIn(stack)
    await first.credentials.create(oauth(stack))
    first.dispose()
    await stack.emulator.clock.advance(60_000)
  }
  return { stack, ...(await asking(stack, answer)) }
}

describe.each(asked)('$operation', (row) => {
  test(`asks once before the stamp of ${row.operation}, and continues when the user agrees`, async () => {
    const { stack, wallet, questions, stamps } = await prepared(row, () => true)
    const details = row.details(wallet, stack)
    await row.run(wallet, stack)
    expect(questions).toEqual([{ operation: row.operation, details }])
    expect(stamps).toHaveLength(1)
  })

  test.each<readonly [string, Ask, string]>([
    ['false', () => false, 'CONFIRMATION_REFUSED'],
    ['something else than true', () => 'yes', 'CONFIRMATION_REFUSED'],
    [
      'a throw',
      () => {
        throw new Error('the sheet broke')
      },
      'CONFIRMATION_FAILED',
    ],
  ])(`stamps nothing of ${row.operation} after %s`, async (_, answer, code) => {
    const { stack, wallet, stamps } = await prepared(row, answer)
    const before = wallet.getState().session
    const sent = stack.emulator.requests().length
    expect(await codeOf(row.run(wallet, stack))).toBe(code)
    expect(stamps).toEqual([])
    // Not even the first request, which uses up the proof of a sign-in: lists are read, and nothing else.
    const methods = stack.emulator
      .requests()
      .slice(sent)
      .map(({ method }) => method)
    expect(methods.filter((method) => method !== 'GET')).toEqual([])
    expect(wallet.getState().session).toEqual(before)
    expect(wallet.getState().flow.status).toBe('idle')
  })
})

describe('a question', () => {
  test('the question shows a signed request as it is sent, even if the app changes the object that it gets', async () => {
    const stack = await createStack()
    const seen: unknown[] = []
    const wallet = await signedIn(stack, {
      confirm: async (request) => {
        if (request.operation === 'signedRequest') {
          seen.push(structuredClone(request.details))
          Object.assign(request.details.body as object, { privateEnabled: false })
        }
        return true
      },
    })
    const path = `/internal-accounts/${stack.accountId}`
    const body = { privateEnabled: true }
    const answer = await wallet.signedRequest({ method: 'PATCH', path, body })
    expect(seen).toEqual([{ method: 'PATCH', path, body: { privateEnabled: true } }])
    expect(answer).toMatchObject({ privateEnabled: true })
  })

  test('a question says which credential and which session it is about, even if the page has read no list', async () => {
    const stack = await createStack()
    const reader = await signedIn(stack)
    const other = idOf(reader)
    const [{ id: credential } = { id: '' }] = await reader.credentials.list()
    const { wallet, questions } = await asking(stack, () => false)
    await codeOf(wallet.sessions.revoke(other))
    await codeOf(wallet.credentials.revoke(credential))
    const known = { type: 'EMAIL_OTP', nickname: stack.email, createdAt: expect.any(String) }
    expect(questions).toEqual([
      { operation: 'revokeSession', details: { sessionId: other, isOwn: false, ...known } },
      { operation: 'revokeCredential', details: { credential, ...known } },
    ])
  })

  test('a question about what the lists do not have, or cannot be read, names its id and guesses nothing', async () => {
    const stack = await createStack()
    const { wallet, questions } = await asking(stack, () => false)
    const uuid = '0190c7a3-0000-7000-8000-000000000000'
    await codeOf(wallet.credentials.revoke(`AuthMethod:${uuid}`))
    stack.emulator.faults.next('GET /auth/sessions', { status: 400, code: 'INVALID_INPUT' })
    await codeOf(wallet.sessions.revoke(`Session:${uuid}`))
    expect(questions.map(({ details }) => details)).toEqual([
      { credential: `AuthMethod:${uuid}` },
      { sessionId: `Session:${uuid}`, isOwn: false },
    ])
  })

  test('a question that is not answered within five minutes counts as refused, and its signal aborts', async () => {
    const stack = await createStack()
    let shown: AbortSignal | undefined
    const { wallet, stamps } = await asking(stack, ({ signal }) => {
      shown = signal
      return new Promise(() => {})
    })
    const asked = codeOf(wallet.updatePrivacy({ privateEnabled: true }))
    await expect.poll(() => shown).toBeDefined()
    await stack.emulator.clock.advance(4 * 60_000)
    expect(shown?.aborted).toBe(false)
    await stack.emulator.clock.advance(60_001)
    expect(await asked).toBe('CONFIRMATION_REFUSED')
    expect(shown?.aborted).toBe(true)
    expect(stamps).toEqual([])
  })

  test('a question that is answered after the device slept past the end of the session sends nothing', async () => {
    const stack = await createStack()
    const { clock } = stack.emulator
    let asleep = 0
    const { wallet, stamps } = await asking(
      stack,
      () => {
        asleep = 20 * 60_000
        return true
      },
      { clock: { now: () => clock.now() + asleep, after: clock.after } },
    )
    const sent = stack.emulator.requests().length
    expect(await codeOf(wallet.updatePrivacy({ privateEnabled: true }))).toMatch(/^SESSION_E/)
    expect(stamps).toEqual([])
    expect(stack.emulator.requests()).toHaveLength(sent)
  })

  test('a question ends when the caller’s signal aborts, and the call is CANCELLED', async () => {
    const stack = await createStack()
    const abort = new AbortController()
    let shown: AbortSignal | undefined
    const { wallet, stamps } = await asking(stack, ({ signal }) => {
      shown = signal
      abort.abort()
      return new Promise(() => {})
    })
    expect(await codeOf(wallet.exportWallet({ signal: abort.signal }))).toBe('CANCELLED')
    expect(shown?.aborted).toBe(true)
    expect(stamps).toEqual([])
  })

  test('no question is asked for an automatic refresh, a sign-out or the first credential', async () => {
    const stack = await createStack({ credential: false })
    const confirm = vi.fn(async () => false)
    const wallet = stack.wallet({ confirm, refreshAhead: 60 })
    await wallet.credentials.create({ type: 'EMAIL_OTP', email: stack.email })
    await wallet.signIn({ type: 'EMAIL_OTP' })
    await wallet.submit({ otp: stack.otp() })
    const before = idOf(wallet)
    await stack.emulator.clock.advance(14 * 60_000 + 1_000)
    await expect.poll(() => idOf(wallet)).not.toBe(before)
    await wallet.signOut()
    expect(await wallet.sessions.list()).not.toContainEqual(expect.objectContaining({ id: idOf(wallet) }))
    expect(confirm).not.toHaveBeenCalled()
    wallet.dispose()
  })

  test('the question about a new passkey comes before its dialog, and the dialog opens in the click that agrees', async () => {
    const stack = await createStack()
    const order: string[] = []
    await stubPasskeys((kind) => order.push(kind))
    let agree = (_: boolean): void => {}
    const { wallet, questions, stamps } = await asking(
      stack,
      () =>
        new Promise<boolean>((resolve) => {
          order.push('question')
          agree = resolve
        }),
    )
    const created = wallet.credentials.create({ type: 'PASSKEY', nickname: 'Laptop' })
    await expect.poll(() => order).toEqual(['question'])
    await vi.waitFor(() => expect(ceremonies()).toBeDefined())
    agree(true)
    // No timer and no request comes between the two.
    for (let step = 0; step < 30; step++) await Promise.resolve()
    expect(order).toEqual(['question', 'create'])
    await created
    expect(questions).toEqual([
      { operation: 'createCredential', details: { type: 'PASSKEY', nickname: 'Laptop' } },
    ])
    expect(stamps).toHaveLength(1)
  })

  test('a passkey that the user does not want is not made', async () => {
    const stack = await createStack()
    const dialogs: string[] = []
    await stubPasskeys((kind) => dialogs.push(kind))
    const { wallet } = await asking(stack, () => false)
    const created = wallet.credentials.create({ type: 'PASSKEY', nickname: 'Laptop' })
    expect(await codeOf(created)).toBe('CONFIRMATION_REFUSED')
    expect(dialogs).toEqual([])
  })

  test('consent does not make the library stamp a payload that it refuses', async () => {
    const stack = await createStack()
    const { wallet, stamps } = await asking(stack, () => true, { organizationId: 'another organization' })
    expect(await codeOf(wallet.updatePrivacy({ privateEnabled: true }))).toBe('PAYLOAD_REFUSED')
    expect(stamps).toEqual([])
  })

  test('a no has no cause, lateness has one, and a throw is the cause of the failure', async () => {
    const stack = await createStack()
    const broken = new Error('the sheet broke')
    let answer: Ask = () => false
    const { wallet, questions } = await asking(stack, (request) => answer(request))
    const change = () => wallet.updatePrivacy({ privateEnabled: true }).catch((error: unknown) => error)
    const no = await change()
    expect(no).toBeInstanceOf(SessionError)
    expect(Object.hasOwn(no as SessionError, 'cause')).toBe(false)
    answer = () => Promise.reject(broken)
    expect(await change()).toMatchObject({ name: 'SessionError', code: 'CONFIRMATION_FAILED', cause: broken })
    answer = () => new Promise(() => {})
    const asked = change()
    await expect.poll(() => questions.length).toBe(3)
    await stack.emulator.clock.advance(5 * 60_000)
    expect(await asked).toMatchObject({ code: 'CONFIRMATION_REFUSED', cause: expect.any(Error) })
  })

  test('a question without a signal of the caller fails as the option failed', async () => {
    const broken = new Error('the sheet broke')
    const clock = systemClock()
    const confirm = createConfirmation(() => Promise.reject(broken), { clock, now: clock.now })
    const asked = confirm({ operation: 'exportWallet', details: {} }, undefined)(clock.now() + 1_000)
    await expect(asked).rejects.toMatchObject({ code: 'CONFIRMATION_FAILED', cause: broken })
  })
})
