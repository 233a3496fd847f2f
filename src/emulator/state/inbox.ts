/** The mails that the emulator sent: one-time codes, by recipient. @module */

/** A mailed one-time code. */
export interface Mail {
  /** The recipient's address. */
  readonly to: string
  readonly otp: string
  /** ISO 8601. */
  readonly sentAt: string
  /** ISO 8601. The code is invalid from this moment on. */
  readonly expiresAt: string
  readonly accountId: string
  readonly credentialId: string
}

/** The mails that were sent. */
export interface Inbox {
  /** The newest mail to an address; letter case is ignored. */
  latest(email: string): Mail | undefined
  all(): readonly Mail[]
  clear(): void
}

/** Creates an inbox and the function that delivers to it. `arrived` are earlier mails, oldest first. */
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
