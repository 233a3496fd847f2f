/**
 * Parses a stored record. The stored value may be anything: another version of the library may have written it, or the
 * store may be damaged.
 * @module
 */
import { isCredentialType } from '../../wire/credential-type.js'
import type { AwaitedAuthorization } from '../machine/machine.js'
import { type AccountRecord, type Execution, endReasons, type StoredSession } from './record.js'
import { isKey, isObject, isText } from './stored-values.js'

export const isNumber = (value: unknown): value is number => Number.isFinite(value)

export const isDate = (value: unknown): boolean => isText(value) && !Number.isNaN(Date.parse(value))

/**
 * The record, or `undefined` if the value is not a record of this version. The parts that the core uses are dropped if
 * they are malformed. The other parts are left as they are stored: the lazy half parses them before it uses them.
 */
export function readRecord(stored: unknown): AccountRecord | undefined {
  let record: AccountRecord | undefined
  try {
    record = trustedParts(stored)
  } catch {
    // A custom store may return anything, even an object with getters that throw.
  }
  return record
}

function trustedParts(stored: unknown): AccountRecord | undefined {
  if (!isObject(stored) || stored['version'] !== 1 || !Number.isSafeInteger(stored['revision']))
    return undefined
  const { session, ended: reason, clockOffset, unsettled: payments, ...rest } = stored
  const unsettled = listOf(payments, isExecution).map(withReadableWait)
  const ended = endReasons.find((each) => each === reason)
  return {
    ...(rest as Pick<AccountRecord, 'version' | 'revision'>),
    ...(isSession(session) ? { session } : ended ? { ended } : {}),
    ...(isNumber(clockOffset) ? { clockOffset } : {}),
    ...(unsettled[0] ? { unsettled } : {}),
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

/** The valid entries of a list. Only malformed entries are dropped, because each valid entry may be a payment. */
export const listOf = <T>(value: unknown, is: (entry: unknown) => entry is T): readonly T[] =>
  Array.isArray(value) ? value.filter(is) : []

const isExecution = (value: unknown): value is Execution =>
  isObject(value) &&
  ['quoteId', 'idempotencyKey'].every((field) => isText(value[field])) &&
  isDate(value['since']) &&
  Number.isSafeInteger(value['unanswered']) &&
  (value['unanswered'] as number) > 0

/** A payment without what it waits for if that is malformed. The service, when asked, says it again. */
const withReadableWait = ({ waitsFor, ...rest }: Execution): Execution =>
  isAwaited(waitsFor) ? { ...rest, waitsFor } : rest

const isAwaited = (value: unknown): value is AwaitedAuthorization =>
  isObject(value) &&
  isText(value['factor']) &&
  isDate(value['expiresAt']) &&
  Array.isArray(value['availableFactors']) &&
  [value['purpose'] ?? 'none', ...value['availableFactors']].every(isText)
