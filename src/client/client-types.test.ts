/** Tests the types of a client. Only the type checker runs this code. @module */
import { describe, expectTypeOf, it } from 'vitest'
import type { Customer } from '../wire/customers.js'
import type { Quote } from '../wire/quotes.js'
import type { Calls } from '../wire/routes.js'
import type { Session } from '../wire/sessions.js'
import type { SignedRequestChallenge } from '../wire/signed-request-challenge.js'
import type { Transaction } from '../wire/transactions.js'
import type { CallAnswer, CallInputs, CallName, Client } from './call-types.js'

declare const client: Client
const stamped = { stamp: 's', requestId: 'r' }

describe('types', () => {
  it('the types of a client have the inputs and answers of the rows', () => {
    expectTypeOf<CallAnswer<'createQuote'>>().toEqualTypeOf<Quote>()
    expectTypeOf<CallInputs<'getCustomer'>['customerId']>().toEqualTypeOf<string>()
    expectTypeOf<CallInputs<'listTransactions'>['limit']>().toEqualTypeOf<number | undefined>()
    expectTypeOf<CallInputs<'listAgents'>['isPaused']>().toEqualTypeOf<boolean | undefined>()
    expectTypeOf<CallInputs<'listTransactions'>['sortOrder']>().toEqualTypeOf<'asc' | 'desc' | undefined>()
    expectTypeOf<ReturnType<Client['getCustomer']>>().toEqualTypeOf<Promise<Customer>>()
    expectTypeOf<keyof Calls>().toEqualTypeOf<CallName>()
  })

  it('the types of a client exclude a row that does not name its inputs', () => {
    // A row of the plain type `Route` names no inputs, so it would seem to have none.
    type Silent = { [K in CallName]: 'traits' extends keyof Calls[K] ? never : K }[CallName]
    expectTypeOf<Silent>().toEqualTypeOf<never>()
  })

  it('in the types of a client, a signed request returns a challenge only without a stamp', () => {
    const inputs = { id: 'x', clientPublicKey: 'y' }
    type First = Session | SignedRequestChallenge
    expectTypeOf(() => client.refreshSession(inputs)).returns.resolves.toEqualTypeOf<First>()
    expectTypeOf(() => client.refreshSession(inputs, stamped)).returns.resolves.toEqualTypeOf<Session>()
    const perhaps = stamped as typeof stamped | undefined
    expectTypeOf(() => client.refreshSession(inputs, perhaps)).returns.resolves.toEqualTypeOf<First>()
    expectTypeOf(() => client.revokeSession({ id: 'x' }, stamped)).returns.resolves.toBeUndefined()
  })

  it('in the types of a client, only the verification of an encrypted code may return a challenge', () => {
    const encrypted = { id: 'x', type: 'EMAIL_OTP', encryptedOtpBundle: '{}' } as const
    const plain = { id: 'x', type: 'EMAIL_OTP', otp: '1', clientPublicKey: 'y' } as const
    type First = Session | SignedRequestChallenge
    expectTypeOf(() => client.verifyCredential(encrypted)).returns.resolves.toEqualTypeOf<First>()
    expectTypeOf(() => client.verifyCredential(encrypted, stamped)).returns.resolves.toEqualTypeOf<Session>()
    expectTypeOf(() => client.verifyCredential(plain)).returns.resolves.toEqualTypeOf<Session>()
  })

  it('in the types of a client, a list can be read page by page or item by item', () => {
    expectTypeOf(() => client.listTransactions()).returns.resolves.toHaveProperty('hasMore')
    expectTypeOf(() => client.listTransactions.all()).returns.toEqualTypeOf<
      AsyncGenerator<Transaction, void, undefined>
    >()
    // @ts-expect-error the list of sessions has no pages
    expectTypeOf(() => client.listSessions.all({ accountId: 'x' })).toBeFunction()
  })

  it('the types of a client refuse what no call accepts', () => {
    const mistakes = (): unknown => [
      // @ts-expect-error an id is missing
      client.getCustomer(),
      // @ts-expect-error an id is a string
      client.getCustomer({ customerId: 5 }),
      // @ts-expect-error no such input
      client.getCustomer({ customerId: 'x', name: 'y' }),
      // @ts-expect-error no inputs at all
      client.getConfig({ id: 'x' }),
      // @ts-expect-error no such status
      client.listTransactions({ status: 'DONE' }),
      // @ts-expect-error a field of the body is missing
      client.verifyCredential({ id: 'x', type: 'EMAIL_OTP', clientPublicKey: 'y' }),
      // @ts-expect-error this call has no idempotency key
      client.getCustomer({ customerId: 'x' }, { idempotencyKey: 'k' }),
      // @ts-expect-error a stamp needs its request id
      client.revokeSession({ id: 'x' }, { stamp: 's' }),
      // @ts-expect-error the execution of a quote has no request id
      client.executeQuote({ quoteId: 'x' }, { stamp: 's', requestId: 'r' }),
      // @ts-expect-error this call has no stamp
      client.getQuote({ quoteId: 'x' }, { stamp: 's' }),
    ]
    expectTypeOf(mistakes).toBeFunction()
  })
})
