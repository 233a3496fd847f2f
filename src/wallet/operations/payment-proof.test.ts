/** Payments that the platform backend forwards only with a proof: `executeQuote` asks the person for it. @module */

import { afterEach, describe, expect, test, vi } from 'vitest'
import { clientKey } from '../../../emulator/src/fixtures/client.js'
import { type BackendOptions, createBackend } from '../../backend/index.js'
import { bytesToBase64url } from '../../base64url.js'
import { sha256, utf8 } from '../../encoding.js'
import { CeremonyError, ServiceError } from '../../errors.js'
import type { AuthMethod } from '../../wire/credentials.js'
import { provenText } from '../../wire/payment-challenge.js'
import type { PaymentProofRequest } from '../../wire/payment-proof.js'
import type { Quote } from '../../wire/quotes.js'
import type { Wallet } from '../api.js'
import { baseUrl } from '../fixtures/ask-as-platform.js'
import { codeOf, opened, signedIn } from '../fixtures/open-wallets.js'
import { type Ceremony, stubPasskeys } from '../fixtures/passkeys.js'
import { quoteTo } from '../fixtures/quotes.js'
import { createStack, type Stack } from '../fixtures/stack.js'
import { type AccountStore, memoryStore } from '../record/storage.js'
import type { Confirm } from './operations.js'

interface Purse {
  readonly stack: Stack
  readonly quote: Quote
  readonly wallet: Wallet
  readonly store: AccountStore
  /** The executions that the page sent: their idempotency keys, and whether they carried a proof. */
  readonly sends: { readonly key: string | null; readonly proven: boolean; readonly status: number }[]
  readonly dialogs: Ceremony[]
  readonly paid: () => number
  readonly backend: Stack['backend']
  /** Called for each dialog of a payment. */
  dialog: () => unknown
}

async function purse(
  options: Partial<Parameters<Stack['wallet']>[0]> = {},
  more: Partial<BackendOptions> = {},
) {
  const stack = await createStack()
  const { quote, receiver } = await quoteTo(stack)
  const handler = createBackend({
    service: { baseUrl, ...stack.emulator.apiToken, fetch: stack.emulator.fetch },
    authorize: async () => [stack.accountId],
    loginSession: () => 'the login session',
    relyingParty: { id: 'localhost', name: 'Test platform' },
    origins: ['http://localhost', 'http://localhost:5173'],
    limits: false,
    stepUp: { payments: { above: { amount: 0, currency: 'USDB' }, newPasskeyAfter: 0 } },
    clock: stack.emulator.clock,
    ...more,
  })
  const sends: Purse['sends'] = []
  const dialogs: Ceremony[] = []
  const backend: Stack['backend'] = async (request) => {
    const answer = await handler(request)
    if (request.url.endsWith('/execute')) {
      const proven = request.headers.has('Wallet-Payment-Proof')
      sends.push({ key: request.headers.get('Wallet-Idempotency-Key'), proven, status: answer.status })
    }
    return answer
  }
  const one: Omit<Purse, 'wallet'> = {
    ...{ stack, quote, sends, dialogs, store: memoryStore(), backend },
    paid: () => Number(stack.emulator.ledger.balance(receiver, 'USD')) / quote.totalReceivingAmount,
    dialog: () => {},
  }
  await stubPasskeys((kind, options) => {
    if (kind === 'create') return undefined
    dialogs.push(options)
    return one.dialog()
  })
  const wallet = await signedIn(stack, { store: one.store, backend, ...options })
  await wallet.credentials.create({ type: 'PASSKEY', nickname: 'Laptop' })
  return Object.assign(one, { wallet })
}

type Asked = PaymentProofRequest

/** A backend that changes what it asks the page to prove. */
const asking =
  (backend: Stack['backend'], change: (details: Asked) => Asked | Promise<Asked>): Stack['backend'] =>
  async (request) => {
    const answer = await backend(request)
    const body = answer.status === 403 ? await answer.clone().json() : undefined
    if (body?.code !== 'PAYMENT_PROOF_REQUIRED') return answer
    return Response.json({ ...body, details: await change(body.details) }, { status: 403 })
  }

/** Begins a sign-in with the account's passkey for a key of the backend's own. Resolves with the digest to sign. */
async function signInChallenge(stack: Stack): Promise<string> {
  const { data } = await stack.service<{ readonly data: readonly AuthMethod[] }>(
    'GET',
    `/auth/credentials?accountId=${stack.accountId}`,
  )
  const id = data.find(({ type }) => type === 'PASSKEY')?.id
  const { challenge } = await stack.service<{ readonly challenge: string }>(
    'POST',
    `/auth/credentials/${id}/challenge`,
    { clientPublicKey: clientKey().publicKey },
  )
  return Buffer.from(challenge, 'hex').toString('base64url')
}

const dismissed = (): Promise<never> =>
  Promise.reject(Object.assign(new Error('dismissed'), { name: 'NotAllowedError' }))

const dismissing = (one: Pick<Purse, 'dialog'>): void => {
  one.dialog = dismissed
}

afterEach(() => {
  vi.unstubAllGlobals()
})

describe('executeQuote, where the backend asks for a proof', () => {
  test('executeQuote opens one dialog, sends again with the same key, and pays once', async () => {
    const { wallet, quote, sends, dialogs, paid, stack } = await purse()
    expect((await wallet.executeQuote(quote)).status).toBe('COMPLETED')
    expect(sends.map(({ proven, status }) => [proven, status])).toEqual([
      [false, 403],
      [true, 200],
    ])
    expect(new Set(sends.map(({ key }) => key)).size).toBe(1)
    expect(dialogs).toHaveLength(1)
    expect(dialogs[0]?.publicKey).toMatchObject({
      rpId: 'localhost',
      userVerification: 'required',
      allowCredentials: [{ type: 'public-key' }],
    })
    expect([paid(), wallet.getState().unsettled]).toEqual([1, []])
    expect(JSON.stringify(stack.emulator.requests())).not.toContain('payment-proof')
  })

  test('the person confirms once, before the dialog, and the dialog is about the same terms', async () => {
    const order: string[] = []
    const one = await purse({
      confirm: async ({ operation }) => {
        if (operation === 'executeQuote') order.push('confirm')
        return true
      },
    })
    one.dialog = () => order.push('dialog')
    await one.wallet.executeQuote(one.quote)
    expect(order).toEqual(['confirm', 'dialog'])
  })

  test('the question and the dialog are about the receiver’s name that the backend has added', async () => {
    const names: unknown[] = []
    let name = 'Grace Hopper'
    const confirm: Confirm = async (request) => {
      if (request.operation === 'executeQuote') names.push(request.details.payee)
      return true
    }
    const { wallet, quote, dialogs, paid } = await purse({ confirm }, { payeeOf: () => name })
    const read = await wallet.getQuote(quote.id)
    name = 'Mallory'
    expect(await codeOf(wallet.executeQuote(read))).toBe('PAYLOAD_REFUSED')
    expect([dialogs.length, paid()]).toEqual([0, 0])
    name = 'Grace Hopper'
    expect((await wallet.executeQuote(read)).status).toBe('COMPLETED')
    expect(names).toEqual(['Grace Hopper', 'Grace Hopper'])
  })

  test('a quote that came without the receiver’s name is paid, although the backend has one for it', async () => {
    const { wallet, quote, paid } = await purse({}, { payeeOf: () => 'Grace Hopper' })
    expect(quote.platformPayee).toBeUndefined()
    expect((await wallet.executeQuote(quote)).status).toBe('COMPLETED')
    expect(paid()).toBe(1)
  })

  test('the dialog closes when the quote expires', async () => {
    const { wallet, quote, dialogs, stack } = await purse()
    const { clock } = stack.emulator
    await clock.advance(Date.parse(quote.expiresAt) - clock.now() - 20_000)
    await wallet.executeQuote(quote)
    expect(dialogs[0]?.publicKey).toMatchObject({ timeout: 20_000 })
  })

  test('a payment that needs no proof is sent once, without a dialog', async () => {
    const payments = { above: { amount: 1_000_000_000, currency: 'USDB' } }
    const { wallet, quote, sends, dialogs } = await purse({}, { stepUp: { payments } })
    await wallet.executeQuote(quote)
    expect(sends.map(({ proven }) => proven)).toEqual([false])
    expect(dialogs).toHaveLength(0)
  })

  test('while the dialog is open, and after it was dismissed, the quote is not in doubt, and nothing was sent', async () => {
    const one = await purse()
    const { wallet, quote, sends, paid } = one
    const during: unknown[] = []
    one.dialog = () => {
      during.push(wallet.getState().unsettled)
      return dismissed()
    }
    const error = await wallet.executeQuote(quote).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(CeremonyError)
    expect(error).toMatchObject({ code: 'CEREMONY_CANCELLED' })
    expect(during).toEqual([[]])
    expect([wallet.getState().unsettled, sends.map(({ status }) => status), paid()]).toEqual([[], [403], 0])
  })

  test('after a dismissed dialog, the next call opens the dialog before it sends, and sends once', async () => {
    const one = await purse()
    const { wallet, quote, sends, dialogs, paid } = one
    dismissing(one)
    expect(await codeOf(wallet.executeQuote(quote))).toBe('CEREMONY_CANCELLED')
    one.dialog = () => expect(sends).toHaveLength(1)
    await wallet.executeQuote(quote)
    expect([sends.map(({ proven }) => proven), dialogs.length, paid()]).toEqual([[false, true], 2, 1])
  })

  test('a request that was kept for four minutes is not answered: the backend is asked again', async () => {
    const one = await purse()
    const { wallet, quote, sends, stack, paid } = one
    dismissing(one)
    await codeOf(wallet.executeQuote(quote))
    await stack.emulator.clock.advance(4 * 60_000)
    one.dialog = () => expect(sends).toHaveLength(2)
    await wallet.executeQuote(quote)
    expect([sends.map(({ proven }) => proven), paid()]).toEqual([[false, false, true], 1])
  })

  test('a request is kept for four minutes in all, however often its dialog is dismissed', async () => {
    const one = await purse()
    const { wallet, quote, sends, stack, paid } = one
    for (let n = 0; n < 2; n += 1) {
      dismissing(one)
      expect(await codeOf(wallet.executeQuote(quote))).toBe('CEREMONY_CANCELLED')
      await stack.emulator.clock.advance(2 * 60_000)
    }
    one.dialog = () => expect(sends).toHaveLength(2)
    await wallet.executeQuote(quote)
    expect([sends.map(({ proven }) => proven), paid()]).toEqual([[false, false, true], 1])
  })

  test('a call that is aborted while the dialog is open is CANCELLED, and nothing was sent', async () => {
    const one = await purse()
    const abort = new AbortController()
    one.dialog = () => {
      abort.abort()
      return new Promise(() => {})
    }
    expect(await codeOf(one.wallet.executeQuote(one.quote, { signal: abort.signal }))).toBe('CANCELLED')
    expect([one.wallet.getState().unsettled, one.sends.length, one.paid()]).toEqual([[], 1, 0])
  })

  test('after a sign-out during the dialog, the payment is not sent', async () => {
    const one = await purse()
    one.dialog = () => one.wallet.signOut()
    expect(await codeOf(one.wallet.executeQuote(one.quote))).toMatch(/^SESSION_(ENDED|REQUIRED)$/)
    expect([one.wallet.getState().unsettled, one.sends.length, one.paid()]).toEqual([[], 1, 0])
  })

  test('a proof that the backend refuses is a definite refusal: no doubt, and the next call asks again', async () => {
    let skew = 0
    const one: Purse = await purse({}, { clock: { now: () => Date.now() + skew } })
    const { wallet, quote, dialogs, paid } = one
    one.dialog = () => {
      skew += 5 * 60_000
    }
    const error = await wallet.executeQuote(quote).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(ServiceError)
    expect(error).toMatchObject({ code: 'PAYMENT_PROOF_REFUSED', reason: 'nonce' })
    expect([wallet.getState().unsettled, dialogs.length, paid()]).toEqual([[], 1, 0])
    one.dialog = () => {}
    expect((await wallet.executeQuote(quote)).status).toBe('COMPLETED')
    expect([dialogs.length, paid()]).toEqual([2, 1])
  })

  test('a backend that asks for a proof although it got one is not given a second one', async () => {
    const one = await purse()
    const { stack, store, quote, sends, dialogs, paid } = one
    const backend: Stack['backend'] = (request) => {
      const bare = new Request(request)
      bare.headers.delete('Wallet-Payment-Proof')
      return one.backend(bare)
    }
    const wallet = await opened(stack, { store, backend })
    one.dialog = () => (dialogs.length > 1 ? dismissed() : undefined)
    expect(await codeOf(wallet.executeQuote(quote))).toBe('PAYMENT_PROOF_REQUIRED')
    expect([dialogs.length, sends.length, paid(), wallet.getState().unsettled]).toEqual([1, 2, 0, []])
  })

  test('a refusal with another code opens no dialog, even if it has the details of a request for a proof', async () => {
    const { stack, store, quote, dialogs, paid, backend } = await purse()
    const renaming: Stack['backend'] = async (request) => {
      const answer = await backend(request)
      if (answer.status !== 403) return answer
      return Response.json({ ...(await answer.json()), code: 'FORBIDDEN' }, { status: 403 })
    }
    const wallet = await opened(stack, { store, backend: renaming })
    expect(await codeOf(wallet.executeQuote(quote))).toBe('FORBIDDEN')
    expect([dialogs.length, paid(), wallet.getState().unsettled]).toEqual([0, 0, []])
  })

  test('after a lost answer, the same call finds out without another dialog, and pays once', async () => {
    const { wallet, quote, stack, sends, dialogs, paid } = await purse()
    stack.emulator.faults.next('POST /quotes/{quoteId}/execute', { drop: true })
    expect(await codeOf(wallet.executeQuote(quote))).toBe('OUTCOME_UNKNOWN')
    expect(wallet.getState().unsettled).toHaveLength(1)
    expect((await wallet.executeQuote(quote)).status).toBe('COMPLETED')
    expect([dialogs.length, new Set(sends.map(({ key }) => key)).size, paid()]).toEqual([1, 1, 1])
    expect(wallet.getState().unsettled).toEqual([])
  })

  test('two calls at once in two tabs pay once', async () => {
    const one = await purse()
    const second = await opened(one.stack, { store: one.store, backend: one.backend })
    const ends = await Promise.all([
      codeOf(one.wallet.executeQuote(one.quote)),
      codeOf(second.executeQuote(one.quote)),
    ])
    expect(ends).toContain('resolved')
    expect([one.paid(), one.wallet.getState().unsettled]).toEqual([1, []])
  })

  test.each<[string, (quote: Quote) => Quote]>([
    ['another amount', (quote) => ({ ...quote, totalSendingAmount: quote.totalSendingAmount - 1 })],
    [
      'another receiver',
      (quote) => ({ ...quote, destination: { ...quote.destination, accountId: quote.source.accountId } }),
    ],
    [
      'another address',
      (quote) => ({ ...quote, destination: { ...quote.destination, umaAddress: '$eve@example.com' } }),
    ],
    [
      'a later expiry',
      (quote) => ({ ...quote, expiresAt: new Date(Date.parse(quote.expiresAt) + 1_000).toISOString() }),
    ],
  ])(
    'a quote that shows the person %s than the service has is PAYLOAD_REFUSED, without a dialog',
    async (_, change) => {
      const { wallet, quote, dialogs, paid } = await purse()
      expect(await codeOf(wallet.executeQuote(change(quote)))).toBe('PAYLOAD_REFUSED')
      expect([dialogs.length, paid(), wallet.getState().unsettled]).toEqual([0, 0, []])
    },
  )

  test.each<[string, (details: Asked, stack: Stack) => Asked | Promise<Asked>]>([
    [
      'the challenge of a sign-in, as base64url of its digest',
      async ({ options, ...details }, stack) => ({
        ...details,
        options: { ...options, challenge: await signInChallenge(stack) },
      }),
    ],
    [
      'a challenge of its own',
      ({ options, ...details }) => ({ ...details, options: { ...options, challenge: 'A'.repeat(43) } }),
    ],
    ['the challenge of another nonce', (details) => ({ ...details, nonce: 'A'.repeat(43) })],
    [
      'a dearer quote under the right terms',
      ({ quote, ...details }) => ({
        ...details,
        ...(quote && { quote: { ...quote, totalSendingAmount: quote.totalSendingAmount * 20 } }),
      }),
    ],
    [
      'a dearer quote under the right terms, with the challenge made from it',
      async ({ quote, options, ...details }, { accountId }) => {
        const dearer = { ...(quote as Quote), totalSendingAmount: Number(quote?.totalSendingAmount) * 20 }
        const proven = await sha256(utf8(provenText(details.nonce, accountId, dearer)))
        return { ...details, quote: dearer, options: { ...options, challenge: bytesToBase64url(proven) } }
      },
    ],
    [
      'other terms over the right quote',
      ({ terms, ...details }) => ({
        ...details,
        terms: { ...terms, sends: { ...terms.sends, amount: terms.sends.amount - 1 } },
      }),
    ],
    [
      'another payload',
      ({ quote, ...details }) => ({ ...details, ...(quote && { quote: { ...quote, payloadToSign: '{}' } }) }),
    ],
  ])('a backend that names %s gets no dialog, and is PAYLOAD_REFUSED', async (_, lie) => {
    const { stack, store, quote, dialogs, paid, backend } = await purse()
    const wallet = await opened(stack, { store, backend: asking(backend, (details) => lie(details, stack)) })
    expect(await codeOf(wallet.executeQuote(quote))).toBe('PAYLOAD_REFUSED')
    expect([dialogs.length, paid(), wallet.getState().unsettled]).toEqual([0, 0, []])
  })

  test('a backend that names the challenge of a sign-in in hex has asked for nothing that can be read', async () => {
    const { stack, store, quote, dialogs, paid, backend } = await purse()
    const hex = async ({ options, ...details }: Asked): Promise<Asked> => {
      const challenge = Buffer.from(Buffer.from(await signInChallenge(stack), 'base64url').toString('hex'))
      return { ...details, options: { ...options, challenge: challenge.toString('base64url') } }
    }
    const wallet = await opened(stack, { store, backend: asking(backend, hex) })
    expect(await codeOf(wallet.executeQuote(quote))).toBe('PAYMENT_PROOF_REQUIRED')
    expect([dialogs.length, paid()]).toEqual([0, 0])
  })

  test('a backend of version 0.1.0, which does not say what it has hashed, is answered', async () => {
    const { stack, store, quote, dialogs, paid, backend } = await purse()
    const older = ({ quote: _, ...details }: Asked): Asked => details
    const wallet = await opened(stack, { store, backend: asking(backend, older) })
    expect((await wallet.executeQuote(quote)).status).toBe('COMPLETED')
    expect([dialogs.length, paid()]).toEqual([1, 1])
  })

  test('a backend of another relying party is RELYING_PARTY_MISMATCH, without a dialog', async () => {
    const { quote, dialogs, stack, store, backend, wallet } = await purse()
    const other = await opened(stack, { store, backend, passkey: { rpId: 'example.com' } })
    expect(await codeOf(other.executeQuote(quote))).toBe('RELYING_PARTY_MISMATCH')
    expect([dialogs.length, wallet.getState().unsettled]).toEqual([0, []])
  })
})
