/**
 * Gets an ID token in a pop-up. The pop-up is opened during the click, and navigates to the provider once the nonce is
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
   * How long the user may take at the provider, in milliseconds. Default 290,000, just under the five minutes that the
   * wallet waits.
   */
  readonly timeout?: number
}

/** A `getOidcToken` function whose pop-up is already open. It works only once. */
export type PopupToken = GetOidcToken & {
  /**
   * Closes the pop-up. Call this when the wallet's call has ended. Otherwise, if that call fails before it asks for the
   * token, the pop-up stays open for up to a minute.
   */
  readonly close: () => void
}

/**
 * Opens an empty pop-up and returns a `getOidcToken` function that navigates the pop-up to the identity provider. Call
 * this directly in the click handler, before any `await`, because browsers block windows that are opened later.
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
  // The provider's metadata is requested now, in parallel with the wallet's own requests.
  const server = serverOf(checked, ended.signal)
  server.catch(() => {})
  const close = (): void => {
    clearTimeout(unused)
    ended.abort()
    if (!(popup instanceof OidcError)) popup.close()
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
      // The user may have closed the pop-up in the meantime.
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

/** How long the pop-up stays open if the wallet does not ask for the token, in milliseconds. */
const unusedFor = 60_000

/** Opens an empty pop-up. Returns its window, or an error if the browser did not open one. */
function openWindow(): Window | OidcError {
  // The address is empty, because a browser that supports only one window would open the address in place of this page.
  const opened = open('', '_blank', 'popup,width=480,height=680')
  if (opened !== null && opened !== window && !opened.closed) {
    // Otherwise the provider's page could navigate this page.
    opened.opener = null
    return opened
  }
  return isInAppBrowser() || opened === window
    ? new OidcError('POPUPS_UNSUPPORTED', 'This browser does not support pop-ups. Use redirectToken.')
    : new OidcError(
        'POPUP_BLOCKED',
        'The browser has blocked the pop-up. Call popupToken in a click handler, before any await.',
      )
}
