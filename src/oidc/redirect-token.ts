/** An ID token by redirect: this page leaves, and the one at the redirect address goes on. @module */
import type { GetOidcToken } from '../index.js'
import { authorizationRequest } from './authorization.js'
import { keep, take } from './kept-request.js'
import { OidcError, oidcErrorOf } from './oidc-error.js'
import { checkedProvider, type OidcProvider, serverOf } from './provider.js'
import { newState } from './state.js'

/**
 * A `getOidcToken` that sends this page to the identity provider. The provider sends it back to `redirectUri`, where
 * {@link finishRedirect} gives the token for `wallet.submit`. For sign-ins only: nothing resumes the creation of a
 * credential after its page has gone.
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

/** Never resolves. Rejects when the token is not wanted any longer, or when the person went back to this very page. */
function untilReturned(signal: AbortSignal): Promise<never> {
  return new Promise<never>((_, reject) => {
    const shown = ({ persisted }: PageTransitionEvent): void => {
      if (!persisted) return
      end(new OidcError('REDIRECT_ABANDONED', 'The person came back from the provider without an answer.'))
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
