/**
 * Gets an ID token in a pop-up. The window is opened during the click, and navigates to the provider once the nonce is
 * known.
 * @module
 */
import type { GetOidcToken } from '../index.js'
import { awaitAnswer } from './answer-channel.js'
import { authorizationRequest, tokenOf } from './authorization.js'
import { isInAppBrowser } from './in-app-browser.js'
import { OidcError, oidcErrorOf } from './oidc-error.js'
import { checkedProvider, type OidcProvider, serverOf } from './provider.js'
import { newState } from './state.js'
import { watchWindow } from './watch-window.js'

/** Settings of {@link popupToken}. */
export interface PopupOptions {
  /**
   * How long the user may take at the provider, in milliseconds. Default 290,000, which is a little less than the five
   * minutes that the wallet waits.
   */
  readonly timeout?: number
}

/** A `getOidcToken` that has already opened its window. It works only once. */
export type PopupToken = GetOidcToken & {
  /**
   * Closes the window. Call this when the wallet's call has ended, because the call may end before it asks for the
   * token. In all other cases the window closes automatically.
   */
  readonly close: () => void
}

/**
 * Opens an empty pop-up, and returns the `getOidcToken` that sends it to the identity provider. Call this directly in
 * the click handler, before any `await`, because browsers block windows that are opened later.
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
  // The provider's metadata is requested now, in parallel with the wallet's own request.
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
      throw new OidcError('POPUP_CLOSED', 'The window was closed before the wallet asked for the token.')
    const state = newState('popup')
    const answer = awaitAnswer(state)
    const watched = watchWindow(popup, { signal, timeout })
    const work = async (): Promise<string> => {
      const { request, address } = await authorizationRequest(checked, await server, { nonce, state })
      // The user may have closed the window in the meantime.
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

/**
 * How long a window may be open before the wallet asks for the token, in milliseconds. If the wallet has not asked by
 * then, it will not ask, and the window is closed.
 */
const unusedFor = 60_000

/** Opens a window and returns it. If that fails, returns the error that says why. */
function openWindow(): Window | OidcError {
  // No address is given, because a browser with only one window would replace this page with that address.
  const opened = open('', '_blank', 'popup,width=480,height=680')
  if (opened !== null && opened !== window && !opened.closed) return opened
  return isInAppBrowser() || opened === window
    ? new OidcError('POPUPS_UNSUPPORTED', 'This browser has no pop-ups. Use redirectToken.')
    : new OidcError(
        'POPUP_BLOCKED',
        'The browser has blocked the pop-up. Call popupToken in a click, before any await.',
      )
}
