/** The default time of a passkey dialog, for the page and the platform backend. @module */

/**
 * How long the browser's dialog stays open by default, in milliseconds. To set up a screen lock, to scan a code with
 * another device or to fetch a security key takes minutes. The challenges of the service and of the backend last five.
 */
export const ceremonyTimeout: number = 4 * 60_000
