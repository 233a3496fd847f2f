/**
 * Which way of keys and codes this page and its platform use: the one that the service takes. `check-backend --account`
 * tells which that is.
 *
 * - `sealed`: the service makes each session's key and seals it to the page; codes travel as plain text.
 * - `client-held`: the page makes the key, and codes are encrypted to the service. The platform tells the page who may
 *   sign what they are encrypted to: OTP_SIGNER. If your pages come from another server than the platform, write that
 *   key into the page instead, so that neither of the two can change it alone.
 */
export const keyDelivery: 'sealed' | 'client-held' = 'sealed'
