/**
 * The payments of a wallet that were sent and whose outcome is not known yet: those of this tab, of earlier pages and
 * of other tabs. Checks each of them, again and again, until its outcome is known.
 * @module
 */
import type { Quote, Wallet } from 'embedded-wallet-auth'
import type { Payment } from '../contract.js'
import { type Entry, lookLater, newEntry } from './sent-payment.js'

/** The statuses that are the outcome of a payment. */
const outcomes: ReadonlySet<string> = new Set(['PROCESSING', 'COMPLETED', 'FAILED', 'EXPIRED'])

/** The status of a payment that the service makes once the user has authorized it. */
const awaitsUser = 'PENDING_AUTHORIZATION'

/** What the payments need from the app. */
export interface PaymentsPage {
  /** Reads what the platform knows about a quote. */
  readonly describe: (quoteId: string) => Promise<Payment>
  /** Called when the list has changed. */
  readonly changed: () => void
  /** Called when money may have moved. */
  readonly moved: () => void
}

export interface PaymentsInDoubt {
  /** The payments, oldest first, by the id of their quote. */
  readonly entries: ReadonlyMap<string, Entry>
  /** Whether the wallet does not know the outcome either. */
  isUnsettled(quoteId: string): boolean
  /** Adds a payment, or returns the one that is there. */
  enter(quoteId: string, since: string): Entry
  leave(entry: Entry): void
  /** Takes over what the service answered. */
  take(entry: Entry, quote: Quote): void
  /** Checks the outcome of every payment in doubt. Never rejects. */
  check(): Promise<void>
  /** Stops the checks. From then on, `changed` is not called by a check that was under way. */
  close(): void
  readonly isClosed: () => boolean
}

export function createPaymentsInDoubt(
  wallet: Wallet,
  { describe, changed, moved }: PaymentsPage,
): PaymentsInDoubt {
  const entries = new Map<string, Entry>()
  let timer: ReturnType<typeof setInterval> | undefined
  let isClosed = false

  const isUnsettled = (id: string): boolean =>
    wallet.getState().unsettled.some(({ quoteId }) => quoteId === id)

  const waitsForUser = (id: string): boolean =>
    wallet.getState().unsettled.some(({ quoteId, waitsFor }) => quoteId === id && waitsFor !== undefined)

  const enter = (quoteId: string, since: string): Entry => {
    const entry = entries.get(quoteId) ?? newEntry(quoteId, since, waitsForUser(quoteId))
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

  const take = (entry: Entry, quote: Quote): void => {
    if (outcomes.has(quote.status)) {
      const isNew = entry.outcome === undefined
      entry.outcome = quote
      if (isNew) moved()
    } else if (quote.status === awaitsUser) entry.found = 'waiting'
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
      if (entry.found !== 'waiting' || !waitsForUser(entry.quoteId)) entry.found = 'unreachable'
    } finally {
      entry.isBeingRead = false
      lookLater(entry)
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
      const isNewlyWaiting = entry.found === 'nothing yet' && entry.looks === 0 && waitsForUser(entry.quoteId)
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

  return {
    entries,
    isUnsettled,
    enter,
    leave,
    take,
    check,
    close() {
      isClosed = true
      unsubscribe()
      clearInterval(timer)
      removeEventListener('online', recheck)
      removeEventListener('pageshow', recheck)
    },
    isClosed: () => isClosed,
  }
}
