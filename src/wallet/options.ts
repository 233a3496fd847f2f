/** Checks the caller's options and ids, and throws a `TypeError` that names the invalid one. @module */
import { canonicalId, type IdType } from '../wire/ids.js'
import {
  aBoolean,
  aFunction,
  anObject,
  aRelyingPartyId,
  aText,
  checkOptions,
  having,
  type Option,
  type Options,
  oneOf,
  optional,
  positive,
} from '../wire/options.js'
import type { WalletOptions } from './api.js'
import type { PasskeySettings } from './credentials/method.js'
import type { SandboxPorts } from './credentials/sandbox-ports.js'

/**
 * Returns a copy of the options, with the account's id in its canonical spelling. Throws for options that would
 * otherwise fail later, with a less helpful error.
 */
export function checkedOptions(given: WalletOptions): WalletOptions {
  const options = own(given)
  checkOptions(options, walletOptions)
  if (options.passkey) checkOptions(own(options.passkey), passkeySettings, 'passkey.')
  if (options.sandbox) checkOptions(own(options.sandbox), sandboxPorts, 'sandbox.')
  if (globalThis.crypto?.subtle === undefined)
    throw new TypeError('`crypto.subtle` needs HTTPS or localhost.')
  return Object.assign(options, { accountId: readId('InternalAccount', options.accountId, 'accountId') })
}

const key = /^(04[\da-f]{128}|0[23][\da-f]{64})$/i
const aKey = (form: string, ...words: readonly string[]): Option => [
  (value) => {
    const keys = [value].flat()
    return (
      words.includes(value as string) || (keys.length > 0 && keys.every((each) => key.test(String(each))))
    )
  },
  form,
]
const seconds = optional(positive('seconds'))

const walletOptions: Options<WalletOptions> = {
  accountId: [() => true, ''],
  backend: [
    (value) => typeof value === 'function' || (typeof value === 'string' && value !== ''),
    'a URL such as "/wallet", or a handler',
  ],
  headers: optional([
    (value) => typeof value === 'function' || (typeof value === 'object' && value !== null),
    'an object or a function',
  ]),
  store: optional(having('read', 'update', 'accounts')),
  clock: optional(having('now', 'after')),
  refreshAhead: seconds,
  idleTimeout: seconds,
  passkey: optional(anObject),
  exportSigner: optional(aKey('a P-256 public key in hex, or a list of them')),
  organizationId: optional(aText),
  keyDelivery: optional(oneOf('sealed', 'client-held')),
  otpSigner: optional(aKey('a P-256 public key in hex, a list of them, or "unverified"', 'unverified')),
  otpPublicKey: optional(oneOf('compressed', 'uncompressed')),
  onTransition: optional(aFunction),
  onEvent: optional(aFunction),
  confirm: optional(aFunction),
  sandbox: optional(anObject),
}

const passkeySettings: Options<PasskeySettings> = {
  rpId: optional(aRelyingPartyId),
  challengeEncoding: optional(oneOf('utf8', 'base64url')),
  timeout: optional(positive('milliseconds')),
}

const maybeFunction = optional(aFunction)
const sandboxPorts: Options<SandboxPorts> = {
  sessionKey: maybeFunction,
  stamp: maybeFunction,
  assertion: maybeFunction,
  oidcToken: maybeFunction,
  unsignedExport: optional(aBoolean),
}

/**
 * Copies the object's own properties to an object without a prototype, so that a polluted prototype cannot set an
 * option, such as a sandbox port.
 */
export const own = <T extends object | undefined>(given: T): NonNullable<T> =>
  Object.assign(Object.create(null), given)

/**
 * Returns an id in its canonical spelling. Throws a `TypeError` unless it has the form `type:<uuid>`, because the id
 * becomes part of a URL.
 */
export function readId(type: IdType, id: unknown, name = 'id'): string {
  const read = typeof id === 'string' ? canonicalId(type, id) : undefined
  if (read === undefined) throw new TypeError(`\`${name}\` must be an id of the form ${type}:<uuid>.`)
  return read
}
