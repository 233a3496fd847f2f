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

/** An empty inbox and the slot that mail falls through. */
export function createInbox(): { readonly inbox: Inbox; readonly deliver: (mail: Mail) => void } {
  let mails: Mail[] = []
  return {
    deliver: (mail) => void mails.push(mail),
    inbox: {
      latest: (email) => mails.findLast((mail) => mail.to.toLowerCase() === email.toLowerCase()),
      all: () => [...mails],
      clear: () => {
        mails = []
      },
    },
  }
}
