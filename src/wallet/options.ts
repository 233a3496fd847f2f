/** Checks the caller's options and ids, and throws a `TypeError` that names the invalid one. @module */
import { canonicalId, type IdType } from '../wire/ids.js'
import type { WalletOptions } from './api.js'

/**
 * Returns a copy of the options, with the account's id in its canonical spelling. Throws for options that would
 * otherwise fail later, with a less helpful error.
 */
export function checkedOptions(given: WalletOptions): WalletOptions {
  const options = own(given)
  const { backend, exportSigner, organizationId, passkey = {} } = options
  const { challengeEncoding, timeout } = passkey
  if (globalThis.crypto?.subtle === undefined)
    throw new TypeError('`crypto.subtle` needs HTTPS or localhost.')
  const accountId = readId('InternalAccount', options.accountId, 'accountId')
  assert(
    typeof backend === 'function' || (typeof backend === 'string' && backend !== ''),
    'backend',
    'a URL such as "/wallet", or a handler',
  )
  for (const name of ['refreshAhead', 'idleTimeout'] as const)
    assert(isPositive(options[name]), name, 'a positive number of seconds')
  assert(
    [exportSigner ?? []].flat().every((key) => /^(04[0-9a-fA-F]{128}|0[23][0-9a-fA-F]{64})$/.test(key)),
    'exportSigner',
    'a P-256 public key in hex',
  )
  assert(organizationId === undefined || organizationId !== '', 'organizationId', 'a non-empty string')
  assert(
    [undefined, 'utf8', 'base64url'].includes(challengeEncoding),
    'passkey.challengeEncoding',
    '"utf8" or "base64url"',
  )
  assert(isPositive(timeout), 'passkey.timeout', 'a positive number of milliseconds')
  return Object.assign(options, { accountId })
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

function assert(isFine: boolean, name: string, form: string): void {
  if (!isFine) throw new TypeError(`\`${name}\` must be ${form}.`)
}

const isPositive = (value: number | undefined): boolean =>
  value === undefined || (Number.isFinite(value) && value > 0)
