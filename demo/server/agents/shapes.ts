/**
 * Schemas for the service's answers about agents. Each answer is parsed once; after that, its type is trusted.
 * @module
 */
import type { Money } from 'embedded-wallet-auth'
import * as v from 'valibot'

/** An agent as the platform sees it (Agent). */
export interface AgentAnswer {
  readonly id: string
  readonly name: string
  readonly customerId: string
  readonly isPaused: boolean
  readonly isConnected: boolean
  readonly policy: {
    readonly defaultExecutionMode: string
    readonly spendingLimits: {
      readonly perTransactionLimit: number
      readonly dailyLimit: number
      readonly monthlyLimit: number
    }
    readonly approvalThresholds?: { readonly amount?: number | null | undefined } | undefined
  }
  readonly usage: {
    readonly dailyTransactionCount: number
    readonly dailySpend: number
    readonly monthlySpend: number
  }
}

/** Something that an agent requested (AgentAction). In the demo, this is always the execution of a quote. */
export interface ActionAnswer {
  readonly id: string
  readonly agentId: string
  readonly status: string
  readonly createdAt: string
  readonly quote: {
    readonly status: string
    readonly expiresAt: string
    readonly transactionId: string
    readonly destination: { readonly accountId: string }
    readonly sendingCurrency: Money['currency']
    readonly receivingCurrency: Money['currency']
    readonly totalSendingAmount: number
    readonly totalReceivingAmount: number
  }
  readonly transaction?: { readonly id: string; readonly status: string } | undefined
  readonly rejectionReason?: string | undefined
}

/** A payment from the pocket (Transaction). */
export interface PocketPayment {
  readonly id: string
  readonly status: string
  readonly agentId?: string | undefined
  readonly destination: { readonly accountId: string }
  readonly sentAmount: Money
  readonly createdAt: string
  readonly settledAt?: string | undefined
}

const Currency: v.GenericSchema<unknown, Money['currency']> = v.looseObject({ code: v.string() })

const Ended = v.looseObject({ accountId: v.string() })

export const Account: v.GenericSchema<unknown, { readonly id: string; readonly balance: Money }> =
  v.looseObject({
    id: v.string(),
    balance: v.looseObject({ amount: v.number(), currency: Currency }),
  })

export const AgentAnswer: v.GenericSchema<unknown, AgentAnswer> = v.looseObject({
  id: v.string(),
  name: v.string(),
  customerId: v.string(),
  isPaused: v.boolean(),
  isConnected: v.boolean(),
  policy: v.looseObject({
    defaultExecutionMode: v.string(),
    spendingLimits: v.looseObject({
      perTransactionLimit: v.number(),
      dailyLimit: v.number(),
      monthlyLimit: v.number(),
    }),
    approvalThresholds: v.optional(v.looseObject({ amount: v.nullish(v.number()) })),
  }),
  usage: v.looseObject({
    dailyTransactionCount: v.number(),
    dailySpend: v.number(),
    monthlySpend: v.number(),
  }),
})

export const ActionAnswer: v.GenericSchema<unknown, ActionAnswer> = v.looseObject({
  id: v.string(),
  agentId: v.string(),
  status: v.string(),
  createdAt: v.string(),
  quote: v.looseObject({
    status: v.string(),
    expiresAt: v.string(),
    transactionId: v.string(),
    destination: Ended,
    sendingCurrency: Currency,
    receivingCurrency: Currency,
    totalSendingAmount: v.number(),
    totalReceivingAmount: v.number(),
  }),
  transaction: v.optional(v.looseObject({ id: v.string(), status: v.string() })),
  rejectionReason: v.optional(v.string()),
})

export const PocketPayment: v.GenericSchema<unknown, PocketPayment> = v.looseObject({
  id: v.string(),
  status: v.string(),
  agentId: v.optional(v.string()),
  destination: Ended,
  sentAmount: v.looseObject({ amount: v.number(), currency: Currency }),
  createdAt: v.string(),
  settledAt: v.optional(v.string()),
})

export const Code: v.GenericSchema<unknown, { readonly code: string; readonly expiresAt: string }> =
  v.looseObject({ code: v.string(), expiresAt: v.string() })

export const CreatedAgent: v.GenericSchema<
  unknown,
  { readonly agent: AgentAnswer; readonly deviceCode: { readonly code: string; readonly expiresAt: string } }
> = v.looseObject({ agent: AgentAnswer, deviceCode: Code })

/** Returns the parsed rows of a list. Throws if a row does not match the schema. */
export const rowsIn = <T>(schema: v.GenericSchema<unknown, T>, list: unknown): readonly T[] =>
  v.parse(v.looseObject({ data: v.array(schema) }), list).data
