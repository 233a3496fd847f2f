/** Makes the headers of the page that serves a framed wallet. @module */
import { type CspConfig, cspFor } from './csp-for.js'

/** The pages around the wallet's page, and what its policy has to allow besides. */
export interface FrameHeadersConfig extends Omit<CspConfig, 'framedBy'> {
  /** The `parents` of `serveWallet`: the origins whose pages show the wallet's page. At least one. */
  readonly parents: readonly string[]
}

/**
 * Makes the headers of the page that calls `serveWallet` of `embedded-wallet-auth/frame`. Only the
 * parents may show it, passkeys work in it, and as a window it can be reached by the page that opened it.
 *
 * @throws TypeError if there is no parent, and as {@link cspFor} does
 * @example
 * const headers = frameHeaders({ parents: ['https://shop.example.com'] })
 * for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
 */
export function frameHeaders({ parents, ...config }: FrameHeadersConfig): Readonly<Record<string, string>> {
  if (parents.length === 0) throw new TypeError('frameHeaders() needs at least one origin in `parents`.')
  return {
    'Content-Security-Policy': cspFor({ ...config, framedBy: parents }),
    // With `same-origin`, the page that opened the window could not send it anything.
    'Cross-Origin-Opener-Policy': 'unsafe-none',
    // Lets a parent of the same site show the page although it isolates itself.
    'Cross-Origin-Resource-Policy': 'same-site',
    'Permissions-Policy': 'publickey-credentials-get=(self), publickey-credentials-create=(self)',
    'Referrer-Policy': 'no-referrer',
    'X-Content-Type-Options': 'nosniff',
  }
}
