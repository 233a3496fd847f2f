/** Tells the other tabs of this origin that an account's record has changed. @module */
import { isObject } from '../crypto/sealed-form.js'
import { inBrowser } from './in-browser.js'

/** The reasons why a session ended. The record does not contain the reason, but the message to other tabs does. */
export const endReasons = ['signed-out', 'expired', 'revoked'] as const

export type EndReason = (typeof endReasons)[number]

/** The message between tabs. It contains no secrets and is only a hint to read the record. */
export interface TabMessage {
  readonly revision: number
  readonly ended?: EndReason
}

export interface Tabs {
  announce(message: TabMessage): void
  close(): void
}

/**
 * Opens the channel of an account. No channel is opened on a server, where it would keep the process alive, or in a
 * browser that blocks site data. Without a channel no messages are sent or received.
 */
export function openTabs(accountId: string, heard: (message: TabMessage) => void): Tabs {
  const channel = inBrowser() ? channelOf(accountId) : undefined
  if (channel === undefined) return { announce: () => {}, close: () => {} }
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
  let isOpen = true
  return {
    // A commit may finish after the wallet was disposed and the channel was closed. Then nothing is sent.
    announce: (message) => {
      if (isOpen) channel.postMessage(message)
    },
    close: () => {
      isOpen = false
      page?.removeEventListener('freeze', freeze)
      page?.removeEventListener('resume', resume)
      channel.close()
    },
  }
}

function channelOf(accountId: string): BroadcastChannel | undefined {
  let channel: BroadcastChannel | undefined
  try {
    channel = new BroadcastChannel(`embedded-wallet-auth:${accountId}`)
  } catch {
    // The browser has no `BroadcastChannel`, or refuses to create one: Firefox throws a `SecurityError` where cookies
    // and site data are blocked.
  }
  return channel
}

const isRevision = (value: unknown): value is number => Number.isSafeInteger(value)

/** Checks a message, because any script of the origin can post one. Returns `undefined` if it is not valid. */
export function readTabMessage(data: unknown): TabMessage | undefined {
  if (!isObject(data)) return undefined
  const { revision } = data
  if (!isRevision(revision)) return undefined
  const ended = endReasons.find((reason) => reason === data['ended'])
  return ended === undefined ? { revision } : { revision, ended }
}
