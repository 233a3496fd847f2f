/** Tests the texts of the audit log. @module */
import { expect, test } from 'vitest'
import type { AuditEntry } from '../../contract.js'
import { auditWords } from './audit-words.js'

const event = (more: Partial<AuditEntry>): AuditEntry => ({
  version: 1,
  requestId: 'r',
  number: 1,
  at: 0,
  duration: 3,
  outcome: 'done',
  by: 'service',
  status: 200,
  ...more,
})

test.each<readonly [Partial<AuditEntry>, ReturnType<typeof auditWords>]>([
  [{ operation: 'exportWallet' }, { operation: 'Export the recovery phrase', outcome: 'done', tone: 'good' }],
  [
    { operation: 'executeQuote', outcome: 'challenged', status: 202 },
    { operation: 'Make a payment', outcome: 'to be signed', tone: 'none' },
  ],
  [
    {
      operation: 'createCredential',
      outcome: 'refused',
      by: 'backend',
      status: 403,
      code: 'STEP_UP_REQUIRED',
    },
    {
      operation: 'Add a way to sign in',
      outcome: 'refused',
      tone: 'bad',
      why: 'Refused by the backend: it needs a fresh sign-in · STEP_UP_REQUIRED',
    },
  ],
  [
    { operation: 'verifyCredential', outcome: 'refused', status: 429, code: 'RATE_LIMITED' },
    {
      operation: 'Finish a sign-in',
      outcome: 'refused',
      tone: 'bad',
      why: 'Refused by the service · RATE_LIMITED',
    },
  ],
  [
    { outcome: 'refused', by: 'backend', status: 404, code: 'NOT_FOUND' },
    {
      operation: 'A call that pages may not make',
      outcome: 'refused',
      tone: 'bad',
      why: 'Refused by the backend · NOT_FOUND',
    },
  ],
  [
    { operation: 'freezeCard', outcome: 'failed', status: 503 },
    { operation: 'freezeCard', outcome: 'failed', tone: 'bad', why: 'Failed by the service · 503' },
  ],
])('the audit log says of %o: %o', (more, words) => {
  expect(auditWords(event(more))).toEqual(words)
})
