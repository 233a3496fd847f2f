/**
 * Lists that stay visible if they cannot be read again, and that are updated when the browser is back online.
 * @module
 */
import type { AuthMethod, ListedSession } from 'embedded-wallet-auth'
import type { Movement, Receiver } from '../contract.js'
import { isOffline } from './connection.js'
import { button } from './controls.js'
import { type Child, el, fill } from './dom.js'
import { inWords } from './errors-in-words.js'
import { noticeBox } from './notice-box.js'

/** What was last read, if anything. */
export interface Last<T> {
  value: T | undefined
}

/** The lists that the user has seen in the wallet, and other things to keep while the wallet is open. */
export interface Kept {
  readonly activity: Last<readonly Movement[]>
  readonly receivers: Last<readonly Receiver[]>
  readonly credentials: Last<readonly AuthMethod[]>
  readonly sessions: Last<readonly ListedSession[]>
  /** What the user last typed into the form under Send. */
  readonly draft: Last<Draft>
}

/** A payment that the user is filling in. */
export interface Draft {
  receiverId: string | undefined
  /** The amount as the user typed it. */
  amount: string
}

/** Makes an empty collection. */
export const createKept = (): Kept => ({
  activity: { value: undefined },
  receivers: { value: undefined },
  credentials: { value: undefined },
  sessions: { value: undefined },
  draft: { value: undefined },
})

/** What to read, and where to show it. */
export interface Reading<T> {
  readonly host: HTMLElement
  readonly last: Last<T>
  readonly signal: AbortSignal
  readonly read: () => Promise<T>
  readonly show: (value: T) => Child
}

/**
 * Returns a function that reads the data and shows it. It runs again each time the browser is back online. If a reading
 * fails, the last data stays visible. It never rejects.
 */
export function kept<T>({ host, last, signal, read, show }: Reading<T>): () => Promise<void> {
  let turn = 0
  const reread = async (): Promise<void> => {
    turn += 1
    const mine = turn
    if (mine === 1 && last.value !== undefined) {
      fill(host, show(last.value))
      host.removeAttribute('aria-busy')
    }
    try {
      const value = await read()
      if (signal.aborted || mine !== turn) return
      last.value = value
      fill(host, show(value))
    } catch (error) {
      if (signal.aborted || mine !== turn) return
      fill(host, last.value === undefined ? missing(error) : [show(last.value), outdated()])
    } finally {
      if (mine === turn) host.removeAttribute('aria-busy')
    }
  }
  const missing = (error: unknown): Child => {
    if (isOffline()) return noticeBox('info', 'We’ll show this when you’re back online.', 'Nothing is lost.')
    const { title, next, code } = inWords(error)
    return el(
      'div',
      { class: 'stack' },
      noticeBox('problem', title, next, code),
      button('secondary', 'Try again', () => void reread()),
    )
  }
  const outdated = (): Child => el('p', { class: 'hint' }, 'You’re seeing this as of your last connection.')
  addEventListener('online', () => void reread(), { signal })
  return reread
}
