/** What `onEvent` reports, and what it never contains. @module */

import { expect, test, vi } from 'vitest'
import { ServiceError } from '../../errors.js'
import type { Wallet } from '../api.js'
import { codeOf, kept, opened, signedIn } from '../fixtures/open-wallets.js'
import { quoteOf } from '../fixtures/quotes.js'
import { createStack } from '../fixtures/stack.js'
import { createObserver, type WalletEvent } from './events.js'

/** All texts in a JSON value except error codes, which events contain too. */
const textsIn = (value: unknown, name = ''): readonly string[] => {
  if (typeof value === 'string') return name === 'code' ? [] : [value]
  if (typeof value === 'number') return [String(value)]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([field, part]) => textsIn(part, field))
}

const bodyOf = async (message: Request | Response): Promise<unknown> => {
  const text = await message.clone().text()
  return text === '' ? undefined : (JSON.parse(text) as unknown)
}

test('no event of any flow contains anything from a request, an answer or the user', async () => {
  const stack = await createStack()
  const events: WalletEvent[] = []
  const given = new Set<string>([stack.accountId, stack.email])
  const wallet = kept(
    stack.wallet({
      onEvent: (event) => events.push(event),
      backend: async (request) => {
        for (const text of textsIn(await bodyOf(request))) given.add(text)
        for (const part of new URL(request.url).pathname.split('/')) if (part.includes(':')) given.add(part)
        for (const [name, text] of request.headers)
          if (/signature|request-id|key/i.test(name)) given.add(text)
        const answer = await stack.backend(request)
        for (const text of textsIn(await bodyOf(answer))) given.add(text)
        return answer
      },
    }),
  )
  const oauth = {
    type: 'OAUTH' as const,
    getOidcToken: async ({ nonce }: { readonly nonce: string }) => {
      const token = await stack.emulator.issuer.token({ sub: 'ada', email: stack.email, nonce })
      given.add(nonce).add(token)
      return token
    },
  }
  const quote = await quoteOf(stack)
  for (const text of textsIn(quote)) given.add(text)
  await wallet.signIn({ type: 'EMAIL_OTP' })
  await codeOf(wallet.submit({ otp: 'wrong-code' }))
  await wallet.submit({ otp: stack.otp() })
  await wallet.signer?.stamp('a payload of the platform')
  given.add('a payload of the platform')
  const { id } = await wallet.credentials.create(oauth)
  await stack.emulator.clock.advance(60_000)
  await wallet.signIn(oauth)
  await wallet.sessions.refresh()
  await wallet.updatePrivacy({ privateEnabled: true })
  await wallet.executeQuote(quote)
  const before = JSON.stringify(events)
  const { phrase } = await wallet.exportWallet()
  const words = new TextDecoder()
    .decode(phrase)
    .split(' ')
    .map((word) => `"${word}"`)
  // A random word can be a word of the events themselves, such as "stamp".
  for (const word of words) if (!before.includes(word)) given.add(word)
  await codeOf(
    wallet.signedRequest({ method: 'PATCH', path: `/internal-accounts/${stack.accountId}`, body: {} }),
  )
  await codeOf(wallet.credentials.revoke(id))
  await wallet.signOut()
  const told = JSON.stringify(events)
  expect(events.length).toBeGreaterThan(60)
  // Short ones, such as 15 or USD, are parts of other words and numbers.
  const long = [...given].filter((text) => text.length >= 5 && !/^(true|false)$/.test(text))
  expect(long.length).toBeGreaterThan(60)
  expect(long.filter((text) => told.includes(text))).toEqual([])
})

const of = (events: readonly WalletEvent[], type: WalletEvent['type']): readonly WalletEvent[] =>
  events.filter((event) => event.type === type)

test('calls, stamps, commits and transitions are reported with their durations and codes', async () => {
  const stack = await createStack()
  const events: WalletEvent[] = []
  const wallet = await signedIn(stack, { onEvent: (event) => events.push(event) })
  expect(of(events, 'transition').map((event) => 'event' in event && event.event)).toEqual(
    expect.arrayContaining(['signIn', 'challenged', 'proven', 'verified']),
  )
  expect(of(events, 'commit')).toContainEqual(
    expect.objectContaining({ changed: expect.arrayContaining(['session']), ms: 0 }),
  )
  events.splice(0)
  stack.emulator.faults.next('PATCH /internal-accounts/{id}', { delay: 2_000 })
  const changing = wallet.updatePrivacy({ privateEnabled: true })
  await expect.poll(() => stack.emulator.requests().some(({ method }) => method === 'PATCH')).toBe(true)
  await stack.emulator.clock.advance(2_000)
  await changing
  expect(of(events, 'call')).toMatchObject([
    { operation: 'updatePrivacy', ms: 2_000 },
    { operation: 'updatePrivacy', ms: 0 },
  ])
  expect(of(events, 'stamp')).toHaveLength(1)
  events.splice(0)
  stack.emulator.faults.next('PATCH /internal-accounts/{id}', { status: 409, code: 'CONFLICT' })
  await codeOf(wallet.updatePrivacy({ privateEnabled: true }))
  stack.emulator.faults.next('PATCH /internal-accounts/{id}', { status: 409, code: 'ada@example.com' })
  await codeOf(wallet.updatePrivacy({ privateEnabled: true }))
  expect(of(events, 'call').map((event) => 'code' in event && event.code)).toEqual(['CONFLICT', 'UNKNOWN'])
})

test('text that only ends or begins like an error code is not passed on', async () => {
  const codes: unknown[] = []
  const { timed } = createObserver(
    (event) => codes.push('code' in event && event.code),
    () => 0,
  )
  for (const code of ['CONFLICT', '4111 CONFLICT', 'CONFLICT 4111', 'NO', `A${'B'.repeat(64)}`]) {
    const work = () => Promise.reject(new ServiceError(409, { code }))
    await codeOf(timed(work, () => ({ type: 'stamp' })))
  }
  expect(codes).toEqual(['CONFLICT', 'UNKNOWN', 'UNKNOWN', 'UNKNOWN', 'UNKNOWN'])
})

test('without onEvent the work is done, and nothing is measured', async () => {
  const now = vi.fn(() => 0)
  const { told, timed } = createObserver(undefined, now)
  told({ type: 'transition', event: 'absent', effects: [], session: 'none', flow: 'idle' })
  expect(
    await timed(
      async () => 'done',
      () => ({ type: 'stamp' }),
    ),
  ).toBe('done')
  expect(now).not.toHaveBeenCalled()
})

test('an event is frozen, and an error of the listener is reported and changes nothing', async () => {
  const stack = await createStack()
  const uncaught = vi.fn()
  process.on('uncaughtException', uncaught)
  const seen: boolean[] = []
  const wallet: Wallet = await opened(stack, {
    onEvent: (event) => {
      seen.push(Object.isFrozen(event))
      throw new Error('of the listener')
    },
  })
  await wallet.credentials.list()
  await new Promise((resolve) => setImmediate(resolve))
  process.removeListener('uncaughtException', uncaught)
  expect(uncaught).toHaveBeenCalled()
  expect(seen.length).toBeGreaterThan(2)
  expect(seen.every(Boolean)).toBe(true)
})
