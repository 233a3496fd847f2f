/**
 * A wallet's payments: sends them, and finds out the outcome of those whose answer was lost. Works as
 * docs/payment.md describes, with `unsettled`, `getQuote()` and a repeated `executeQuote()` of the same quote.
 * @module
 */
import type { Quote, Wallet } from 'embedded-wallet-auth'
import type { Payment } from '../contract.js'

/** The statuses that are the outcome of a payment. */
const outcomes: ReadonlySet<string> = new Set(['PROCESSING', 'COMPLETED', 'FAILED', 'EXPIRED'])

/** The status of a payment that the service makes once the user has authorized it. */
const awaitsUser = 'PENDING_AUTHORIZATION'

/** How long to wait before each check, in milliseconds. The last value repeats. */
const pauses = [2_000, 4_000, 8_000, 15_000] as const

/** How long a payment whose answer was lost stays in doubt before the first check, so that the user can read why. */
const timeToRead = 3_000

/** A payment that was sent, and whose outcome the user does not know yet. */
export interface Sent {
  readonly quoteId: string
  /** ISO 8601 */
  readonly since: string
  /** The payment's amount and receiver. `undefined` until the platform has answered. */
  readonly payment: Payment | undefined
  /**
   * The result of the last check. `pending` means that the service has not executed the quote, but may still do so;
   * `waiting` means that it waits for the user, and that nothing has been paid.
   */
  readonly found: 'nothing yet' | 'unreachable' | 'pending' | 'waiting'
  /** The outcome, once it is known. */
  readonly outcome: Quote | undefined
  /** Whether this tab is executing the quote now. */
  readonly isUnderWay: boolean
}

/** The payments of one wallet, in one tab. */
export interface Payments {
  /**
   * Executes a quote. Rejects as `wallet.executeQuote()` does. If the outcome is unknown, the payment stays in the
   * list.
   */
  pay(payment: Payment): Promise<Quote>
  /** Returns the payments, oldest first. */
  list(): readonly Sent[]
  find(quoteId: string): Sent | undefined
  /**
   * Whether a payment to this receiver, or to an unknown one, is still in doubt. The user should not pay again until it
   * is settled.
   */
  isOpenTo(receiverId: string): boolean
  /** Checks the outcome of every payment in doubt. Never rejects. */
  check(): Promise<void>
  /** Takes over what the service answered when the user authorized a payment. */
  hear(quote: Quote): void
  /** Takes over that such an answer was lost: nobody knows whether the payment was made. */
  doubt(quoteId: string): void
  /** Removes a payment whose outcome the user has been told. */
  dismiss(quoteId: string): void
  /** Marks the payment that the current screen shows, or no payment if `quoteId` is `undefined`. */
  attend(quoteId: string | undefined): void
  /** Whether the current screen shows the payment. */
  isAttended(quoteId: string): boolean
  close(): void
}

/** What the payments need from the app. */
export interface PaymentsPage {
  /** Reads what the platform knows about a quote. */
  readonly describe: (quoteId: string) => Promise<Payment>
  /** Called when the list has changed. */
  readonly changed: () => void
  /** Called when money may have moved. */
  readonly moved: () => void
}

interface Entry {
  readonly quoteId: string
  since: string
  payment: Payment | undefined
  found: Sent['found']
  outcome: Quote | undefined
  underWay: number
  isBeingRead: boolean
  looks: number
  /** When to check next, in milliseconds of this device's clock. */
  lookAt: number
}

/** Makes the payments of a wallet, with those that earlier pages and other tabs have sent. */
export function createPayments(wallet: Wallet, { describe, changed, moved }: PaymentsPage): Payments {
  const entries = new Map<string, Entry>()
  let attended: string | undefined
  let timer: ReturnType<typeof setInterval> | undefined
  let isClosed = false

  const isUnsettled = (id: string): boolean =>
    wallet.getState().unsettled.some(({ quoteId }) => quoteId === id)

  const waitsFor = (id: string): boolean =>
    wallet.getState().unsettled.some(({ quoteId, waitsFor: awaited }) => quoteId === id && awaited)

  const enter = (quoteId: string, since: string): Entry => {
    const known = entries.get(quoteId)
    if (known) return known
    const entry: Entry = {
      quoteId,
      since,
      payment: undefined,
      found: 'nothing yet',
      outcome: undefined,
      underWay: 0,
      isBeingRead: false,
      looks: 0,
      // Another tab may still be waiting for the answer. A payment that waits for the user is read at once.
      lookAt: waitsFor(quoteId) ? 0 : Date.now() + pauses[0],
    }
    entries.set(quoteId, entry)
    timer ??= setInterval(tick, 500)
    return entry
  }

  const leave = (entry: Entry): void => {
    entries.delete(entry.quoteId)
    if (entries.size > 0) return
    clearInterval(timer)
    timer = undefined
  }

  const learn = (entry: Entry, quote: Quote): void => {
    const isNew = entry.outcome === undefined
    entry.outcome = quote
    if (isNew) moved()
  }

  const take = (entry: Entry, quote: Quote): void => {
    if (outcomes.has(quote.status)) learn(entry, quote)
    else if (quote.status === awaitsUser) entry.found = 'waiting'
  }

  const look = async (entry: Entry): Promise<void> => {
    if (entry.isBeingRead || entry.outcome !== undefined) return
    entry.isBeingRead = true
    try {
      entry.payment ??= await describe(entry.quoteId).catch(() => undefined)
      const quote = await wallet.getQuote(entry.quoteId)
      if (outcomes.has(quote.status) || quote.status === awaitsUser) take(entry, quote)
      // Another tab's payment was refused. Nothing was paid, and that tab shows the error.
      else if (!isUnsettled(entry.quoteId) && entry.underWay === 0) leave(entry)
      else entry.found = 'pending'
    } catch {
      if (entry.found !== 'waiting' || !waitsFor(entry.quoteId)) entry.found = 'unreachable'
    } finally {
      entry.isBeingRead = false
      entry.lookAt = Date.now() + (pauses[entry.looks] ?? 15_000)
      entry.looks += 1
      if (!isClosed) changed()
    }
  }

  /**
   * Updates the list from the wallet's state: payments of earlier pages, and outcomes that other tabs have found out.
   */
  const follow = (): void => {
    let isNew = false
    for (const { quoteId, since } of wallet.getState().unsettled) {
      isNew ||= !entries.has(quoteId)
      enter(quoteId, since)
    }
    for (const entry of entries.values()) {
      if (entry.payment === undefined && !entry.isBeingRead && isNew)
        void describe(entry.quoteId).then(
          (payment) => {
            entry.payment ??= payment
            if (!isClosed) changed()
          },
          () => {},
        )
      if (entry.underWay > 0 || entry.outcome !== undefined) continue
      const isNewlyWaiting = entry.found === 'nothing yet' && entry.looks === 0 && waitsFor(entry.quoteId)
      if (isNewlyWaiting || !isUnsettled(entry.quoteId)) void look(entry)
    }
    if (isNew) changed()
  }

  const tick = (): void => {
    if (document.visibilityState === 'hidden') return
    for (const entry of entries.values())
      if (entry.underWay === 0 && Date.now() >= entry.lookAt) void look(entry)
  }

  const check = async (): Promise<void> => {
    await Promise.all([...entries.values()].filter(({ underWay }) => underWay === 0).map(look))
  }
  const recheck = (): void => void check()

  const unsubscribe = wallet.subscribe(follow)
  void wallet.ready.then(follow)
  addEventListener('online', recheck)
  addEventListener('pageshow', recheck)

  const shown = ({ underWay, isBeingRead: _, looks: __, lookAt: ___, ...entry }: Entry): Sent => ({
    ...entry,
    isUnderWay: underWay > 0,
  })

  return {
    async pay(payment) {
      const { id } = payment.quote
      const entry = enter(id, new Date(wallet.now()).toISOString())
      entry.payment = payment
      entry.underWay += 1
      changed()
      try {
        const quote = await wallet.executeQuote(payment.quote)
        take(entry, quote)
        return quote
      } finally {
        entry.underWay -= 1
        if (entry.outcome === undefined && entry.underWay === 0) {
          if (isUnsettled(id)) entry.lookAt = Date.now() + timeToRead
          // The payment was refused, so nothing was paid. The caller gets the error.
          else leave(entry)
        }
        if (!isClosed) changed()
      }
    },
    list: () => [...entries.values()].map(shown),
    find(quoteId) {
      const entry = entries.get(quoteId)
      return entry && shown(entry)
    },
    isOpenTo: (receiverId) =>
      [...entries.values()].some(
        ({ outcome, payment }) =>
          outcome === undefined && (payment === undefined || payment.receiverId === receiverId),
      ),
    check,
    hear(quote) {
      const entry = entries.get(quote.id)
      if (entry) take(entry, quote)
      changed()
    },
    doubt(quoteId) {
      const entry = entries.get(quoteId)
      if (entry) Object.assign(entry, { found: 'nothing yet', looks: 1, lookAt: Date.now() + timeToRead })
      changed()
    },
    dismiss(quoteId) {
      const entry = entries.get(quoteId)
      if (entry) leave(entry)
      changed()
    },
    attend(quoteId) {
      if (attended === quoteId) return
      attended = quoteId
      changed()
    },
    isAttended: (quoteId) => attended === quoteId,
    close() {
      isClosed = true
      unsubscribe()
      clearInterval(timer)
      removeEventListener('online', recheck)
      removeEventListener('pageshow', recheck)
    },
  }
}
