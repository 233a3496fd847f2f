/** Learns from other tabs of this origin that an account's record has changed. @module */
import { isObject } from '../crypto/sealed-form.js'
import type { EndReason, TabMessage, Tabs } from './tabs.js'

/**
 * Calls `heard` for each message from another tab, and once at the start, because earlier messages may have been
 * missed. Returns a function that stops listening. Does nothing if there is no channel.
 */
export function hearTabs(tabs: Tabs, heard: (message: TabMessage) => void): () => void {
  const channel = tabs.channel()
  if (channel === undefined) return () => {}
  // A worker has no document, and does not get the events below.
  const page = typeof document === 'undefined' ? undefined : document
  let isFrozen = false
  let missed: TabMessage | undefined
  // A frozen page still gets messages, but no results from IndexedDB. A transaction that it began would stay open and
  // block all other tabs, so messages wait until the page resumes.
  const freeze = (): void => {
    isFrozen = true
  }
  const resume = (): void => {
    isFrozen = false
    if (missed) heard(missed)
    missed = undefined
  }
  page?.addEventListener('freeze', freeze)
  page?.addEventListener('resume', resume)
  channel.onmessage = ({ data }: MessageEvent<unknown>) => {
    const message = readTabMessage(data)
    if (message === undefined) return
    if (isFrozen) missed = { ...missed, ...message }
    else heard(message)
  }
  heard({ revision: 0 })
  return () => {
    channel.onmessage = null
    page?.removeEventListener('freeze', freeze)
    page?.removeEventListener('resume', resume)
  }
}

export const endReasons: readonly EndReason[] = ['signed-out', 'expired', 'revoked']

/** Checks a message, because any script of the origin can post one. Returns `undefined` if it is not valid. */
export function readTabMessage(data: unknown): TabMessage | undefined {
  if (!isObject(data) || !Number.isSafeInteger(data['revision'])) return undefined
  const ended = endReasons.find((reason) => reason === data['ended'])
  return { revision: data['revision'] as number, ...(ended && { ended }) }
}
