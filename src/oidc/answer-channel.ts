/**
 * How the provider's answer gets from the pop-up to the page that opened it: a channel named after the request's state.
 * `window.opener` is not used: a provider cuts it off with Cross-Origin-Opener-Policy, and any page could write to it.
 * Only pages of this origin hear a channel, and only those that know the state find this one.
 * @module
 */

/** What the page at the redirect address says, and what it is told. */
type Message = { readonly type: 'answer'; readonly parameters: string } | { readonly type: 'taken' }

const nameOf = (state: string): string => `embedded-wallet-auth oidc ${state}`

/** An answer that is awaited. */
export interface AwaitedAnswer {
  /** Resolves with the first answer. Later ones are not taken. */
  readonly arrived: Promise<URLSearchParams>
  close(): void
}

/** Waits for the answer with this state, until it has arrived or is not wanted any longer. */
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

/** Hands an answer to the page that waits for it; resolves with whether there is one. */
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

/** Milliseconds for a page that may be hidden behind the pop-up, and slow. */
const patience = 5_000

function isMessage(data: unknown): data is Message {
  // A parse boundary: every field is compared before it is used.
  const { type, parameters } = Object(data) as Partial<Record<'type' | 'parameters', unknown>>
  return type === 'taken' || (type === 'answer' && typeof parameters === 'string')
}
