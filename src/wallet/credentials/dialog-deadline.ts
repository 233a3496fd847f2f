/** How long a passkey dialog may stay open: one rule for sign-ins, registrations and payments. @module */
import { ceremonyTimeout } from '../../wire/ceremony-timeout.js'
import type { MethodContext } from './method.js'

/**
 * How long to wait after the timeout of the browser's dialog, in milliseconds. Normally the browser closes the dialog
 * at the timeout.
 */
const grace = 5_000

/**
 * How long a dialog stays open, in milliseconds: as the option `passkey.timeout` says, otherwise as the options of the
 * ceremony say, otherwise for the default time. It closes when the challenge expires, at `until`, because what the
 * person does afterwards would be refused.
 */
export function dialogTimeout(
  { passkey, now }: Pick<MethodContext, 'passkey' | 'now'>,
  offered?: number | null,
  until: number = Number.POSITIVE_INFINITY,
): number {
  return Math.max(1, Math.min(passkey.timeout ?? offered ?? ceremonyTimeout, until - now()))
}

/** How long to wait for a dialog with this timeout, in milliseconds. */
export const dialogDeadline = (timeout: number = ceremonyTimeout): number => timeout + grace
