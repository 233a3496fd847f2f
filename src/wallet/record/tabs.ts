/** Tells the other tabs of this origin that an account's record changed. @module */

/** Why a session ended. The record does not say; the message to other tabs does. */
export const endReasons = ['signed-out', 'expired', 'revoked'] as const

export type EndReason = (typeof endReasons)[number]

/** The message between tabs: no secrets, and only a hint to read the record. */
export interface TabMessage {
  readonly revision: number
  readonly ended?: EndReason
}

export interface Tabs {
  announce(message: TabMessage): void
  close(): void
}

/**
 * Opens the channel of an account. Without a `document` it does nothing: a channel would keep a server's process alive. A
 * browser that blocks site data has no channels either.
 */
export function openTabs(accountId: string, heard: (message: TabMessage) => void): Tabs {
  const channel = typeof document === 'undefined' ? undefined : channelOf(accountId)
  if (channel === undefined) return { announce: () => {}, close: () => {} }
  const closed = new AbortController()
  const { signal } = closed
  let isFrozen = false
  let missed: TabMessage | undefined
  // A frozen page still gets messages, but nothing from IndexedDB: a transaction that it began would stay open, and every
  // other tab would wait for it.
  const turned = ({ type }: Event): void => {
    isFrozen = type === 'freeze'
    if (missed) heard(missed)
    missed = undefined
  }
  for (const type of ['freeze', 'resume']) document.addEventListener(type, turned, { signal })
  channel.onmessage = ({ data }: MessageEvent<unknown>) => {
    const message = readTabMessage(data)
    if (message === undefined) return
    if (isFrozen) missed = { ...missed, ...message }
    else heard(message)
  }
  return {
    // A commit may finish after its wallet was disposed.
    announce: (message) => {
      if (!signal.aborted) channel.postMessage(message)
    },
    close: () => {
      closed.abort()
      channel.close()
    },
  }
}

function channelOf(accountId: string): BroadcastChannel | undefined {
  let channel: BroadcastChannel | undefined
  try {
    channel = new BroadcastChannel(`embedded-wallet-auth:${accountId}`)
  } catch {
    // Missing, or refused: Firefox throws a `SecurityError` where cookies and site data are blocked.
  }
  return channel
}

const isRevision = (value: unknown): value is number => Number.isSafeInteger(value)

/** Parses a message: any script of the origin can post one. */
export function readTabMessage(data: unknown): TabMessage | undefined {
  if (typeof data !== 'object' || data === null || !('revision' in data)) return undefined
  const { revision } = data
  if (!isRevision(revision)) return undefined
  const ended = 'ended' in data ? endReasons.find((reason) => reason === data.ended) : undefined
  return ended === undefined ? { revision } : { revision, ended }
}
