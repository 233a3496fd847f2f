/** Checks the caller's options and ids. A mistake throws a `TypeError` that names the option. @module */

import { type IdType, idPattern } from '../wire/ids.js'
import type { WalletOptions } from './api.js'

/** Throws for options that would otherwise fail later, with a less helpful error. */
export function assertOptions(options: WalletOptions): void {
  const { accountId, backend, refreshAhead, exportSigner, passkey } = options
  assertId('InternalAccount', accountId, 'accountId')
  if (typeof backend !== 'function' && (typeof backend !== 'string' || backend === '')) {
    throw new TypeError(
      '`backend` must be a base URL such as "/wallet", or a handler (Request) => Promise<Response>.',
    )
  }
  if (refreshAhead !== undefined && !(Number.isFinite(refreshAhead) && refreshAhead > 0)) {
    throw new TypeError('`refreshAhead` must be a positive number of seconds.')
  }
  if (exportSigner !== undefined && !/^(04[0-9a-fA-F]{128}|0[23][0-9a-fA-F]{64})$/.test(exportSigner)) {
    throw new TypeError('`exportSigner` must be a P-256 public key in hex.')
  }
  const { challengeEncoding } = passkey ?? {}
  if (challengeEncoding !== undefined && challengeEncoding !== 'utf8' && challengeEncoding !== 'base64url') {
    throw new TypeError('`passkey.challengeEncoding` must be "utf8" or "base64url".')
  }
  if (passkey?.timeout !== undefined && !(Number.isFinite(passkey.timeout) && passkey.timeout > 0)) {
    throw new TypeError('`passkey.timeout` must be a positive number of milliseconds.')
  }
}

/** Throws a `TypeError` unless `id` has the form `type:<uuid>`: it becomes part of a path. */
export function assertId(type: IdType, id: unknown, name = 'id'): asserts id is string {
  if (typeof id !== 'string' || !idPattern(type).test(id)) {
    throw new TypeError(`\`${name}\` must be an id of the form ${type}:<uuid>.`)
  }
}
