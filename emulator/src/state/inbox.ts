/** The e-mails that the emulator has sent. Each contains a one-time code. @module */

/** An e-mail with a one-time code. */
export interface Mail {
  /** The recipient's address. */
  readonly to: string
  readonly otp: string
  /** When the e-mail was sent, in ISO 8601. */
  readonly sentAt: string
  /** When the code becomes invalid, in ISO 8601. */
  readonly expiresAt: string
  readonly accountId: string
  readonly credentialId: string
}

/** Read access to the e-mails that were sent. */
export interface Inbox {
  /** Returns the latest e-mail to an address, or `undefined` if there is none. Letter case is ignored. */
  latest(email: string): Mail | undefined
  /** Returns every e-mail, oldest first. */
  all(): readonly Mail[]
  /** Removes all e-mails. */
  clear(): void
}

/** Creates an inbox that contains the e-mails in `arrived` (oldest first), and a function that adds an e-mail to it. */
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
