/** An ID token by pop-up: opened in the click, sent to the provider once the nonce is known. @module */
import type { GetOidcToken } from '../index.js'
import { awaitAnswer } from './answer-channel.js'
import { authorizationRequest, tokenOf } from './authorization.js'
import { OidcError, oidcErrorOf } from './oidc-error.js'
import { checkedProvider, type OidcProvider, serverOf } from './provider.js'
import { newState } from './state.js'
import { watchWindow } from './watch-window.js'

/** Settings of {@link popupToken}. */
export interface PopupOptions {
  /** Milliseconds for the person at the provider. Default 290,000, a little less than the wallet's own five minutes. */
  readonly timeout?: number
}

/** A `getOidcToken` with a window of its own. It works once. */
export type PopupToken = GetOidcToken & {
  /** Closes the window. For a call that ended before it asked for the token; otherwise it closes by itself. */
  readonly close: () => void
}

/**
 * Opens a pop-up, empty, and returns the `getOidcToken` that sends it to the identity provider. Call it in the click
 * itself, before any `await`: browsers block every later window.
 *
 * @example
 * button.addEventListener('click', async () => {
 *   const getOidcToken = popupToken(provider)
 *   await wallet.signIn({ type: 'OAUTH', getOidcToken }).finally(getOidcToken.close)
 * })
 */
export function popupToken(provider: OidcProvider, { timeout = 290_000 }: PopupOptions = {}): PopupToken {
  const checked = checkedProvider(provider)
  const popup = openWindow()
  const ended = new AbortController()
  // Asked for at once: the wallet has a request of its own to make first.
  const server = serverOf(checked, ended.signal)
  server.catch(() => {})
  const close = (): void => {
    clearTimeout(unused)
    ended.abort()
    if (popup instanceof OidcError) return
    popup.close()
  }
  const unused = setTimeout(close, unusedFor)

  const getOidcToken: GetOidcToken = async ({ nonce, signal }) => {
    clearTimeout(unused)
    if (popup instanceof OidcError) throw popup
    if (popup.closed)
      throw new OidcError('POPUP_CLOSED', 'The window was closed before the token was asked for.')
    const state = newState('popup')
    const answer = awaitAnswer(state)
    const watched = watchWindow(popup, { signal, timeout })
    const work = async (): Promise<string> => {
      const { request, address } = await authorizationRequest(checked, await server, { nonce, state })
      // The person may have given up meanwhile.
      watched.signal.throwIfAborted()
      watched.leave()
      popup.location.replace(address)
      const parameters = await answer.arrived
      watched.disregard()
      popup.close()
      return tokenOf(request, parameters, watched.signal)
    }
    try {
      return await Promise.race([work(), watched.gone])
    } catch (error) {
      signal.throwIfAborted()
      throw oidcErrorOf(error)
    } finally {
      watched.end()
      answer.close()
      close()
    }
  }
  return Object.assign(getOidcToken, { close })
}

/** Milliseconds after which an unused window is closed: the wallet asks for the token sooner than that, or not at all. */
const unusedFor = 60_000

/** The new window, or why there is none. */
function openWindow(): Window | OidcError {
  // Without an address: a browser that has only one window would leave this page for it.
  const opened = open('', '_blank', 'popup,width=480,height=680')
  if (opened !== null && opened !== window && !opened.closed) return opened
  return inAppBrowsers.test(navigator.userAgent) || opened === window
    ? new OidcError('POPUPS_UNSUPPORTED', 'This browser has no pop-ups. Use redirectToken.')
    : new OidcError(
        'POPUP_BLOCKED',
        'The browser has blocked the pop-up. Call popupToken in a click, before any await.',
      )
}

/** Browsers inside other apps; those on Android say `wv`, those on iOS leave out `Safari`. */
const inAppBrowsers =
  /FBA[NV]\/|Instagram|Line\/|MicroMessenger|Snapchat|TikTok|musical_ly|BytedanceWebview|LinkedInApp|Pinterest|GSA\/|; wv\)|iP(hone|ad|od)(?!.*Safari\/)/
