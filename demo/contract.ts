/** The types of the calls between the page and the demo server under /demo. @module */
import type { Currency, InternalAccount, Money, Quote } from 'embedded-wallet-auth'
import type { BackendEvent } from 'embedded-wallet-auth/backend'
import type { Mode, Profile } from 'embedded-wallet-auth-emulator'

/** A person who can log in to the platform. */
export interface Person {
  /** The person's name in the demo's own calls, such as `ada`. */
  readonly key: string
  readonly name: string
  readonly email: string
  /** In E.164. */
  readonly phoneNumber: string
  /** One sentence about the person's wallet, shown when the user chooses a person. */
  readonly about: string
}

/** What the page needs before anyone logs in. */
export interface Welcome {
  readonly mode: Mode
  /** The deployment of the service that the emulator plays. */
  readonly profile: Profile
  /** The public key that signs exports, in hex. A real page has it as a constant. */
  readonly exportSigner: string
  /** The public key that signs what codes are encrypted to, in hex. A real page has it as a constant, too. */
  readonly otpSigner: string
  readonly people: readonly Person[]
  /** Where the wallet is in a page of its own, which a page of `parent` may show in a frame. Absent without a second origin. */
  readonly framing?: Framing
}

/** The wallet's own page, and the origin whose pages may show it. */
export interface Framing {
  readonly page: string
  readonly parent: string
}

/** The logged-in person, and the wallet as the service returns it. */
export interface Me {
  readonly person: Person
  readonly account: InternalAccount
}

/** A person who can be paid. */
export interface Receiver {
  /** `InternalAccount:…` */
  readonly id: string
  readonly name: string
  readonly place: string
  readonly currency: Required<Currency>
}

/** A completed payment, as the wallet sees it. */
export interface Movement {
  readonly id: string
  readonly direction: 'in' | 'out'
  readonly counterparty: string
  /** In the wallet's currency. */
  readonly amount: Money
  /** What the other party sent or received, if in another currency than the wallet's. */
  readonly otherAmount?: Money
  readonly description?: string
  /** The fee, if the wallet's owner paid it. It is part of `amount`. */
  readonly fee?: Money
  /** The quoted rate, if the currencies differ. */
  readonly exchangeRate?: number
  /** The reference that identifies the payment to both parties and to support. */
  readonly reference?: string
  /** The id of the {@link Receiver}, if that receiver can be paid again. */
  readonly receiverId?: string
  readonly status: string
  /** ISO 8601 */
  readonly at: string
}

/** A payment for which a quote is requested. */
export interface QuoteOrder {
  readonly receiverId: string
  /** In the smallest unit of the wallet's currency. */
  readonly amount: number
}

/** A quoted payment from the wallet, with its receiver. */
export interface Payment {
  readonly quote: Quote
  /** The id of a receiver, or of the pocket for agents. */
  readonly receiverId: string
  readonly receiverName: string
}

/** A call on the wire, with its secrets redacted. */
export interface WireEntry {
  readonly number: number
  /** Milliseconds since 1970, in the emulator's time. */
  readonly at: number
  /** The same moment on the machine's clock, which is also the page's clock. */
  readonly realTime: number
  readonly leg: 'page → backend' | 'backend → service' | 'agent → service'
  /** The id of the calling tab. */
  readonly tab?: string
  /** The `number` of the page's call that made the backend send this call. */
  readonly cause?: number
  /** The duration in milliseconds. Absent while the call runs. */
  readonly took?: number
  readonly method: string
  readonly path: string
  /** Absent while the call runs, and if the answer was lost. */
  readonly status?: number
  readonly lost?: true
  readonly headers: Readonly<Record<string, string>>
  readonly body?: unknown
  /** The body of the answer. */
  readonly answer?: unknown
  /** The payload that the call's stamp covers, exactly as it was stamped. Absent without a stamp. */
  readonly stamped?: string
}

/** An event of the backend's audit log. */
export interface AuditEntry extends Omit<BackendEvent, 'accounts'> {
  readonly number: number
  /** The name of the logged-in person. Absent if nobody was logged in. */
  readonly person?: string
}

/** Something that a scenario has armed: a lost answer or a lie. */
export interface Hazard {
  readonly id: string
  /** The method and path of the call whose answer is lost, with names in braces, or `lie`. */
  readonly call: string
  /** When it happened, in ISO 8601. Absent until then. */
  readonly happenedAt?: string
}

/** What the workbench shows. The server first sends a complete view, then only the changes in the lists. */
export interface WorkbenchView {
  /** Milliseconds since 1970, in the emulator's time. */
  readonly now: number
  /** Newest last. */
  readonly wire: readonly WireEntry[]
  /** Newest last. */
  readonly audit: readonly AuditEntry[]
  readonly hazards: readonly Hazard[]
}

/** How long a sign-in counts as a fresh proof, in seconds. The demo's backend enforces it, and the page shows it. */
export const proofMaxAge = 300

/** How long a mailed code is valid, in seconds. The emulator uses this value, and the mail mentions it. */
export const codeLifetime = 300

/** The header with which the demo server sends the emulator's time, in milliseconds. */
export const nowHeader = 'X-Demo-Now'

/** The header with the id of a tab, so that each workbench shows its own tab's calls. */
export const tabHeader = 'X-Demo-Tab'
