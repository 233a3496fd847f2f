/** Finds the mails whose codes can still be used. @module */
import type { Mail } from 'embedded-wallet-auth-emulator'

/**
 * Returns the mails whose codes can still be used, newest last.
 *
 * @param now the emulator's time
 * @param usedAt the time at which a code was last used. This code and earlier ones can no longer be used
 */
export const liveMail = (mails: readonly Mail[], now: number, usedAt = 0): readonly Mail[] =>
  mails.filter(({ sentAt, expiresAt }) => Date.parse(sentAt) > usedAt && Date.parse(expiresAt) > now)
