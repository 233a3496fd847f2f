/** The mails that the emulator sent: one-time codes, by recipient. @module */

/** A mailed one-time code. */
export interface Mail {
  /** The address. */
  readonly to: string
  readonly otp: string
  /** ISO 8601. */
  readonly sentAt: string
  /** ISO 8601; the code is invalid from then on. */
  readonly expiresAt: string
  readonly accountId: string
  readonly credentialId: string
}

/** The mails, the newest last. */
export interface Inbox {
  /** The newest mail to an address, case-insensitive. */
  latest(email: string): Mail | undefined
  all(): readonly Mail[]
  clear(): void
}

/** An inbox with earlier mails, the oldest first, and the function that delivers to it. */
export function createInbox(arrived: readonly Mail[] = []): {
  readonly inbox: Inbox
  readonly deliver: (mail: Mail) => void
} {
  let mails: Mail[] = []
  const newest = new Map<string, Mail>()
  const deliver = (mail: Mail): void => {
    mails.push(mail)
    newest.set(mail.to.toLowerCase(), mail)
  }
  arrived.forEach(deliver)
  return {
    deliver,
    inbox: {
      latest: (email) => newest.get(email.toLowerCase()),
      all: () => [...mails],
      clear() {
        mails = []
        newest.clear()
      },
    },
  }
}
