/** The texts for the events of the audit log. @module */
import type { Operation } from 'embedded-wallet-auth/backend'
import type { AuditEntry } from '../../contract.js'

/** The names of the operations for users, by the backend's names. */
const operations: Readonly<Record<Operation, string> & Record<string, string>> = {
  listCredentials: 'Read the ways to sign in',
  createCredential: 'Add a way to sign in',
  challengeCredential: 'Begin a sign-in',
  verifyCredential: 'Finish a sign-in',
  revokeCredential: 'Remove a way to sign in',
  listSessions: 'Read the sessions',
  refreshSession: 'Extend a session',
  revokeSession: 'End a session',
  updatePrivacy: 'Change privacy',
  exportWallet: 'Export the recovery phrase',
  getQuote: 'Look up a payment',
  executeQuote: 'Make a payment',
  authorizeQuote: 'Confirm a payment with a code',
  resendQuoteCode: 'Send another code for a payment',
}

/** The texts for the codes with which the backend itself refuses a call. */
const refusals: Readonly<Record<string, string>> = {
  STEP_UP_REQUIRED: 'it needs a fresh sign-in',
  RATE_LIMITED: 'a limit is reached',
  FORBIDDEN: 'it belongs to someone else',
  NOT_LOGGED_IN: 'nobody is logged in',
}

/** How an event is shown. */
export interface AuditWords {
  readonly operation: string
  readonly outcome: string
  readonly tone: 'good' | 'bad' | 'none'
  /** Why the call was refused or failed. */
  readonly why?: string
}

/** Returns the texts for an event. An unknown operation keeps the backend's name. */
export function auditWords({ operation, outcome, by, code, status }: AuditEntry): AuditWords {
  const called =
    operation === undefined ? 'A call that pages may not make' : (operations[operation] ?? operation)
  if (outcome === 'done') return { operation: called, outcome: 'done', tone: 'good' }
  if (outcome === 'challenged') return { operation: called, outcome: 'to be signed', tone: 'none' }
  const reason = by === 'backend' && code !== undefined ? refusals[code] : undefined
  return {
    operation: called,
    outcome,
    tone: 'bad',
    why: `${outcome === 'refused' ? 'Refused' : 'Failed'} by the ${by}${reason === undefined ? '' : `: ${reason}`} · ${code ?? status}`,
  }
}
