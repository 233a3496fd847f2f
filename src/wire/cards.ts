/** Schemas and routes of cards. The fields are from the service's public API reference [reference]. @module */
import * as v from 'valibot'
import type { Unlisted } from './open-sets.js'
import { type Page, type PageFilters, pageFilters, pageOf } from './page.js'
import type { TypedRoute } from './route.js'
import {
  Amount,
  id,
  looseObject,
  object,
  openSet,
  type Schema,
  Timestamp,
  text,
  withDefault,
} from './schema.js'

/** The states of a card. */
export const cardStates = ['PENDING_KYC', 'PENDING_ISSUE', 'ACTIVE', 'FROZEN', 'CLOSED'] as const

/** A customer's card, which pays from the customer's internal accounts. */
export interface Card {
  /** `Card:<uuid>` */
  readonly id: string
  /** The id of the customer who holds the card. */
  readonly cardholderId: string
  readonly platformCardId?: string
  readonly state: (typeof cardStates)[number] | Unlisted
  /**
   * Why the card is closed: `ISSUER_REJECTED`, `CLOSED_BY_PLATFORM` or `CLOSED_BY_SERVICE`. `null` in any other state.
   */
  readonly stateReason?: string | null
  /** `VISA` or `MASTERCARD` */
  readonly brand?: string
  /** `VIRTUAL` */
  readonly form: string
  readonly last4?: string
  /** The month of expiry, 1 to 12. */
  readonly expMonth?: number
  /** The year of expiry, four digits. */
  readonly expYear?: number
  /** The URL of the issuer's page that shows the cardholder the card's number and security code. */
  readonly panEmbedUrl?: string
  /** The ids of the internal accounts that pay, in the order in which they are tried for a payment. */
  readonly fundingSources: readonly string[]
  /** The currency code of all funding sources. */
  readonly currency?: string
  readonly issuerRef?: string
  /** In the smallest unit of `currency`. Of the later description (wire-facts 12 [current]). */
  readonly maxSpendPerTransaction?: number | null
  readonly createdAt: string
  readonly updatedAt: string
}

export const Card: Schema<Card> = looseObject({
  id: id('Card'),
  cardholderId: id('Customer'),
  platformCardId: v.exactOptional(text(256)),
  state: openSet(cardStates),
  stateReason: v.exactOptional(v.nullable(text(64))),
  brand: v.exactOptional(text(64)),
  form: text(64),
  last4: v.exactOptional(text(4)),
  expMonth: v.exactOptional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(12))),
  expYear: v.exactOptional(v.pipe(v.number(), v.integer())),
  panEmbedUrl: v.exactOptional(text(2048)),
  fundingSources: v.array(text(64)),
  currency: v.exactOptional(text(64)),
  issuerRef: v.exactOptional(text(256)),
  maxSpendPerTransaction: v.exactOptional(v.nullable(Amount)),
  createdAt: Timestamp,
  updatedAt: Timestamp,
})

/** Body of `POST /cards`. */
export interface CreateCardBody {
  readonly cardholderId: string
  readonly form: 'VIRTUAL'
  /** The ids of one or more internal accounts of the cardholder. */
  readonly fundingSources: readonly string[]
  /** The platform's own id for the card. If it is left out, the service chooses one. */
  readonly platformCardId?: string
}

const FundingSources: Schema<readonly string[]> = v.pipe(
  v.array(id('InternalAccount')),
  v.minLength(1),
  v.maxLength(20),
  v.check((ids) => new Set(ids).size === ids.length, 'distinct values'),
)

/**
 * `POST /cards` [reference]: the card starts as `PENDING_ISSUE`. If a funding source is an embedded wallet, the service
 * first answers 202 with a challenge without a `type`. The caller then repeats the call with a stamp, because only a
 * session key can authorize payments from the wallet (Authentication).
 */
export const createCardRoute: TypedRoute<CreateCardBody, Card, { signed: 'retry' }> = {
  operation: 'createCard',
  method: 'POST',
  path: '/cards',
  body: object({
    cardholderId: id('Customer'),
    form: v.literal('VIRTUAL'),
    fundingSources: FundingSources,
    platformCardId: v.exactOptional(text(256)),
  }),
  status: 201,
  answer: Card,
  signed: 'retry',
}

/** Filters of {@link listCardsRoute}. */
export interface CardFilters extends PageFilters {
  readonly cardholderId?: string
  readonly accountId?: string
  readonly platformCardId?: string
  readonly state?: (typeof cardStates)[number]
  readonly sortOrder?: 'asc' | 'desc'
}

/** `GET /cards` [reference]: lists cards by creation time. `sortOrder` defaults to `desc` (newest first). */
export const listCardsRoute: TypedRoute<undefined, Page<Card>, { filters: CardFilters }> = {
  operation: 'listCards',
  method: 'GET',
  path: '/cards',
  filters: {
    ...pageFilters,
    cardholderId: id('Customer'),
    accountId: id('InternalAccount'),
    platformCardId: text(256),
    state: v.picklist(cardStates),
    sortOrder: withDefault(v.picklist(['asc', 'desc']), 'desc'),
  },
  answer: pageOf(Card),
}

/** `GET /cards/{id}` [reference] */
export const getCardRoute: TypedRoute<undefined, Card, { params: 'id' }> = {
  operation: 'getCard',
  method: 'GET',
  path: '/cards/{id}',
  params: { id: 'Card' },
  answer: Card,
}

/** Body of `PATCH /cards/{id}`. At least one field is required. */
export interface UpdateCardBody {
  readonly state?: 'ACTIVE' | 'FROZEN' | 'CLOSED'
  /** Replaces the whole list. Not allowed if `state` is `CLOSED`. */
  readonly fundingSources?: readonly string[]
}

/**
 * `PATCH /cards/{id}` [reference]: the service first answers 202 with a challenge without a `type`. The caller then
 * repeats the call with a stamp. If the cardholder has no embedded wallet, no stamp is needed [our choice].
 */
export const updateCardRoute: TypedRoute<UpdateCardBody, Card, { params: 'id'; signed: 'retry' }> = {
  operation: 'updateCard',
  method: 'PATCH',
  path: '/cards/{id}',
  params: { id: 'Card' },
  body: v.pipe(
    object({
      state: v.exactOptional(v.picklist(['ACTIVE', 'FROZEN', 'CLOSED'])),
      fundingSources: v.exactOptional(FundingSources),
    }),
    v.check(
      ({ state, fundingSources }) => state !== undefined || fundingSources !== undefined,
      'state or fundingSources',
    ),
    v.check(
      ({ state, fundingSources }) => state !== 'CLOSED' || fundingSources === undefined,
      'no fundingSources if state is CLOSED',
    ),
  ),
  answer: Card,
  signed: 'retry',
}
