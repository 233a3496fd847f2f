/** Which mailed codes can still be used. @module */
import type { Mail } from 'embedded-wallet-auth/emulator'

/**
 * Mails whose code has not expired, the newest last.
 *
 * @param now emulator's time
 * @param usedAt when a code was last used: it and those before it are spent
 */
export const liveMail = (mails: readonly Mail[], now: number, usedAt = 0): readonly Mail[] =>
  mails.filter(({ sentAt, expiresAt }) => Date.parse(sentAt) > usedAt && Date.parse(expiresAt) > now)
