/**
 * Passes the provider's answer from the pop-up to the page that opened it, over a `BroadcastChannel` whose name
 * contains the request's `state`. Only pages of this origin that know the `state` can use the channel. `window.opener`
 * is not used: Cross-Origin-Opener-Policy at the provider may sever it, and any page with a reference to the opener
 * could post a forged answer to the opener.
 * @module
 */

/** The page at `redirectUri` sends `answer`. The page that waits for the answer replies with `taken`. */
type Message = { readonly type: 'answer'; readonly parameters: string } | { readonly type: 'taken' }

const nameOf = (state: string): string => `embedded-wallet-auth oidc ${state}`

/** A provider's answer that this page is waiting for. */
export interface AwaitedAnswer {
  /** Resolves with the parameters of the first answer. Later answers are ignored. */
  readonly arrived: Promise<URLSearchParams>
  close(): void
}

/** Starts listening for the answer to the request with this `state`. */
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

/** Passes an answer to the page that waits for it. Resolves with `false` if no page takes it within 5 seconds. */
export function handOver(state: string, answer: URLSearchParams): Promise<boolean> {
  const channel = new BroadcastChannel(nameOf(state))
  return new Promise((resolve) => {
    const end = (isTaken: boolean): void => {
      clearTimeout(timer)
      channel.close()
      resolve(isTaken)
    }
    const timer = setTimeout(() => end(false), receiptWait)
    channel.onmessage = ({ data }: MessageEvent<unknown>) => {
      if (isMessage(data) && data.type === 'taken') end(true)
    }
    channel.postMessage({ type: 'answer', parameters: answer.toString() } satisfies Message)
  })
}

/** How long to wait for `taken`, in milliseconds. Browsers slow down the other page while it is in the background. */
const receiptWait = 5_000

function isMessage(data: unknown): data is Message {
  // A parse boundary: every field is checked before it is used.
  const { type, parameters } = Object(data) as Partial<Record<'type' | 'parameters', unknown>>
  return type === 'taken' || (type === 'answer' && typeof parameters === 'string')
}
