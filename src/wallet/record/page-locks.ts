/** Whether the page that runs an attempt is still there: Web Locks, as a hint that decides nothing. @module */

import type { Clock } from '../../clock.js'
import { withDeadline } from '../../clock.js'

/** Milliseconds that a lock may take to be granted; without it the attempt goes on all the same. */
const patience = 1_000

const lockName = (pageId: string): string => `embedded-wallet-auth:page:${pageId}`

/** A sign of life. */
export interface PageLock {
  /** Others can see it from then on, or the browser is slow to show it. Never rejects. */
  readonly shown: Promise<void>
  readonly release: () => void
}

/**
 * Shows other tabs that this page lives, until released or until the page is gone. A page in the back/forward cache does
 * nothing, and the page that comes after it must not wait for it: it is not shown as alive until the person comes back.
 */
export function holdPageLock(pageId: string, clock: Clock): PageLock {
  const locks = lockManager()
  if (locks === undefined) return { shown: Promise.resolve(), release: () => {} }
  let letGo = (): void => {}
  const take = (shown: () => void): void => {
    const released = new Promise<void>((resolve) => {
      letGo = resolve
    })
    const granted = (): Promise<void> => {
      shown()
      return released
    }
    locks.request(lockName(pageId), { mode: 'shared' }, granted).catch(shown)
  }
  const shown = new Promise<void>((resolve) => {
    const cancel = clock.after(patience, resolve)
    take(() => {
      cancel()
      resolve()
    })
  })
  const hide = (): void => letGo()
  const show = ({ persisted }: PageTransitionEvent): void => {
    if (persisted) take(() => {})
  }
  globalThis.addEventListener?.('pagehide', hide)
  globalThis.addEventListener?.('pageshow', show)
  const release = (): void => {
    globalThis.removeEventListener?.('pagehide', hide)
    globalThis.removeEventListener?.('pageshow', show)
    letGo()
  }
  return { shown, release }
}

/** `undefined` where the browser cannot tell, or not soon: then only the attempt's deadline does. */
export async function isPageAlive(pageId: string, clock: Clock): Promise<boolean | undefined> {
  const late = (): Error => new Error('The browser does not tell who holds a lock.')
  const ask = async (): Promise<LockManagerSnapshot> => (await lockManager()?.query()) ?? {}
  try {
    const { held, pending } = await withDeadline(clock, { ms: patience, late }, ask)
    if (held === undefined) return undefined
    return [...held, ...(pending ?? [])].some(({ name }) => name === lockName(pageId))
  } catch {
    return undefined
  }
}

const lockManager = (): LockManager | undefined =>
  typeof document === 'undefined' ? undefined : globalThis.navigator?.locks
