/** The mails that the emulator has sent. Each contains a one-time code. @module */

/** A mailed one-time code. */
export interface Mail {
  /** The recipient's address. */
  readonly to: string
  readonly otp: string
  /** When the mail was sent, in ISO 8601. */
  readonly sentAt: string
  /** When the code becomes invalid, in ISO 8601. */
  readonly expiresAt: string
  readonly accountId: string
  readonly credentialId: string
}

/** The mails that were sent, oldest first. */
export interface Inbox {
  /** Returns the latest mail to an address. Letter case is ignored. */
  latest(email: string): Mail | undefined
  /** Returns every mail, oldest first. */
  all(): readonly Mail[]
  /** Removes all mails. */
  clear(): void
}

/** Creates an inbox, and the function that adds mails to it. `arrived` are the initial mails, oldest first. */
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
