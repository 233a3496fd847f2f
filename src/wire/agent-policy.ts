/** Schemas of an agent's policy: what the agent may do, and within which limits (Agent, Policy). @module */
import * as v from 'valibot'
import { CurrencyCode } from './money.js'
import { Amount, id, looseObject, object, type Schema, text } from './schema.js'

/**
 * The permissions that a policy can grant. `CREATE_QUOTES` is from the service's interface description; the others are
 * from its public API reference [reference].
 */
export const agentPermissions = [
  'VIEW_TRANSACTIONS',
  'CREATE_TRANSFERS',
  'CREATE_QUOTES',
  'EXECUTE_QUOTES',
  'MANAGE_EXTERNAL_ACCOUNTS',
] as const

/** One of {@link agentPermissions}. */
export type AgentPermission = (typeof agentPermissions)[number]

/**
 * The execution modes: `AUTO` executes an agent's actions at once, and `APPROVAL_REQUIRED` makes them wait for the
 * platform's approval. `AUTO` is from the public API reference [reference].
 */
export const executionModes = ['AUTO', 'APPROVAL_REQUIRED'] as const

/** One of {@link executionModes}. */
export type ExecutionMode = (typeof executionModes)[number]

/**
 * The spending limits of an agent, in the smallest unit of `currency`. Spending in another currency is converted at the
 * current rate [reference].
 */
export interface SpendingLimits {
  readonly currency: string
  readonly perTransactionLimit: number
  /** `null` or absent means no limit. */
  readonly dailyLimit?: number | null
  /** The maximum number of actions per day. Absent means no limit. */
  readonly dailyTransactionLimit?: number
  /** `null` or absent means no limit. */
  readonly monthlyLimit?: number | null
}

/** Exceptions to an agent's policy that apply to one account. */
export interface AccountRule {
  readonly accountId: string
  /** Overrides `defaultExecutionMode` [reference]. */
  readonly executionMode?: ExecutionMode
  /**
   * In the smallest unit of `spendingLimits.currency`. `null` or absent means that `spendingLimits.perTransactionLimit`
   * applies.
   */
  readonly perTransactionLimit?: number | null
}

/** The accounts that an agent may use, and the rules for individual accounts. */
export interface AccountRestrictions {
  /** `null` or absent means all accounts of the agent's customer. */
  readonly allowedAccountIds?: readonly string[] | null
  readonly accountRules?: readonly AccountRule[]
}

/** The amount above which an agent's action needs approval even if its execution mode is `AUTO`. */
export interface ApprovalThresholds {
  readonly currency?: string
  /** In the currency's smallest unit. `null` or absent means no threshold. */
  readonly amount?: number | null
}

/** The policy of an agent (Agent, Policy). */
export interface AgentPolicy {
  readonly permissions: readonly AgentPermission[]
  readonly defaultExecutionMode: ExecutionMode
  readonly spendingLimits: SpendingLimits
  readonly accountRestrictions?: AccountRestrictions
  readonly approvalThresholds?: ApprovalThresholds
}

/** Changes to a policy. Fields that are left out keep their values; a list replaces the old list [reference]. */
export interface AgentPolicyChange {
  readonly permissions?: readonly AgentPermission[]
  readonly defaultExecutionMode?: ExecutionMode
  readonly spendingLimits?: Partial<SpendingLimits>
  readonly accountRestrictions?: AccountRestrictions
  readonly approvalThresholds?: ApprovalThresholds
}

const limit = v.pipe(Amount, v.minValue(0))
const optionalLimit = v.exactOptional(v.nullable(limit))
const limits = {
  perTransactionLimit: limit,
  dailyLimit: optionalLimit,
  dailyTransactionLimit: v.exactOptional(limit),
  monthlyLimit: optionalLimit,
}
const permissions: Schema<readonly AgentPermission[]> = v.pipe(
  v.array(v.picklist(agentPermissions)),
  v.maxLength(agentPermissions.length),
)
const mode: Schema<ExecutionMode> = v.picklist(executionModes)

const restrictions: Schema<AccountRestrictions> = object({
  allowedAccountIds: v.exactOptional(v.nullable(v.pipe(v.array(id('InternalAccount')), v.maxLength(100)))),
  accountRules: v.exactOptional(
    v.pipe(
      v.array(
        object({
          accountId: id('InternalAccount'),
          executionMode: v.exactOptional(mode),
          perTransactionLimit: optionalLimit,
        }),
      ),
      v.maxLength(100),
    ),
  ),
})

const thresholds: Schema<ApprovalThresholds> = v.pipe(
  object({ currency: v.exactOptional(CurrencyCode), amount: optionalLimit }),
  // An `amount` requires a `currency` [reference].
  v.check(
    ({ amount, currency }) => typeof amount !== 'number' || currency !== undefined,
    'currency with amount',
  ),
)

/** The schema of the policy in the body of `POST /agents`. */
export const AgentPolicyBody: Schema<AgentPolicy> = object({
  permissions,
  defaultExecutionMode: mode,
  spendingLimits: object({ currency: CurrencyCode, ...limits }),
  accountRestrictions: v.exactOptional(restrictions),
  approvalThresholds: v.exactOptional(thresholds),
})

/** The schema of the body of `PATCH /agents/{agentId}/policy`. At least one field is required [our choice]. */
export const AgentPolicyChange: Schema<AgentPolicyChange> = v.pipe(
  object({
    permissions: v.exactOptional(permissions),
    defaultExecutionMode: v.exactOptional(mode),
    spendingLimits: v.exactOptional(
      object({
        ...limits,
        currency: v.exactOptional(CurrencyCode),
        perTransactionLimit: v.exactOptional(limit),
      }),
    ),
    accountRestrictions: v.exactOptional(restrictions),
    approvalThresholds: v.exactOptional(
      object({ currency: v.exactOptional(CurrencyCode), amount: optionalLimit }),
    ),
  }),
  v.check((change) => Object.keys(change).length > 0, 'at least one field'),
)

/** A policy in an answer. Unknown permissions and modes are accepted, because the service may add more. */
export interface AnsweredPolicy {
  readonly permissions: readonly string[]
  readonly defaultExecutionMode: string
  readonly spendingLimits: {
    readonly currency: string
    readonly perTransactionLimit: number
    readonly dailyLimit?: number | null
    readonly dailyTransactionLimit?: number | null
    readonly monthlyLimit?: number | null
  }
  readonly accountRestrictions?: {
    readonly allowedAccountIds?: readonly string[] | null
    readonly accountRules?: readonly {
      readonly accountId: string
      readonly executionMode?: string | null
      readonly perTransactionLimit?: number | null
    }[]
  } | null
  readonly approvalThresholds?: { readonly currency?: string | null; readonly amount?: number | null } | null
}

const answeredAmount = v.exactOptional(v.nullable(Amount))

export const AnsweredPolicy: Schema<AnsweredPolicy> = looseObject({
  permissions: v.array(text(64)),
  defaultExecutionMode: text(64),
  spendingLimits: looseObject({
    currency: text(64),
    perTransactionLimit: Amount,
    dailyLimit: answeredAmount,
    dailyTransactionLimit: answeredAmount,
    monthlyLimit: answeredAmount,
  }),
  accountRestrictions: v.exactOptional(
    v.nullable(
      looseObject({
        allowedAccountIds: v.exactOptional(v.nullable(v.array(text(64)))),
        accountRules: v.exactOptional(
          v.array(
            looseObject({
              accountId: text(64),
              executionMode: v.exactOptional(v.nullable(text(64))),
              perTransactionLimit: answeredAmount,
            }),
          ),
        ),
      }),
    ),
  ),
  approvalThresholds: v.exactOptional(
    v.nullable(looseObject({ currency: v.exactOptional(v.nullable(text(64))), amount: answeredAmount })),
  ),
})
