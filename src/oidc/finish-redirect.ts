/** What the page at the redirect address calls. @module */
import { handOver } from './answer-channel.js'
import { tokenOf } from './authorization.js'
import { take } from './kept-request.js'
import { OidcError } from './oidc-error.js'
import { wentBy } from './state.js'

/** A redirect that has come back with an ID token. */
export interface FinishedRedirect {
  /** For `wallet.submit`, within a minute. */
  readonly oidcToken: string
  /** Address of the page that the redirect left from, of this origin. */
  readonly startedFrom: string
}

/**
 * Finishes what {@link popupToken} or {@link redirectToken} began. In a pop-up it hands the provider's answer to the page
 * that waits for it, closes the window, and resolves with `undefined`. After a redirect it resolves with the ID token.
 * On a page whose address has no answer it resolves with `undefined`. The answer is removed from the address at once and
 * used once; calls of the same page get the same result. Rejects with an {@link OidcError}.
 *
 * @example
 * const finished = await finishRedirect()
 * if (finished !== undefined) {
 *   await wallet.ready
 *   await wallet.submit({ oidcToken: finished.oidcToken })
 *   location.replace(finished.startedFrom)
 * }
 */
export function finishRedirect(): Promise<FinishedRedirect | undefined> {
  const answer = takeAnswer()
  if (answer !== undefined) finished.set(location, finish(answer))
  return finished.get(location) ?? Promise.resolve(undefined)
}

/** A page that mounts twice asks twice, and the second time the address is clean. */
const finished = new WeakMap<Location, Promise<FinishedRedirect | undefined>>()

/** The parameters that the provider put into the address: into its query, or with ID tokens into its fragment. */
function takeAnswer(): URLSearchParams | undefined {
  const address = new URL(location.href)
  const query = address.searchParams
  const fragment = new URLSearchParams(address.hash.slice(1))
  const found = [query, fragment].find((part) => ['code', 'id_token', 'error'].some((name) => part.has(name)))
  if (found === undefined) return undefined
  const answer = new URLSearchParams(found)
  if (found === fragment) address.hash = ''
  else for (const name of answerNames) query.delete(name)
  // The code and the state then do not stay in the history, are not sent again by a reload, and do not leak in a Referer.
  history.replaceState(history.state, '', address)
  return answer
}

/** The parameters of an answer in the query. Others are left in the address, because they may be the page's own. */
const answerNames = ['code', 'state', 'iss', 'error', 'error_description', 'error_uri', 'session_state']

async function finish(answer: URLSearchParams): Promise<FinishedRedirect | undefined> {
  const state = answer.get('state') ?? ''
  if (wentBy('popup', state)) {
    if (!(await handOver(state, answer)))
      throw new OidcError('STATE_MISMATCH', 'No page waits for this answer. Close this window and try again.')
    close()
    return undefined
  }
  const request = take(state)
  if (request === undefined)
    throw new OidcError('STATE_MISMATCH', 'This tab has sent no request with the state of this answer.')
  return { oidcToken: await tokenOf(request, answer), startedFrom: request.startedFrom }
}
