/**
 * The identity provider's window. It opens during the click, before any `await`, because browsers block later windows.
 * The page checks the origin, the source and the state of the window's answer.
 * @module
 */
import type { GetOidcToken } from 'embedded-wallet-auth'

/** The error for a window that sent no token. */
export class IdentityWindowError extends Error {
  override readonly name = 'IdentityWindowError'
  readonly code: 'POPUP_BLOCKED' | 'POPUP_CLOSED'

  constructor(code: 'POPUP_BLOCKED' | 'POPUP_CLOSED') {
    super(code)
    this.code = code
  }
}

/** The message that the window posts. */
export interface IdentityAnswer {
  readonly type: 'identity-answer'
  readonly state: string
  readonly idToken: string
}

/** The provider's page. On a real platform it is on another origin. */
const provider = 'identity-provider.html'

/** How often to check whether the window is still open, in milliseconds. Browsers have no event for this. */
const look = 400

/**
 * Opens an empty window, calls `work` with a `getOidcToken` for the library, and finally closes the window.
 * `getOidcToken` sends the window to the provider once the nonce is known. Call this first in a click handler.
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
      // The call may be repeated after a fresh proof. By then, the first window has answered and is closed.
      if (uses > 1) opened = openWindow()
      if (opened === null) throw new IdentityWindowError('POPUP_BLOCKED')
      const state = crypto.randomUUID()
      // The fragment, unlike the rest of the address, is not part of requests, logs or the Referer. The address is
      // relative to this page, because the empty window has no base address.
      const address = new URL(provider, document.baseURI)
      address.hash = String(new URLSearchParams({ nonce, state }))
      opened.location.replace(address)
      return answerOf(opened, state, signal)
    })
  } finally {
    opened?.close()
  }
}

/** The same for the elements: opens the window, and returns the function that gets the token. */
export function throughWindow(): GetOidcToken & { readonly close: () => void } {
  let give: (getOidcToken: GetOidcToken) => void = () => {}
  let end = (): void => {}
  const given = new Promise<GetOidcToken>((resolve) => {
    give = resolve
  })
  const over = new Promise<void>((resolve) => {
    end = resolve
  })
  void withIdentityWindow((getOidcToken) => {
    give(getOidcToken)
    return over
  })
  return Object.assign<GetOidcToken, { readonly close: () => void }>(
    async (request) => (await given)(request),
    { close: end },
  )
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
      // The window must not close earlier, because a closed window counts as one that sent no token.
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
