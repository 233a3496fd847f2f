/** The headers of the built page: as strict as they get. @module */
import { cspFor } from 'embedded-wallet-auth/diagnose'

/** Sent with every file of the page. */
export const pageHeaders: Readonly<Record<string, string>> = {
  'Content-Security-Policy': cspFor(),
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Permissions-Policy': 'publickey-credentials-get=(self), publickey-credentials-create=(self)',
}
