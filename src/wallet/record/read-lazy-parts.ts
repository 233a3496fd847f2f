/**
 * Parses the parts of a stored record that only the lazy half uses, such as the attempts. The first load does not need
 * this.
 * @module
 */
import { isCredentialType } from '../../wire/credential-type.js'
import type { KeyDeliveryMode } from '../crypto/key-delivery.js'
import type { Journal } from './journal.js'
import { isDate, isNumber, listOf, readRecord } from './read-record.js'
import type { AccountRecord, Pending, Superseded } from './record.js'
import { isKey, isObject, isText } from './stored-values.js'

/** A record that `readRecord` has read, without its malformed and unknown parts. */
export function withLazyParts({
  version,
  revision,
  session,
  ended,
  clockOffset,
  unsettled,
  ...stored
}: AccountRecord): AccountRecord {
  const parts: Readonly<Record<string, unknown>> = stored
  const { pending, refresh, cooldowns, organizationId } = parts
  const superseded = listOf(parts['superseded'], isSuperseded)
  const settled = listOf(parts['settled'], isText)
  return {
    version,
    revision,
    ...(session && { session }),
    ...(ended && { ended }),
    ...(isPending(pending) && pending.replaces === undefined ? { pending } : {}),
    ...(isRefresh(refresh) ? { refresh } : {}),
    ...(superseded[0] ? { superseded } : {}),
    ...(isCooldowns(cooldowns) ? { cooldowns } : {}),
    ...(clockOffset === undefined ? {} : { clockOffset }),
    ...(isText(organizationId) ? { organizationId } : {}),
    ...(unsettled && { unsettled }),
    ...(settled[0] ? { settled } : {}),
  }
}

/** Reads all parts of a stored value, or returns `undefined` if it is not a record of this version. */
export function readWholeRecord(stored: unknown): AccountRecord | undefined {
  const record = readRecord(stored)
  return record && withLazyParts(record)
}

/** Wraps a journal, so that the lazy parts of every record that it reads are parsed. */
export function readLazyParts(journal: Journal): Journal {
  const read = withLazyParts
  return {
    ...journal,
    known: () => read(journal.known()),
    read: async () => read(await journal.read()),
    parse(stored) {
      const record = journal.parse(stored)
      return record && read(record)
    },
    async commit(change, how) {
      const made = await journal.commit((record) => change(read(record)), how)
      if (made === undefined) return undefined
      const { before, after, stored } = made
      return { before: read(before), after, ...(stored && { stored: read(stored) }) }
    },
  }
}

const isCooldowns = (value: unknown): value is Record<string, number> =>
  isObject(value) && Object.values(value).every(isNumber)

const isSuperseded = (value: unknown): value is Superseded =>
  isObject(value) &&
  isText(value['id']) &&
  isDate(value['expiresAt']) &&
  [value['tries'], value['after']].every((each) => each === undefined || isNumber(each))

const hasTexts = (stored: unknown, ...fields: readonly string[]): boolean =>
  isObject(stored) && fields.every((field) => isText(stored[field]))

/** Recognizes the stored key and answer of an attempt, with one row for each way of delivering a session key. */
const storedForms: Readonly<
  Record<
    KeyDeliveryMode,
    { readonly isAttemptKey: (stored: unknown) => boolean; readonly isAnswer: (stored: unknown) => boolean }
  >
> = {
  sealed: {
    isAttemptKey: (stored) =>
      isObject(stored) &&
      isText(stored['publicKey']) &&
      isObject(stored['pair']) &&
      isKey(stored['pair']['privateKey'], 'deriveBits') &&
      isKey(stored['pair']['publicKey'], ''),
    isAnswer: (stored) => hasTexts(stored, 'id', 'createdAt', 'expiresAt', 'encryptedSessionSigningKey'),
  },
  'client-held': {
    isAttemptKey: (stored) =>
      isObject(stored) &&
      isText(stored['publicKey']) &&
      isKey(stored['privateKey'], 'sign') &&
      isKey(stored['verifyKey'], 'verify'),
    isAnswer: (stored) => hasTexts(stored, 'id', 'createdAt', 'expiresAt'),
  },
}

function isPending(value: unknown): value is Pending {
  if (!isObject(value)) return false
  const {
    clientKey,
    answer,
    phase,
    proof,
    resendAt,
    since,
    keyDelivery = 'sealed',
    otpBundle,
    sentAt,
    authenticatedAt,
  } = value
  if (keyDelivery !== 'sealed' && keyDelivery !== 'client-held') return false
  const form = storedForms[keyDelivery]
  return (
    ['attemptId', 'credential', 'pageId'].every((field) => isText(value[field])) &&
    isCredentialType(value['type']) &&
    isNumber(value['deadline']) &&
    (since === undefined || isNumber(since)) &&
    (proof === undefined || proof === 'otp' || proof === 'oidcToken') &&
    (resendAt === undefined || isText(resendAt)) &&
    (otpBundle === undefined || isText(otpBundle)) &&
    (sentAt === undefined || isNumber(sentAt)) &&
    (authenticatedAt === undefined || isDate(authenticatedAt)) &&
    isConfirmation(value['confirmation']) &&
    (phase === 'awaiting' || phase === 'sent' || (phase === 'delivered' && form.isAnswer(answer))) &&
    (clientKey === undefined ? phase === 'awaiting' : form.isAttemptKey(clientKey))
  )
}

const isConfirmation = (value: unknown): boolean =>
  value === undefined ||
  (isObject(value) &&
    ['payloadToSign', 'requestId', 'body'].every((field) => isText(value[field])) &&
    isDate(value['expiresAt']))

const isRefresh = (value: unknown): value is Pending =>
  isPending(value) && isText(value.replaces) && isDate(value.authenticatedAt) && value.phase !== 'awaiting'
