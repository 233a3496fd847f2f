/** Runs all checks on the current page concurrently. @module */
import type { PasskeySettings } from '../index.js'
import { backendFindings } from './backend-findings.js'
import { browserFindings } from './browser-findings.js'
import type { Finding } from './finding.js'
import { passkeyFindings } from './passkey-findings.js'

/** What to check besides the browser. */
export interface DiagnoseOptions {
  /** The `backend` of `createWallet`, if that is an address. */
  readonly backend?: string
  /** Issuers used with `embedded-wallet-auth/oidc`. */
  readonly issuers?: readonly string[]
  /** The `passkey` of `createWallet`. */
  readonly passkey?: Pick<PasskeySettings, 'rpId'>
}

/**
 * Finds problems that prevent sign-in or payments on this page: in the browser, in how the page is served, at the
 * backend and at identity providers. Opens no dialog, needs no session, and leaves no data behind. An empty list means
 * that nothing was found, not that everything works. Takes at most 10 s, and never rejects.
 *
 * @example
 * for (const { severity, code, message, fix } of await diagnose({ backend: '/wallet' }))
 *   console.info(severity, code, message, fix)
 */
export async function diagnose(options: DiagnoseOptions = {}): Promise<readonly Finding[]> {
  const found = await Promise.all([
    browserFindings(),
    passkeyFindings(options.passkey?.rpId),
    backendFindings(options.backend, options.issuers ?? []),
  ])
  const order = ['error', 'warning', 'note']
  return found.flat().sort((one, other) => order.indexOf(one.severity) - order.indexOf(other.severity))
}
