import type { Card, Invitation, Transaction } from 'embedded-wallet-auth/wire'
import { describe, expect, expectTypeOf, it } from 'vitest'
import { eventsOf } from './payment-events.js'
import { publish } from './publish.js'

const at = '2026-01-01T00:00:00.000Z'
const refund = (status: string): Pick<Transaction, 'refund'> => ({
  refund: { reference: 'R', initiatedAt: at, status },
})
const transaction = (
  type: 'INCOMING' | 'OUTGOING',
  status: Transaction['status'],
  more: Partial<Transaction> = {},
): Transaction => ({
  id: 'Transaction:1',
  type,
  status,
  destination: {},
  customerId: 'Customer:1',
  platformCustomerId: 'p',
  receivedAmount: { amount: 1, currency: { code: 'USD' } },
  ...more,
})

describe('events of a transaction', () => {
  it.each(['PENDING', 'PROCESSING', 'COMPLETED', 'FAILED', 'EXPIRED'] as const)(
    'the events of a transaction include one for the outgoing status %s',
    (status) => {
      expect(eventsOf(undefined, transaction('OUTGOING', status))).toEqual([`OUTGOING_PAYMENT.${status}`])
    },
  )

  it.each(['COMPLETED', 'FAILED'] as const)(
    'the events of a transaction include one for the incoming status %s',
    (status) => {
      expect(eventsOf(transaction('INCOMING', 'PENDING'), transaction('INCOMING', status))).toEqual([
        `INCOMING_PAYMENT.${status}`,
      ])
    },
  )

  it('the events of a transaction do not include INCOMING_PAYMENT.PENDING, which asks for approval', () => {
    expect(eventsOf(undefined, transaction('INCOMING', 'PENDING'))).toEqual([])
  })

  it.each(['PENDING', 'COMPLETED', 'FAILED'])(
    'the events of a transaction include one for the refund status %s',
    (status) => {
      const before = transaction('OUTGOING', 'FAILED')
      expect(eventsOf(before, { ...before, ...refund(status) })).toEqual([
        `OUTGOING_PAYMENT.REFUND_${status}`,
      ])
    },
  )

  it('the events of a transaction contain both events, the status first', () => {
    const events = eventsOf(
      transaction('OUTGOING', 'PROCESSING'),
      transaction('OUTGOING', 'FAILED', refund('PENDING')),
    )
    expect(events).toEqual(['OUTGOING_PAYMENT.FAILED', 'OUTGOING_PAYMENT.REFUND_PENDING'])
  })

  it('the events of a transaction are empty if nothing changed, or if the change has no event', () => {
    const one = transaction('OUTGOING', 'FAILED', refund('PENDING'))
    expect(eventsOf(one, { ...one, description: 'x' })).toEqual([])
    expect(eventsOf(undefined, transaction('OUTGOING', 'CREATED'))).toEqual([])
  })
})

it('an event is published only with its own data', () => {
  expectTypeOf(publish<'INVITATION.CLAIMED'>)
    .parameter(2)
    .toEqualTypeOf<Invitation>()
  expectTypeOf(publish<'CARD.STATE_CHANGE'>)
    .parameter(2)
    .toEqualTypeOf<Card>()
  expectTypeOf(publish<'OUTGOING_PAYMENT.FAILED'>)
    .parameter(2)
    .toEqualTypeOf<Transaction>()
})
