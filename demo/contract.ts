/** What page and demo server say to each other under /demo: types only. @module */
import type { Currency, InternalAccount, Money, Quote } from 'embedded-wallet-auth'
import type { BackendEvent } from 'embedded-wallet-auth/backend'
import type { Mail, Mode } from 'embedded-wallet-auth/emulator'

/** Somebody who can log in to the platform. */
export interface Person {
  /** Names the person in the demo's own calls, such as `ada`. */
  readonly key: string
  readonly name: string
  readonly email: string
  /** One sentence about the wallet, for whoever chooses. */
  readonly about: string
}

/** What the page has to know before anybody logs in. */
export interface Welcome {
  readonly mode: Mode
  /** Hex public key that vouches for exports. A real page has it compiled in. */
  readonly exportSigner: string
  readonly people: readonly Person[]
}

/** Who is logged in, and the wallet as the service shows it. */
export interface Me {
  readonly person: Person
  readonly account: InternalAccount
}

/** Somebody who can be paid. */
export interface Receiver {
  /** `InternalAccount:…` */
  readonly id: string
  readonly name: string
  readonly place: string
  readonly currency: Required<Currency>
}

/** A payment that moved money, seen from the wallet. */
export interface Movement {
  readonly id: string
  readonly direction: 'in' | 'out'
  readonly counterparty: string
  /** In the wallet's currency. */
  readonly amount: Money
  /** What the other side got, where its currency differs. */
  readonly otherAmount?: Money
  readonly description?: string
  /** What the payment cost, where this wallet paid it: contained in `amount`. */
  readonly fee?: Money
  /** As it was quoted, where currencies differ. */
  readonly exchangeRate?: number
  /** By which both sides and our support find it. */
  readonly reference?: string
  /** Set if it can be paid again: `Receiver.id`. */
  readonly receiverId?: string
  readonly status: string
  /** ISO 8601 */
  readonly at: string
}

/** A payment to be quoted. */
export interface QuoteOrder {
  readonly receiverId: string
  /** Smallest unit of the wallet's currency. */
  readonly amount: number
}

/** A payment from the wallet that the platform has had quoted, and whom it pays. */
export interface Payment {
  readonly quote: Quote
  /** Of a receiver, or of the pocket for agents. */
  readonly receiverId: string
  readonly receiverName: string
}

/** A call on the wire, secrets blacked out. */
export interface WireEntry {
  readonly number: number
  /** Milliseconds since 1970, emulator's time. */
  readonly at: number
  /** The same by the clock of the machine, which the page has too. */
  readonly realTime: number
  readonly leg: 'page → backend' | 'backend → service' | 'agent → service'
  /** Names the tab that called. */
  readonly tab?: string
  /** `number` of the page's call that the backend made this one for. */
  readonly cause?: number
  /** Milliseconds; absent while it runs. */
  readonly took?: number
  readonly method: string
  readonly path: string
  /** Absent while it runs, and when the answer was lost. */
  readonly status?: number
  readonly lost?: true
  readonly headers: Readonly<Record<string, string>>
  readonly body?: unknown
  /** The body of the answer. */
  readonly answer?: unknown
  /** With a stamp: the payload that it was made for, character for character. */
  readonly stamped?: string
}

/** An event of the backend's audit trail. */
export interface AuditEntry extends Omit<BackendEvent, 'accounts'> {
  readonly number: number
  /** Name of the person who was logged in; absent if nobody was. */
  readonly person?: string
}

/** Something that was armed to go wrong. */
export interface ArmedFault {
  readonly number: number
  /** Method and path, with names in braces; `*` for whichever call comes first. */
  readonly call: string
  readonly kind: FaultKind | 'lie'
  /** The call that it befell: absent until then. */
  readonly fired?: { readonly at: number; readonly path: string }
}

/** What the workbench shows of the emulator. The server sends one of these at first, then only what has changed in the lists. */
export interface WorkbenchView {
  /** Milliseconds since 1970, emulator's time. */
  readonly now: number
  readonly inbox: readonly Mail[]
  /** The newest last. */
  readonly wire: readonly WireEntry[]
  /** The newest last. */
  readonly audit: readonly AuditEntry[]
  /** The newest last. */
  readonly faults: readonly ArmedFault[]
}

/** What can go wrong on request. */
export const faultKinds = ['lost', 'drop', 'slow', 'unavailable', 'rate-limited'] as const

export type FaultKind = (typeof faultKinds)[number]

/** Seconds for which a sign-in counts as a fresh proof: the demo's backend demands it, and the page knows it. */
export const proofMaxAge = 300

/** Seconds for which a mailed code works: the emulator sets it, and its mail says so. */
export const codeLifetime = 300

/** Name of the header in which the demo server tells the emulator's time, in milliseconds. */
export const nowHeader = 'X-Demo-Now'

/** Name of the header in which a tab names itself, so that each workbench shows the calls of its own. */
export const tabHeader = 'X-Demo-Tab'
