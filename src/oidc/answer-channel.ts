/**
 * Passes the provider's answer from the pop-up to the page that opened it, over a `BroadcastChannel` whose name
 * contains the request's `state`. Only pages of this origin can use such a channel, and only those that know the
 * `state` can find it. `window.opener` is not used: the provider may cut it off with Cross-Origin-Opener-Policy, and
 * any page with a reference to this window could post messages to it.
 * @module
 */

/**
 * The messages on the channel. The page at the redirect address sends `answer`, and the page that waits for it replies
 * with `taken`.
 */
type Message = { readonly type: 'answer'; readonly parameters: string } | { readonly type: 'taken' }

const nameOf = (state: string): string => `embedded-wallet-auth oidc ${state}`

/** An answer that a page is waiting for. */
export interface AwaitedAnswer {
  /** Resolves with the first answer. Later answers are ignored. */
  readonly arrived: Promise<URLSearchParams>
  close(): void
}

/** Starts to wait for the answer to the request with this state. */
export function awaitAnswer(state: string): AwaitedAnswer {
  const channel = new BroadcastChannel(nameOf(state))
  const arrived = new Promise<URLSearchParams>((resolve) => {
    channel.onmessage = ({ data }: MessageEvent<unknown>) => {
      if (!isMessage(data) || data.type !== 'answer') return
      channel.postMessage({ type: 'taken' } satisfies Message)
      channel.close()
      resolve(new URLSearchParams(data.parameters))
    }
  })
  return { arrived, close: () => channel.close() }
}

/** Passes an answer to the page that waits for it. Resolves with `true` if a page has received it. */
export function handOver(state: string, answer: URLSearchParams): Promise<boolean> {
  const channel = new BroadcastChannel(nameOf(state))
  return new Promise((resolve) => {
    const end = (isTaken: boolean): void => {
      clearTimeout(timer)
      channel.close()
      resolve(isTaken)
    }
    const timer = setTimeout(() => end(false), patience)
    channel.onmessage = ({ data }: MessageEvent<unknown>) => {
      if (isMessage(data) && data.type === 'taken') end(true)
    }
    channel.postMessage({ type: 'answer', parameters: answer.toString() } satisfies Message)
  })
}

/**
 * How long to wait for `taken`, in milliseconds. The page that sends it may be slow, because it may be hidden behind
 * the pop-up.
 */
const patience = 5_000

function isMessage(data: unknown): data is Message {
  // A parse boundary: every field is compared before it is used.
  const { type, parameters } = Object(data) as Partial<Record<'type' | 'parameters', unknown>>
  return type === 'taken' || (type === 'answer' && typeof parameters === 'string')
}
