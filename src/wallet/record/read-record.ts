/** Reads a stored record: what another version or a broken disk left is not trusted. @module */

import { credentialTypes } from '../../wire/credential-type.js'
import { isKey, isObject, isText, type KeyDelivery } from '../crypto/key-delivery.js'
import type { AccountRecord, Pending, StoredSession } from './record.js'

/** How the stored parts of an attempt look. */
type StoredForm = Pick<KeyDelivery, 'isAnswer' | 'isClientKey'>

const isType = (value: unknown): boolean => credentialTypes.some((type) => type === value)

/** The record, or as much of it as can be trusted; `undefined` for another version's, and where there is none. */
export function readRecord(stored: unknown, delivery: StoredForm): AccountRecord | undefined {
  try {
    return trusted(stored, delivery)
  } catch {
    // A store of the caller's may return anything, even getters that throw.
    return undefined
  }
}

function trusted(stored: unknown, delivery: StoredForm): AccountRecord | undefined {
  if (!isObject(stored) || stored['version'] !== 1 || !Number.isSafeInteger(stored['revision']))
    return undefined
  const { revision, session, pending, cooldowns, clockOffset } = stored
  return {
    version: 1,
    revision: revision as number,
    ...(isSession(session) ? { session } : {}),
    ...(isPending(pending, delivery) ? { pending } : {}),
    ...(isCooldowns(cooldowns) ? { cooldowns } : {}),
    ...(typeof clockOffset === 'number' && Number.isFinite(clockOffset) ? { clockOffset } : {}),
  }
}

function isSession(value: unknown): value is StoredSession {
  return (
    isObject(value) &&
    ['id', 'accountId', 'credential', 'publicKey'].every((field) => isText(value[field])) &&
    typeof value['nickname'] === 'string' &&
    isType(value['type']) &&
    isText(value['expiresAt']) &&
    !Number.isNaN(Date.parse(value['expiresAt'])) &&
    isKey(value['privateKey'], 'sign') &&
    isKey(value['verifyKey'], 'verify')
  )
}

function isPending(value: unknown, delivery: StoredForm): value is Pending {
  if (!isObject(value)) return false
  const { clientKey, answer, phase, proof, purpose, resendAt } = value
  return (
    ['attemptId', 'credential', 'pageId'].every((field) => isText(value[field])) &&
    isType(value['type']) &&
    Number.isFinite(value['deadline']) &&
    (purpose === 'signIn' || (purpose === 'refresh' && isText(value['replaces']))) &&
    (proof === undefined || proof === 'otp' || proof === 'oidcToken') &&
    (resendAt === undefined || isText(resendAt)) &&
    (phase === 'awaiting' || phase === 'sent' || (phase === 'delivered' && delivery.isAnswer(answer))) &&
    (clientKey === undefined ? phase === 'awaiting' : delivery.isClientKey(clientKey))
  )
}

const isCooldowns = (value: unknown): value is Record<string, number> =>
  isObject(value) && Object.values(value).every(Number.isFinite)
