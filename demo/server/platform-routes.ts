/** What a platform's own server does besides the backend: login, balance, receivers, quotes and activity. @module */
import type { Emulator, Mode } from 'embedded-wallet-auth-emulator'
import * as v from 'valibot'
import type { Framing, Me, Movement, Payment, Person, QuoteOrder, Welcome } from '../contract.js'
import { bodyOf, json, Refused } from './answer.js'
import type { Cast, Customer } from './cast.js'
import type { Logins } from './logins.js'
import type { QuotedPayments } from './quoted-payments.js'
import type { Routes } from './router.js'
import type { CallService } from './service.js'

/** What the calls need. */
export interface Platform {
  readonly mode: Mode
  readonly emulator: Emulator
  readonly logins: Logins
  readonly service: CallService
  readonly payments: QuotedPayments
  readonly framing?: Framing
  /** Returns the people. A reset replaces them. */
  readonly cast: () => Cast
}

const Login: v.GenericSchema<unknown, { readonly person: string }> = v.object({ person: v.string() })

const Order: v.GenericSchema<unknown, QuoteOrder> = v.object({
  receiverId: v.string(),
  amount: v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
})

/** Returns the customer who is logged in. Throws 401 if nobody is. */
export function customerOf({ logins, cast }: Platform, request: Request): Customer {
  const customer = cast().customers.get(logins.personOf(request) ?? '')
  if (customer === undefined) throw new Refused(401, 'UNAUTHORIZED', 'Nobody is logged in.')
  return customer
}

/** Returns the platform's calls. */
export function platformRoutes(platform: Platform): Routes {
  const { mode, emulator, logins, payments, service, cast, framing } = platform
  return {
    'GET /demo/welcome': () => {
      const people = [...cast().customers.values()].map(publicPart)
      const { exportSigner, otpSigner } = emulator
      const profile = emulator.profile()
      return json({
        ...{ mode, profile, exportSigner, otpSigner, people },
        ...(framing && { framing }),
      } satisfies Welcome)
    },
    'POST /demo/login': async (request) => {
      const { person } = await bodyOf(request, Login)
      if (!cast().customers.has(person)) throw new Refused(404, 'NOT_FOUND', 'There is no such customer.')
      return withCookie(json({}), logins.start(person))
    },
    'POST /demo/logout': (request) => withCookie(json({}), logins.end(request)),
    'GET /demo/me': async (request) => {
      const customer = cast().customers.get(logins.personOf(request) ?? '')
      if (customer === undefined) return json(null)
      const list = await service('GET', `/customers/internal-accounts?customerId=${customer.customerId}`)
      const account = rowsOf(list).find(({ id }) => id === customer.accountId)
      return json({
        person: publicPart(customer),
        // The type assertion is safe: the service describes this answer, and the page uses the library's type for it.
        account: account as unknown as Me['account'],
      } satisfies Me)
    },
    'GET /demo/receivers': (request) => {
      customerOf(platform, request)
      return json(cast().receivers)
    },
    // The source is always the logged-in customer's wallet. Only the platform can ensure that, so the wallet's backend
    // does not offer this call.
    'POST /demo/quotes': async (request) => {
      const { key, accountId, customerId } = customerOf(platform, request)
      const { receiverId, amount } = await bodyOf(request, Order)
      const receiver = cast().receivers.find(({ id }) => id === receiverId)
      if (receiver === undefined) throw new Refused(404, 'NOT_FOUND', 'There is no such receiver.')
      const quote = await service('POST', '/quotes', {
        source: { sourceType: 'ACCOUNT', accountId, customerId },
        destination: { destinationType: 'ACCOUNT', accountId: receiverId },
        lockedCurrencySide: 'SENDING',
        lockedCurrencyAmount: amount,
      })
      payments.add(key, quote, receiver)
      return json(quote, 201)
    },
    // For a page that was reloaded, and for other tabs: the wallet stores only the id of a quote.
    'GET /demo/quotes/{id}': (request, { id = '' }) => {
      const payment = payments.find(customerOf(platform, request).key, id)
      if (payment === undefined) throw new Refused(404, 'QUOTE_NOT_FOUND', 'There is no such quote.')
      return json(payment satisfies Payment)
    },
    'GET /demo/activity': async (request) => {
      const { customerId, accountId } = customerOf(platform, request)
      const wanted = `customerId=${customerId}&accountIdentifier=${accountId}&limit=50`
      const list = await service('GET', `/transactions?${wanted}`)
      return json(rowsOf(list).flatMap((row) => movementOf(row, accountId, cast())))
    },
  }
}

const publicPart = ({ key, name, email, phoneNumber, about }: Customer): Person => ({
  ...{ key, name, email, phoneNumber, about },
})

function withCookie(response: Response, cookie: string): Response {
  response.headers.append('Set-Cookie', cookie)
  return response
}

const List: v.GenericSchema<unknown, { readonly data: readonly Readonly<Record<string, unknown>>[] }> =
  v.looseObject({ data: v.array(v.record(v.string(), v.unknown())) })

const rowsOf = (list: unknown): readonly Readonly<Record<string, unknown>>[] => v.parse(List, list).data

const Money: v.GenericSchema<unknown, Movement['amount']> = v.looseObject({
  amount: v.number(),
  currency: v.looseObject({ code: v.string() }),
})

const Transaction = v.looseObject({
  id: v.string(),
  status: v.string(),
  source: v.optional(v.record(v.string(), v.unknown()), {}),
  destination: v.record(v.string(), v.unknown()),
  sentAmount: v.optional(Money),
  receivedAmount: Money,
  description: v.optional(v.string()),
  fees: v.optional(v.number()),
  exchangeRate: v.optional(v.number()),
  reconciliationInstructions: v.optional(v.looseObject({ reference: v.optional(v.string()) })),
  createdAt: v.string(),
  settledAt: v.optional(v.string()),
})

/** The statuses of quotes that were not executed. They moved no money, so they are not part of the activity. */
const unmoved = new Set(['CREATED', 'PENDING', 'EXPIRED'])

function movementOf(row: unknown, accountId: string, { names, receivers }: Cast): Movement[] {
  const parsed = v.safeParse(Transaction, row)
  if (!parsed.success || unmoved.has(parsed.output.status)) return []
  const { id, status, source, destination, sentAmount, receivedAmount, description } = parsed.output
  const { fees, exchangeRate, reconciliationInstructions, createdAt, settledAt = createdAt } = parsed.output
  // Not by `type`: for the service, a payment from the pocket to the wallet is outgoing, but for the wallet it is
  // incoming.
  const out = source['accountId'] === accountId
  const other = String((out ? destination : source)['accountId'] ?? '')
  const amount = out ? (sentAmount ?? receivedAmount) : receivedAmount
  const isConverted = out && receivedAmount.currency.code !== amount.currency.code
  const reference = reconciliationInstructions?.reference
  return [
    {
      id,
      direction: out ? 'out' : 'in',
      counterparty: names.get(other) ?? 'Unknown account',
      amount,
      ...(isConverted && { otherAmount: receivedAmount }),
      ...(isConverted && exchangeRate !== undefined && { exchangeRate }),
      ...(out && fees !== undefined && { fee: { amount: fees, currency: amount.currency } }),
      ...(description !== undefined && { description }),
      ...(reference !== undefined && { reference }),
      ...(out && receivers.some(({ id: known }) => known === other) && { receiverId: other }),
      status,
      at: settledAt,
    },
  ]
}
