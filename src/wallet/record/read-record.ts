/**
 * Parses a stored record. The stored value may be anything: another version of the library may have written it, or the
 * store may be damaged.
 * @module
 */
import { isCredentialType } from '../../wire/credential-type.js'
import type { StoredForm } from '../crypto/key-delivery.js'
import { isKey, isObject, isText } from '../crypto/sealed-form.js'
import { type AccountRecord, type Execution, endReasons, type Pending, type StoredSession } from './record.js'

const isNumber = (value: unknown): value is number => Number.isFinite(value)

const isDate = (value: unknown): boolean => isText(value) && !Number.isNaN(Date.parse(value))

/** The record without its malformed parts, or `undefined` if the value is not a record of this version. */
export function readRecord(stored: unknown, form: StoredForm): AccountRecord | undefined {
  let record: AccountRecord | undefined
  try {
    record = trustedParts(stored, form)
  } catch {
    // A custom store may return anything, even an object with getters that throw.
  }
  return record
}

function trustedParts(stored: unknown, form: StoredForm): AccountRecord | undefined {
  if (!isObject(stored) || stored['version'] !== 1 || !Number.isSafeInteger(stored['revision']))
    return undefined
  const { revision, session, pending, refresh, cooldowns, clockOffset, organizationId } = stored
  const unsettled = listOf(stored['unsettled'], isExecution)
  const settled = listOf(stored['settled'], isText)
  const ended = endReasons.find((reason) => reason === stored['ended'])
  return {
    version: 1,
    revision: revision as number,
    ...(isSession(session) ? { session } : ended ? { ended } : {}),
    ...(isPending(pending, form) && pending.replaces === undefined ? { pending } : {}),
    ...(isRefresh(refresh, form) ? { refresh } : {}),
    ...(isCooldowns(cooldowns) ? { cooldowns } : {}),
    ...(isNumber(clockOffset) ? { clockOffset } : {}),
    ...(isText(organizationId) ? { organizationId } : {}),
    ...(unsettled[0] ? { unsettled } : {}),
    ...(settled[0] ? { settled } : {}),
  }
}

function isSession(value: unknown): value is StoredSession {
  return (
    isObject(value) &&
    ['id', 'accountId', 'credential', 'publicKey'].every((field) => isText(value[field])) &&
    typeof value['nickname'] === 'string' &&
    isCredentialType(value['type']) &&
    isDate(value['expiresAt']) &&
    isDate(value['authenticatedAt']) &&
    isKey(value['privateKey'], 'sign') &&
    isKey(value['verifyKey'], 'verify')
  )
}

function isPending(value: unknown, form: StoredForm): value is Pending {
  if (!isObject(value)) return false
  const { clientKey, answer, phase, proof, resendAt, since } = value
  return (
    ['attemptId', 'credential', 'pageId'].every((field) => isText(value[field])) &&
    isCredentialType(value['type']) &&
    isNumber(value['deadline']) &&
    (since === undefined || isNumber(since)) &&
    (proof === undefined || proof === 'otp' || proof === 'oidcToken') &&
    (resendAt === undefined || isText(resendAt)) &&
    (phase === 'awaiting' || phase === 'sent' || (phase === 'delivered' && form.isAnswer(answer))) &&
    (clientKey === undefined ? phase === 'awaiting' : form.isClientKey(clientKey))
  )
}

const isRefresh = (value: unknown, form: StoredForm): value is Pending =>
  isPending(value, form) &&
  isText(value.replaces) &&
  isDate(value.authenticatedAt) &&
  value.phase !== 'awaiting'

const isCooldowns = (value: unknown): value is Record<string, number> =>
  isObject(value) && Object.values(value).every(isNumber)

/** The valid entries of a list. Only malformed entries are dropped, because each valid entry may be a payment. */
const listOf = <T>(value: unknown, is: (entry: unknown) => entry is T): readonly T[] =>
  Array.isArray(value) ? value.filter(is) : []

const isExecution = (value: unknown): value is Execution =>
  isObject(value) &&
  ['quoteId', 'idempotencyKey'].every((field) => isText(value[field])) &&
  isDate(value['since']) &&
  Number.isSafeInteger(value['unanswered']) &&
  (value['unanswered'] as number) > 0
