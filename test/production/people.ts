/**
 * People with a wallet each, who sign in, read, pay, export and refresh through a balancer, and behave as the
 * documentation says when something fails.
 * @module
 */
import { createWallet, memoryStore, type Quote, type Wallet, WalletError } from 'embedded-wallet-auth'
import type { Emulator } from 'embedded-wallet-auth-emulator'
import { clientKey } from '../../emulator/src/fixtures/client.js'
import { askAsPlatform } from '../../src/wallet/fixtures/ask-as-platform.js'
import { CutOff, type Fleet } from './fleet.js'
import type { Judge } from './judge.js'

/** The longest that one act of a person may take, in milliseconds. Each call of a wallet ends within 30 s. */
const actLimit = 130_000
const paid = new Set(['COMPLETED', 'PROCESSING'])

export interface Crowd {
  readonly emulator: Emulator
  readonly fleet: Fleet
  readonly judge: Judge
  readonly origin: string
  readonly shopId: string
  readonly isOver: () => boolean
  /** Called with how long a call took, in milliseconds. */
  readonly took: (call: string, ms: number) => void
}

export interface Person {
  readonly name: string
  readonly accountId: string
  readonly email: string
}

/** The name of a call: its method, and the last part of its path without an id. */
export const callOf = (method: string, path: string): string =>
  `${method} ${(path.split('?')[0] ?? '').split('/').findLast((part) => !part.includes(':')) ?? ''}`

/** Lives until the crowd's time is over. `greedy` people only read, as fast as they are answered. */
export async function live(crowd: Crowd, person: Person, kind: 'usual' | 'greedy'): Promise<void> {
  const network = networkOf(crowd, person)
  if (kind === 'greedy') {
    const read = () => network(request(crowd.origin, 'GET', `/auth/sessions?accountId=${person.accountId}`))
    while (!crowd.isOver()) {
      await Promise.all(Array.from({ length: 8 }, () => read().catch(() => {})))
      await pause(60)
    }
    return
  }
  const wallet = createWallet({ accountId: person.accountId, backend: network, store: memoryStore() })
  const acts = actsOf(crowd, person, wallet, network)
  await wallet.ready
  while (!crowd.isOver()) {
    const at = Math.floor(Math.random() * acts.length)
    const [name, act] = acts[at] ?? ['none', async () => {}]
    await inTime(act(), () => crowd.judge.complain('a call without an end', `${person.name}: ${name}`)).catch(
      (error: unknown) => {
        if (!(error instanceof WalletError))
          crowd.judge.complain('a failure without a type', `${person.name}, ${name}: ${String(error)}`)
      },
    )
    await pause(200 + Math.random() * 500)
  }
  wallet.dispose()
}

type Network = (request: Request) => Promise<Response>

/** Sends the calls of one person to the balancer, each with an id, and reports every answer. */
function networkOf({ fleet, judge, took }: Crowd, person: Person): Network {
  return async (incoming) => {
    const { pathname, search } = new URL(incoming.url)
    const call = callOf(incoming.method, pathname)
    const requestId = `${person.name}:${crypto.randomUUID()}`
    const headers = {
      ...Object.fromEntries(incoming.headers),
      cookie: `login=${person.name}`,
      'x-request-id': requestId,
    }
    const body = incoming.method === 'GET' ? undefined : (await incoming.text()) || undefined
    const sentAt = Date.now()
    try {
      const answer = await fleet.send({ method: incoming.method, path: pathname + search, headers, body })
      const answeredAt = Date.now()
      took(call, answeredAt - sentAt)
      judge.answered({
        ...{ requestId, person: person.name, call, sentAt, answeredAt },
        ...{ status: answer.status, body: parsed(answer.text) },
      })
      return new Response(answer.text === '' ? null : answer.text, {
        status: answer.status,
        headers: answer.headers,
      })
    } catch (error) {
      if (!(error instanceof CutOff)) throw error
      if (!error.wasKilled)
        judge.complain(
          'a request cut off',
          `${call} ${requestId}: ${String(error.cause)} after ${Date.now() - sentAt} ms`,
        )
      throw new TypeError('Failed to fetch', { cause: error })
    }
  }
}

type Act = readonly [name: string, act: () => Promise<unknown>]

function actsOf(crowd: Crowd, person: Person, wallet: Wallet, network: Network): readonly Act[] {
  const { emulator } = crowd
  const { accountId, email } = person
  const signIn = async (): Promise<void> => {
    await wallet.signIn({ type: 'EMAIL_OTP' })
    await wallet.submit({ otp: emulator.inbox.latest(email)?.otp ?? '' })
  }
  const signedIn = async (): Promise<void> => {
    if (wallet.getState().session.status === 'none') await signIn()
  }
  const read = () => wallet.credentials.list()
  /** Asks for four exports at once. Each needs a sign-in of its own, so that at most one is forwarded. */
  const exportOften = async (): Promise<void> => {
    await signedIn()
    const path = `/internal-accounts/${accountId}/export`
    const one = () =>
      network(request(crowd.origin, 'POST', path, { clientPublicKey: clientKey().publicKey })).catch(() => {})
    await Promise.all([one(), one(), one(), one()])
  }
  const pay = async (): Promise<void> => {
    await signedIn()
    await payOnce(crowd, person, wallet, signIn)
  }
  const settle = async (): Promise<void> => {
    for (const { quoteId } of wallet.getState().unsettled) await wallet.getQuote(quoteId)
  }
  const refresh = async (): Promise<void> => {
    await signedIn()
    await wallet.sessions.refresh()
  }
  const wrongCode = async (): Promise<void> => {
    await wallet.signIn({ type: 'EMAIL_OTP' })
    await wallet.submit({ otp: '000000' }).catch(() => {})
    wallet.cancel()
  }
  return [
    ...Array.from({ length: 6 }, (): Act => ['read', read]),
    ...Array.from({ length: 4 }, (): Act => ['pay', pay]),
    ...Array.from({ length: 2 }, (): Act => ['export', exportOften]),
    ...[['settle', settle] as const, ['sign in', signIn] as const],
    ...[['refresh', refresh] as const, ['a wrong code', wrongCode] as const],
  ]
}

/** Pays for one purchase. Asks for another quote only after being told that the last one was not paid. */
async function payOnce(
  { emulator, judge, shopId, isOver }: Crowd,
  { name, accountId }: Person,
  wallet: Wallet,
  signIn: () => Promise<void>,
): Promise<void> {
  const purchase = `${name}/${crypto.randomUUID()}`
  for (let tries = 0; tries < 4 && !isOver(); tries++) {
    const quote = await askAsPlatform<Quote>(emulator, 'POST', '/quotes', {
      source: { sourceType: 'ACCOUNT', accountId },
      destination: { destinationType: 'ACCOUNT', accountId: shopId },
      lockedCurrencySide: 'RECEIVING',
      lockedCurrencyAmount: 100,
    })
    judge.attempt(purchase, quote.id)
    const outcome = await outcomeOf(wallet, quote, isOver)
    if (outcome === 'unknown') return
    judge.told(purchase, quote.id, outcome)
    if (outcome === 'paid') return
    await pause(500)
    if (wallet.getState().session.status === 'none') await signIn()
  }
}

/** Executes a quote, and again while nobody knows whether it was paid. */
async function outcomeOf(
  wallet: Wallet,
  quote: Quote,
  isOver: () => boolean,
): Promise<'paid' | 'not paid' | 'unknown'> {
  const until = Date.now() + 90_000
  while (Date.now() < until) {
    try {
      const { status } = await wallet.executeQuote(quote)
      if (paid.has(status)) return 'paid'
      if (status !== 'PENDING') return 'not paid'
    } catch (error) {
      if (!(error instanceof WalletError)) throw error
      const isOpen = wallet.getState().unsettled.some(({ quoteId }) => quoteId === quote.id)
      if (!isOpen && error.code !== 'OUTCOME_UNKNOWN') return 'not paid'
      await wallet.getQuote(quote.id).catch(() => {})
    }
    if (isOver()) return 'unknown'
    await pause(700)
  }
  return 'unknown'
}

function request(origin: string, method: string, path: string, body?: unknown): Request {
  const headers = { Origin: origin, ...(body === undefined ? {} : { 'Content-Type': 'application/json' }) }
  return new Request(`${origin}/wallet${path}`, {
    method,
    headers,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

async function inTime(work: Promise<unknown>, late: () => void): Promise<void> {
  const timer = setTimeout(late, actLimit)
  await work.finally(() => clearTimeout(timer))
}
