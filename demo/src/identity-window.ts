/**
 * The identity provider's window: opened in the click itself, before anything is awaited, since browsers block every later
 * one. Origin, source and state of its answer are checked.
 * @module
 */
import type { GetOidcToken } from 'embedded-wallet-auth'

/** Why the window gave no token. */
export class IdentityWindowError extends Error {
  override readonly name = 'IdentityWindowError'
  readonly code: 'POPUP_BLOCKED' | 'POPUP_CLOSED'

  constructor(code: 'POPUP_BLOCKED' | 'POPUP_CLOSED') {
    super(code)
    this.code = code
  }
}

/** What the window posts. */
export interface IdentityAnswer {
  readonly type: 'identity-answer'
  readonly state: string
  readonly idToken: string
}

/** The provider's page; on a real platform another origin. */
const provider = 'identity-provider.html'

/** Milliseconds between two looks at whether the window is still open: browsers tell nobody. */
const look = 400

/**
 * Opens the window, empty, gives the library's callback, which sends it on its way once the nonce is known, and closes it
 * whatever happens. Call it first thing in a click.
 *
 * @example
 * click: () => withIdentityWindow((getOidcToken) => wallet.signIn({ type: 'OAUTH', getOidcToken }))
 */
export async function withIdentityWindow<T>(work: (getOidcToken: GetOidcToken) => Promise<T>): Promise<T> {
  let opened = openWindow()
  let uses = 0
  try {
    return await work(async ({ nonce, signal }) => {
      uses += 1
      // The call is repeated after a fresh proof: the window of the first time has answered and is closed.
      if (uses > 1) opened = openWindow()
      if (opened === null) throw new IdentityWindowError('POPUP_BLOCKED')
      const state = crypto.randomUUID()
      // In the fragment: it is in no request, no log and no Referer.
      // Beside this page, wherever that is hosted; the empty window has no address of its own to start from.
      const address = new URL(provider, document.baseURI)
      address.hash = String(new URLSearchParams({ nonce, state }))
      opened.location.replace(address)
      return answerOf(opened, state, signal)
    })
  } finally {
    opened?.close()
  }
}

const openWindow = (): Window | null => window.open('about:blank', 'marsh-id', 'popup,width=440,height=640')

function answerOf(opened: Window, state: string, signal: AbortSignal): Promise<string> {
  return new Promise((resolve, reject) => {
    const end = (): void => {
      clearInterval(timer)
      removeEventListener('message', heard)
      signal.removeEventListener('abort', aborted)
    }
    const heard = ({ origin, source, data }: MessageEvent<unknown>): void => {
      if (origin !== location.origin || source !== opened || !isAnswer(data) || data.state !== state) return
      end()
      // Not before: a window that is closed is taken for one that gave no answer.
      opened.close()
      resolve(data.idToken)
    }
    const aborted = (): void => {
      end()
      reject(signal.reason)
    }
    const timer = setInterval(() => {
      if (!opened.closed) return
      end()
      reject(new IdentityWindowError('POPUP_CLOSED'))
    }, look)
    addEventListener('message', heard)
    signal.addEventListener('abort', aborted)
    if (signal.aborted) aborted()
  })
}

function isAnswer(data: unknown): data is IdentityAnswer {
  if (typeof data !== 'object' || data === null) return false
  const { type, state, idToken }: Partial<Record<keyof IdentityAnswer, unknown>> = data
  return type === 'identity-answer' && typeof state === 'string' && typeof idToken === 'string'
}
