/** The mail that the emulator sent: one-time codes, by recipient. @module */

/** A mailed one-time code. */
export interface Mail {
  /** The address. */
  readonly to: string
  readonly otp: string
  /** ISO 8601. */
  readonly sentAt: string
  /** ISO 8601; the code is void from then on. */
  readonly expiresAt: string
  readonly accountId: string
  readonly credentialId: string
}

/** What arrived, the newest last. */
export interface Inbox {
  /** The newest mail to an address, whatever its case. */
  latest(email: string): Mail | undefined
  all(): readonly Mail[]
  clear(): void
}

/** An inbox with what has arrived already, the oldest first, and the slot that mail falls through. */
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
