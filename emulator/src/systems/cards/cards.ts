/** Issues cards and updates their state (wire-facts 7.5 [reference]). @module */
import type { Card, CreateCardBody } from 'embedded-wallet-auth/wire'
import { ApiError, orNotFound } from '../../handler/api-error.js'
import type { Context } from '../../handler/context.js'
import { accountById, presentCustomer } from '../../handler/find-records.js'
import { newId, safeUuid } from '../../state/ids.js'
import type { CardRecord } from '../../state/records/cards.js'
import { timestamp } from '../../time/clock.js'
import { schedule } from '../../time/scheduler.js'
import { publish } from '../webhooks/publish.js'
import { activeAtOnce, ineligibleSources, issuerDecisions, suffixOf } from './suffixes.js'

/** How long a card is valid, in years [our choice]. */
const goodForYears = 4

/**
 * Returns the currency of a new card. Throws 404 for an unknown cardholder, 410 for a deleted one, and 400 for one who
 * is not approved. Throws like {@link requireEligible} for the funding sources.
 */
export function requireIssuable(context: Context, { cardholderId, fundingSources }: CreateCardBody): string {
  const cardholder = presentCustomer(context, cardholderId)
  if ((cardholder.kycStatus ?? cardholder.kybStatus) !== 'APPROVED') {
    throw new ApiError(400, 'CARDHOLDER_KYC_NOT_APPROVED', 'The cardholder is not approved.')
  }
  return requireEligible(context, cardholderId, fundingSources)
}

/**
 * Issues a card and returns it in the state PENDING_ISSUE, even if the issuer decides at once. Throws like
 * {@link requireIssuable}.
 */
export function issueCard(context: Context, body: CreateCardBody): Card {
  const { cardholderId, form, fundingSources, platformCardId } = body
  const currency = requireIssuable(context, body)
  const now = context.clock.now()
  const id = newId('Card')
  const wire: Card = {
    id,
    cardholderId,
    platformCardId: platformCardId ?? safeUuid(),
    state: 'PENDING_ISSUE',
    stateReason: null,
    brand: 'VISA',
    form,
    last4: String(crypto.getRandomValues(new Uint16Array(1))[0] ?? 0)
      .padStart(5, '0')
      .slice(-4),
    expMonth: new Date(now).getUTCMonth() + 1,
    expYear: new Date(now).getUTCFullYear() + goodForYears,
    panEmbedUrl: `https://cards.emulator.test/${id.slice(5)}`,
    fundingSources,
    currency,
    issuerRef: safeUuid(),
    ...(context.facts.laterMembers === 'present' && { maxSpendPerTransaction: null }),
    createdAt: timestamp(now),
    updatedAt: timestamp(now),
  }
  const suffix = suffixOf(platformCardId ?? cardholderId)
  const decision = suffix in issuerDecisions ? issuerDecisions[suffix] : activeAtOnce
  if (!decision) {
    context.state.cards.set(id, { wire })
    return wire
  }
  const { after, state, stateReason } = decision
  context.state.cards.set(id, { wire, decision: { at: now + after, state, stateReason } })
  schedule(context, now + after, 'card', id)
  if (after === 0) currentCard(context, id)
  return wire
}

/**
 * Returns a card in its current state. If the issuer's decision is due, it is applied first. Throws 404 for an unknown
 * card.
 */
export function currentCard(context: Context, id: string): Card {
  const record = orNotFound(context.state.cards.get(id), 'card')
  const { wire, decision } = record
  if (!decision || context.clock.now() < decision.at) return wire
  const { state, stateReason, at } = decision
  return putCard(context, { wire: { ...wire, state, stateReason, updatedAt: timestamp(at) } }, record)
}

/** Changes a card. Sends one webhook if the state changes, and another if the funding sources change. */
export function changeCard(
  context: Context,
  id: string,
  changes: Partial<Pick<Card, 'state' | 'stateReason' | 'fundingSources'>>,
): Card {
  const wire = currentCard(context, id)
  const updatedAt = timestamp(context.clock.now())
  return putCard(context, { wire: { ...wire, ...changes, updatedAt } }, { wire })
}

function putCard(context: Context, record: CardRecord, before: CardRecord): Card {
  const { wire } = record
  context.state.cards.set(wire.id, record)
  if (wire.state !== before.wire.state) publish(context, 'CARD.STATE_CHANGE', wire)
  if (wire.fundingSources !== before.wire.fundingSources) publish(context, 'CARD.FUNDING_SOURCE_CHANGE', wire)
  return wire
}

/** Creates the error for an account that cannot be a funding source (fact `ineligibleSource`). */
export const ineligible = ({ facts }: Pick<Context, 'facts'>, message: string): ApiError =>
  new ApiError(400, facts.ineligibleSource, message)

/**
 * Returns the currency that all funding sources share. Throws 404 for an unknown account. Throws {@link ineligible} if
 * an account's suffix is in `ineligibleSources`, if an account belongs to another customer, or if the currencies
 * differ. Throws the same error for more than one embedded wallet, because a stamp is valid for only one wallet [our
 * choice].
 */
export function requireEligible(context: Context, cardholderId: string, ids: readonly string[]): string {
  if (ids.some((id) => ineligibleSources.includes(suffixOf(id)))) {
    throw ineligible(context, 'The account cannot be a funding source.')
  }
  const accounts = ids.map((id) => accountById(context, id))
  if (accounts.some(({ customerId }) => customerId !== cardholderId)) {
    throw ineligible(context, 'A funding source does not belong to the cardholder.')
  }
  if (accounts.filter(({ wallet }) => wallet).length > 1) {
    throw ineligible(context, 'Only one embedded wallet can be a funding source.')
  }
  const [currency = '', ...others] = new Set(accounts.map((account) => account.currency))
  if (others.length > 0) throw ineligible(context, 'The funding sources have different currencies.')
  return currency
}
