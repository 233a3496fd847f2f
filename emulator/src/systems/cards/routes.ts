/** The calls for cards and for simulated card payments. @module */
import type { Card, UpdateCardBody } from 'embedded-wallet-auth/wire'
import { ApiError } from '../../handler/api-error.js'
import { on, type SystemRoutes } from '../../handler/bind-route.js'
import type { Context } from '../../handler/context.js'
import { type WalletAccount, walletById } from '../../handler/find-records.js'
import { pageFrom } from '../../handler/page.js'
import { rawPayloadActivity } from '../../signed/payload.js'
import { signedRetry } from '../../signed/signed-retry.js'
import { runDueJobs } from '../../time/scheduler.js'
import { internalAccountsOf } from '../internal-accounts/accounts.js'
import { changeCard, currentCard, ineligible, issueCard, requireEligible, requireIssuable } from './cards.js'
import { authorize, clear, giveBack } from './transactions.js'

/** The calls under `/cards`. */
export const cardRoutes: SystemRoutes = [
  on('createCard', 'Issue a virtual card', (call) => {
    const { context, body } = call
    requireIssuable(context, body)
    const account = walletAmong(context, body.fundingSources)
    if (!account) return { answer: issueCard(context, body) }
    return signedRetry(call, async () => ({
      account,
      activity: await rawPayloadActivity(account.wallet.walletId, body),
      check: () => void requireIssuable(context, body),
      perform: () => issueCard(context, body),
    }))
  }),

  on('listCards', 'List cards', ({ context, query }) => {
    runDueJobs(context)
    const { cardholderId, accountId, platformCardId, state } = Object.fromEntries(query)
    const where = { cardholderId, accountId, platformCardId, state }
    const page = pageFrom(context.state.cards, { where }, query, 'newest')
    return { answer: { ...page, data: page.data.map(({ wire }) => wire) } }
  }),

  on('getCard', 'Get a card', ({ context, param }) => ({ answer: currentCard(context, param('id')) })),

  on('updateCard', 'Freeze, unfreeze or close a card, or change its funding sources', (call) => {
    const { context, body } = call
    const card = currentCard(context, call.param('id'))
    const account = signingWallet(context, card, body.fundingSources ?? card.fundingSources)
    const check = (): void => requireChangeable(context, currentCard(context, card.id), body)
    const perform = (): Card =>
      changeCard(context, card.id, {
        ...body,
        ...(body.state === undefined
          ? {}
          : { stateReason: body.state === 'CLOSED' ? 'CLOSED_BY_PLATFORM' : null }),
      })
    if (!account) {
      // A cardholder without an embedded wallet has no key to sign with, so the change needs no stamp [our choice].
      check()
      return { answer: perform() }
    }
    return signedRetry(call, async () => ({
      account,
      activity: await rawPayloadActivity(account.wallet.walletId, { cardId: card.id, ...body }),
      check,
      perform,
    }))
  }),
]

/** The calls under `/sandbox/cards`. */
export const simulatedCardRoutes: SystemRoutes = [
  on('simulateAuthorization', 'Authorize a payment with a card', ({ context, param, body }) => ({
    answer: authorize(context, currentCard(context, param('id')), body),
  })),

  on('simulateClearing', 'Clear an authorized payment', ({ context, param, body }) => ({
    answer: clear(context, currentCard(context, param('id')).id, body.cardTransactionId, body.amount),
  })),

  on('simulateReturn', 'Return money to a card', ({ context, param, body }) => ({
    answer: giveBack(context, currentCard(context, param('id')).id, body.cardTransactionId, body.amount),
  })),
]

/** Returns the first embedded wallet among these accounts, if there is one. */
function walletAmong(context: Context, ids: readonly string[]): WalletAccount | undefined {
  const id = ids.find((id) => context.state.accounts.get(id)?.wallet)
  return id === undefined ? undefined : walletById(context, id, 'fundingSources')
}

/**
 * Returns the embedded wallet whose holder must sign a change to a card: a wallet among the new funding sources, else
 * among the current funding sources, else among all of the cardholder's accounts.
 */
function signingWallet(context: Context, card: Card, sources: readonly string[]): WalletAccount | undefined {
  const own = internalAccountsOf(context, card.cardholderId).map(({ id }) => id)
  return [sources, card.fundingSources, own].map((ids) => walletAmong(context, ids)).find(Boolean)
}

/**
 * Throws 409 if the card is neither ACTIVE nor FROZEN, or if it already has the requested state. Throws 400 for
 * ineligible funding sources, and for funding sources in another currency.
 */
function requireChangeable(context: Context, card: Card, { state, fundingSources }: UpdateCardBody): void {
  if (card.state === 'CLOSED') throw new ApiError(409, 'CARD_ALREADY_CLOSED', 'The card is closed.')
  const isOpen = card.state === 'ACTIVE' || card.state === 'FROZEN'
  if (!isOpen || state === card.state) {
    const message = `This change is not possible while the card is ${card.state}.`
    throw new ApiError(409, 'INVALID_STATE_TRANSITION', message)
  }
  if (!fundingSources) return
  const currency = requireEligible(context, card.cardholderId, fundingSources)
  if (currency !== card.currency) {
    throw ineligible(context, 'The funding sources must have the currency of the card.')
  }
}
