/** Reads a stored record: what another version or a broken disk left is not trusted. @module */

import { credentialTypes } from '../../wire/credential-type.js'
import type { AccountRecord, Pending, StoredSession } from './record.js'

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null
/** A public half may be read out, a private one never. */
const isKey = (value: unknown, use: string): boolean =>
  value instanceof CryptoKey && value.usages.join() === use && (value.type === 'public' || !value.extractable)
const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''
const isType = (value: unknown): boolean => credentialTypes.some((type) => type === value)

/** The record, or as much of it as can be trusted; `undefined` for one of another version or none at all. */
export function readRecord(stored: unknown): AccountRecord | undefined {
  try {
    return trusted(stored)
  } catch {
    // A store of the caller's may hand out anything, getters that throw included.
    return undefined
  }
}

function trusted(stored: unknown): AccountRecord | undefined {
  if (!isObject(stored) || stored['version'] !== 1 || !Number.isSafeInteger(stored['revision']))
    return undefined
  const { revision, session, pending, cooldowns, clockOffset } = stored
  return {
    version: 1,
    revision: revision as number,
    ...(isSession(session) ? { session } : {}),
    ...(isPending(pending) ? { pending } : {}),
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

function isPending(value: unknown): value is Pending {
  if (!isObject(value)) return false
  const { clientKey, answer, phase, proof, purpose, resendAt } = value
  return (
    ['attemptId', 'credential', 'owner'].every((field) => isText(value[field])) &&
    isType(value['type']) &&
    Number.isFinite(value['deadline']) &&
    (purpose === 'signIn' || (purpose === 'refresh' && isText(value['replaces']))) &&
    (proof === undefined || proof === 'otp' || proof === 'oidcToken') &&
    (resendAt === undefined || isText(resendAt)) &&
    (phase === 'awaiting' || phase === 'sent' || (phase === 'delivered' && isDelivered(answer))) &&
    (clientKey === undefined ? phase === 'awaiting' : isClientKey(clientKey))
  )
}

const isDelivered = (value: unknown): boolean =>
  isObject(value) && ['id', 'expiresAt', 'encryptedSessionSigningKey'].every((field) => isText(value[field]))

const isClientKey = (value: unknown): boolean =>
  isObject(value) &&
  isText(value['publicKey']) &&
  isObject(value['pair']) &&
  isKey(value['pair']['privateKey'], 'deriveBits') &&
  isKey(value['pair']['publicKey'], '')

const isCooldowns = (value: unknown): value is Record<string, number> =>
  isObject(value) && Object.values(value).every(Number.isFinite)
