/**
 * Schemas and routes of internal accounts. The fields are from the service's public API reference [reference].
 * @module
 */
import * as v from 'valibot'
import { Money } from './money.js'
import type { TypedRoute } from './route.js'
import { Amount, id, looseObject, object, type Schema, Timestamp, text } from './schema.js'
import { type ClientKeyBody, ClientKeyBody as ClientKeyBodySchema } from './sessions.js'

/** An account that the service holds for a customer or for the platform. */
export interface InternalAccount {
  /** `InternalAccount:<uuid>` */
  readonly id: string
  /** Absent for the platform's own accounts. */
  readonly customerId?: string
  /** `EMBEDDED_WALLET`, `INTERNAL_FIAT` or `INTERNAL_CRYPTO`; unknown values are accepted. */
  readonly type: string
  /** `PENDING`, `ACTIVE`, `CLOSED` or `FROZEN`; unknown values are accepted. */
  readonly status: string
  readonly balance: Money
  /** The balance with what is pending or held. Of the later description (wire-facts 12 [current]). */
  readonly totalBalance?: Money
  readonly fundingPaymentInstructions: readonly unknown[]
  /** Only for embedded wallets: whether the wallet's activity is hidden. */
  readonly privateEnabled?: boolean
  readonly createdAt: string
  readonly updatedAt: string
}

export const InternalAccount: Schema<InternalAccount> = looseObject({
  id: id('InternalAccount'),
  customerId: v.exactOptional(id('Customer')),
  type: text(64),
  status: text(64),
  balance: Money,
  totalBalance: v.exactOptional(Money),
  fundingPaymentInstructions: v.array(v.unknown()),
  privateEnabled: v.exactOptional(v.boolean()),
  createdAt: Timestamp,
  updatedAt: Timestamp,
})

/** The answer to {@link exportWalletRoute}. */
export interface WalletExport {
  readonly id: string
  /**
   * The sealed wallet credentials: a signed envelope as JSON text. Older guides describe an unsigned base58check text
   * [reference] (wire-facts 5.1).
   */
  readonly encryptedWalletCredentials: string
}

/** `POST /internal-accounts/{id}/export`. The body and the answer are from the public API reference [reference]. */
export const exportWalletRoute: TypedRoute<ClientKeyBody, WalletExport, { params: 'id'; signed: 'retry' }> = {
  operation: 'exportWallet',
  method: 'POST',
  path: '/internal-accounts/{id}/export',
  params: { id: 'InternalAccount' },
  body: ClientKeyBodySchema,
  answer: looseObject({ id: text(64), encryptedWalletCredentials: text(16_384) }),
  signed: 'retry',
}

/** Body of {@link updatePrivacyRoute}. The other fields of an account cannot be changed [reference]. */
export interface PrivacyBody {
  readonly privateEnabled: boolean
}

/** `PATCH /internal-accounts/{id}`. The body and the answer are from the public API reference [reference]. */
export const updatePrivacyRoute: TypedRoute<PrivacyBody, InternalAccount, { params: 'id'; signed: 'retry' }> =
  {
    operation: 'updatePrivacy',
    method: 'PATCH',
    path: '/internal-accounts/{id}',
    params: { id: 'InternalAccount' },
    body: object({ privateEnabled: v.boolean() }),
    status: 200,
    answer: InternalAccount,
    signed: 'retry',
  }

/** Body of {@link fundAccountRoute}. */
export interface FundBody {
  /** In the currency's smallest unit, from 1 to 100,000,000,000 [reference]. */
  readonly amount: number
}

/** `POST /sandbox/internal-accounts/{accountId}/fund`. The answer is from the public API reference [reference]. */
export const fundAccountRoute: TypedRoute<FundBody, InternalAccount, { params: 'accountId' }> = {
  operation: 'fundAccount',
  method: 'POST',
  path: '/sandbox/internal-accounts/{accountId}/fund',
  params: { accountId: 'InternalAccount' },
  body: /* @__PURE__ */ object({
    amount: /* @__PURE__ */ v.pipe(
      Amount,
      /* @__PURE__ */ v.minValue(1),
      /* @__PURE__ */ v.maxValue(100_000_000_000),
    ),
  }),
  answer: InternalAccount,
}
