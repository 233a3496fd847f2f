/**
 * Uses Web Locks to tell whether the page that runs an attempt is still open. This is only a hint; no guarantee
 * depends on it.
 * @module
 */
import type { Clock } from '../../clock.js'
import { withDeadline } from '../../clock.js'
import { inBrowser } from './tabs.js'

/** Milliseconds to wait for the lock manager. After that an attempt continues without a lock. */
const lockManagerWait = 1_000

const lockName = (pageId: string): string => `embedded-wallet-auth:page:${pageId}`

/** A lock that tells other tabs that this page is open. */
export interface PageLock {
  /** Resolves when the lock is granted, or after a second if it is not. Never rejects. */
  readonly shown: Promise<void>
  readonly release: () => void
}

/**
 * Tells other tabs that this page is open, until the lock is released or the page is closed. A page gives up the lock
 * while it is in the back/forward cache, so that other pages do not wait for a cached page.
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
    const cancel = clock.after(lockManagerWait, resolve)
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

/** Whether a page is open; `undefined` if the browser cannot tell within a second: then only deadlines count. */
export async function isPageAlive(pageId: string, clock: Clock): Promise<boolean | undefined> {
  const late = (): Error => new Error()
  const ask = async (): Promise<LockManagerSnapshot | undefined> => lockManager()?.query()
  const found = await withDeadline(clock, { ms: lockManagerWait, late }, ask).catch(() => undefined)
  const isOwn = ({ name }: LockInfo): boolean => name === lockName(pageId)
  return found?.held && [found.held, found.pending].some((locks) => locks?.some(isOwn))
}

const lockManager = (): LockManager | undefined =>
  inBrowser() ? (globalThis.navigator?.locks ?? undefined) : undefined
