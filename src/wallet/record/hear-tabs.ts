/** Learns from other tabs of this origin that an account's record has changed. @module */
import type { Tabs } from './tabs.js'

/**
 * Calls `heard` for each message from another tab, and once at the start, because earlier messages may have been
 * missed. Nothing in a message is read, because any script of the origin can post one. Without a channel, `heard` is
 * never called. Returns a function that stops listening.
 */
export function hearTabs(tabs: Tabs, heard: () => void): () => void {
  const channel = tabs.channel()
  if (channel === undefined) return () => {}
  // A worker has no document, and does not get the events below.
  const page = typeof document === 'undefined' ? undefined : document
  let isFrozen = false
  let hasMissed = false
  // A frozen page still gets messages, but no results from IndexedDB. A transaction that it began would stay open and
  // block all other tabs, so messages wait until the page resumes.
  const freeze = (): void => {
    isFrozen = true
  }
  const resume = (): void => {
    isFrozen = false
    if (hasMissed) heard()
    hasMissed = false
  }
  page?.addEventListener('freeze', freeze)
  page?.addEventListener('resume', resume)
  channel.onmessage = () => {
    if (isFrozen) hasMissed = true
    else heard()
  }
  heard()
  return () => {
    channel.onmessage = null
    page?.removeEventListener('freeze', freeze)
    page?.removeEventListener('resume', resume)
  }
}
