/** Tells the other tabs of this origin that an account's record has changed. @module */

/** Whether this is a page or a worker, with other tabs. On a server, a channel would only keep the process alive. */
export const inBrowser = (): boolean => typeof document !== 'undefined' || 'WorkerGlobalScope' in globalThis

/** Derived from the value `BroadcastChannel`, because the type of that name exists only in TypeScript's DOM library. */
type Channel = InstanceType<typeof BroadcastChannel>

export interface Tabs {
  /** Returns the account's channel, opened if necessary; `undefined` after `close()` or without channels. */
  channel(): Channel | undefined
  /** Tells the other tabs that the record now has this revision. The message is only a hint to read the record. */
  announce(revision: number): void
  close(): void
}

/**
 * Creates the sender of messages about an account. The channel is opened when it is first needed, because opening it
 * takes longer than a stamp. There is no channel on a server, where it would keep the process alive, or in a browser
 * that blocks site data. Without a channel, messages are not sent.
 */
export function createTabs(accountId: string): Tabs {
  // A commit may finish after its wallet was disposed and the channel was closed.
  let isClosed = !inBrowser()
  let opened: Channel | undefined
  const channel = (): Channel | undefined => {
    if (isClosed) return undefined
    opened ??= channelOf(accountId)
    return opened
  }
  return {
    channel,
    announce: (revision) => channel()?.postMessage({ revision }),
    close() {
      isClosed = true
      opened?.close()
    },
  }
}

function channelOf(accountId: string): Channel | undefined {
  let channel: Channel | undefined
  try {
    channel = new BroadcastChannel(`embedded-wallet-auth:${accountId}`)
  } catch {
    // The browser has no `BroadcastChannel`, or refuses to create one: Firefox throws a `SecurityError` where cookies
    // and site data are blocked.
  }
  return channel
}
