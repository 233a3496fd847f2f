/** Waits for mailed codes. @module */
import type { EmulatorControl } from './emulator-control.js'

/** Reads the codes that are mailed during a test. */
export interface Codes {
  /**
   * Waits for a mail to `email`, and resolves with the newest code. Ignores mails from before the test, and mails that
   * an earlier call has read. Rejects after ten seconds.
   */
  latest(email: string): Promise<string>
}

const interval = 50
const tries = 200

/** Resolves with a reader of codes that ignores the mails already in the inbox. */
export async function codesOf(emulator: EmulatorControl): Promise<Codes> {
  const seen = new Set((await emulator.inbox()).map(keyOf))
  return {
    async latest(email) {
      for (let attempt = 0; attempt < tries; attempt += 1) {
        const mails = await emulator.inbox(email)
        const [newest] = mails
        if (newest !== undefined && !seen.has(keyOf(newest))) {
          for (const mail of mails) seen.add(keyOf(mail))
          return newest.otp
        }
        await new Promise((resolve) => setTimeout(resolve, interval))
      }
      throw new Error(
        `No new code was mailed to ${email} within ${(interval * tries) / 1000} seconds. If the account has another address, set ACCOUNT_EMAIL, or the option \`email\` of walletFixtures().`,
      )
    },
  }
}

/**
 * Identifies a mail. All three fields are needed: the same code can be sent twice, and the time can be the same if the
 * clock stands still.
 */
const keyOf = ({ to, otp, sentAt }: { to: string; otp: string; sentAt: string }): string =>
  `${to.toLowerCase()} ${sentAt} ${otp}`
