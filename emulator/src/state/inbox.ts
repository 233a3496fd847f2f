/** The e-mails and text messages that the emulator has sent. Each contains a one-time code. @module */

/** An e-mail or a text message with a one-time code. */
export interface Mail {
  /** The recipient's e-mail address or, for a text message, the phone number in E.164. */
  readonly to: string
  readonly otp: string
  /** When it was sent, in ISO 8601. */
  readonly sentAt: string
  /** When the code becomes invalid, in ISO 8601. */
  readonly expiresAt: string
  /** The account that the code is for, or whose payment it authorizes. */
  readonly accountId: string
  /** The credential that the code proves. Absent for the code of a payment. */
  readonly credentialId?: string
  /** The quote of the payment that the code authorizes. */
  readonly quoteId?: string
}

/** Read access to what was sent. */
export interface Inbox {
  /** Returns the latest message to an address or number, or `undefined` if there is none. Case is ignored. */
  latest(to: string): Mail | undefined
  /** Returns every message, oldest first. */
  all(): readonly Mail[]
  /** Removes all messages. */
  clear(): void
}

/** Creates an inbox that contains the messages in `arrived` (oldest first), and a function that adds one. */
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
      latest: (to) => newest.get(to.toLowerCase()),
      all: () => [...mails],
      clear() {
        mails = []
        newest.clear()
      },
    },
  }
}
