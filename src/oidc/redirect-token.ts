/** Gets an ID token by redirect. The user leaves this page, and the page at `redirectUri` continues. @module */
import type { GetOidcToken } from '../index.js'
import { authorizationRequest } from './authorization.js'
import { keep, take } from './kept-request.js'
import { OidcError, oidcErrorOf } from './oidc-error.js'
import { checkedProvider, type OidcProvider, serverOf } from './provider.js'
import { newState } from './state.js'

/**
 * Returns a `getOidcToken` function that sends the user from this page to the identity provider. The provider sends the
 * user back to `redirectUri`, where {@link finishRedirect} resolves with the token for `wallet.submit`. Use this only
 * to sign in: creating a credential cannot continue once the user has left the page.
 *
 * @example
 * button.addEventListener('click', () =>
 *   wallet.signIn({ type: 'OAUTH', getOidcToken: redirectToken(provider) }),
 * )
 */
export function redirectToken(provider: OidcProvider): GetOidcToken {
  const checked = checkedProvider(provider)
  return async ({ nonce, signal }) => {
    const state = newState('redirect')
    const { request, address } = await serverOf(checked, signal)
      .then((server) => authorizationRequest(checked, server, { nonce, state }))
      .catch((error: unknown) => {
        signal.throwIfAborted()
        throw oidcErrorOf(error)
      })
    signal.throwIfAborted()
    try {
      keep({ ...request, startedFrom: location.href })
    } catch (cause) {
      const message = 'The browser refused to keep the request in sessionStorage.'
      throw new OidcError('STORAGE_UNAVAILABLE', message, { cause })
    }
    const returned = untilReturned(signal).finally(() => take(state))
    location.assign(address)
    return returned
  }
}

/** Never resolves. Rejects if the signal aborts, or if the browser restores this page from its back/forward cache. */
function untilReturned(signal: AbortSignal): Promise<never> {
  return new Promise<never>((_, reject) => {
    const shown = ({ persisted }: PageTransitionEvent): void => {
      if (!persisted) return
      end(new OidcError('REDIRECT_ABANDONED', 'The user returned before the provider sent an answer.'))
    }
    const aborted = (): void => end(signal.reason)
    const end = (reason: unknown): void => {
      removeEventListener('pageshow', shown)
      signal.removeEventListener('abort', aborted)
      reject(reason)
    }
    addEventListener('pageshow', shown)
    signal.addEventListener('abort', aborted)
  })
}
