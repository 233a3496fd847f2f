/**
 * The UMA addresses of the sandbox, by user name (Sandbox test behaviors, UMA sandbox addresses). Any domain is
 * accepted. The first five addresses are the service's, but their required fields and delays are the emulator's choice.
 * The other addresses are the emulator's own, for outcomes that cannot be caused in any other way [our choice].
 * @module
 */
import type { FailureReason, RequestedField } from 'embedded-wallet-auth/wire'
import { failedPayout, failureAfter, type Outcome, payout } from '../../money/suffixes.js'

/** The outcome of a payment from a sandbox address to a customer. */
export type Incoming =
  | { readonly kind: 'accepted' }
  /** The payment waits `patience` milliseconds for the platform to approve or reject it. */
  | { readonly kind: 'asks'; readonly patience: number; readonly fields: readonly RequestedField[] }
  | { readonly kind: 'fails'; readonly reason: FailureReason }

/** The behavior of one sandbox address. */
export interface SandboxAddress {
  readonly currency: string
  /** The information about the sender that the address requires. */
  readonly required: readonly RequestedField[]
  /** The outcome of a payment to the address. */
  readonly outgoing: Outcome
  readonly incoming: Incoming
  /** The error that a lookup of this address returns. Absent if the lookup succeeds. */
  readonly lookup?: { readonly status: 412 | 424; readonly code: string }
}

const minutes = 60_000

/** How long the platform has to approve a payment, in milliseconds [reference]. */
export const approvalWindow: number = 5_000

const mandatory = (name: string): RequestedField => ({ name, mandatory: true })
const optional = (name: string): RequestedField => ({ name, mandatory: false })

const success = (currency: string, ...required: readonly RequestedField[]): SandboxAddress => ({
  currency,
  required,
  outgoing: payout,
  incoming: { kind: 'accepted' },
})
const failure = (reason: FailureReason): Outcome => failedPayout(failureAfter(0, reason))
const asking = (patience: number, ...fields: readonly RequestedField[]): SandboxAddress => ({
  ...success('USD'),
  incoming: { kind: 'asks', patience, fields },
})

/** The sandbox addresses. A key is the part before the `@`, without the dollar sign. */
export const sandboxAddresses: Readonly<Record<string, SandboxAddress>> = {
  'success.usd': success('USD'),
  'success.eur': success('EUR', mandatory('FULL_NAME'), optional('BIRTH_DATE')),
  'success.mxn': success('MXN', mandatory('FULL_NAME'), mandatory('NATIONALITY')),
  'pending.long.usd': { ...asking(60 * minutes), outgoing: { ...payout, completesAfter: 60 * minutes } },
  'fail.compliance.usd': {
    ...success('USD'),
    outgoing: failure('QUOTE_EXECUTION_FAILED'),
    incoming: { kind: 'fails', reason: 'PAY_REQUEST_FAILED' },
  },

  'ask.approval.usd': asking(approvalWindow),
  'ask.payee.usd': asking(approvalWindow, mandatory('BIRTH_DATE'), optional('NATIONALITY')),
  'fail.lookup.usd': {
    ...success('USD'),
    incoming: { kind: 'fails', reason: 'LNURLP_FAILED' },
    lookup: { status: 424, code: 'LNURLP_REQUEST_FAILED' },
  },
  'fail.version.usd': { ...success('USD'), lookup: { status: 412, code: 'UNSUPPORTED_UMA_VERSION' } },
  'fail.lightning.usd': { ...success('USD'), outgoing: failure('QUOTE_EXECUTION_FAILED') },
}

/** Returns the behavior of a sandbox address, or `undefined` for any other address. */
export function sandboxAddress(umaAddress: string): SandboxAddress | undefined {
  const user = umaAddress.slice(1, umaAddress.indexOf('@')).toLowerCase()
  return Object.hasOwn(sandboxAddresses, user) ? sandboxAddresses[user] : undefined
}
