/** How long a passkey dialog may stay open. @module */

/** How long the browser's dialog stays open by default, in milliseconds. */
export const defaultTimeout = 60_000

/**
 * How long to wait after the timeout of the browser's dialog, in milliseconds. Normally the browser closes the dialog
 * at the timeout.
 */
const grace = 5_000

/** How long to wait for a dialog with this timeout, in milliseconds. */
export const dialogDeadline = (timeout: number = defaultTimeout): number => timeout + grace
