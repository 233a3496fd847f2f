/** Finishes a pop-up or a redirect, on the page at the redirect address. @module */
import { handOver } from './answer-channel.js'
import { tokenOf } from './authorization.js'
import { take } from './kept-request.js'
import { OidcError } from './oidc-error.js'
import { wentBy } from './state.js'

/** The result of a redirect that has come back with an ID token. */
export interface FinishedRedirect {
  /** The ID token. Pass it to `wallet.submit` within a minute. */
  readonly oidcToken: string
  /** The address of the page that started the redirect. It has this page's origin. */
  readonly startedFrom: string
}

/**
 * Finishes what {@link popupToken} or {@link redirectToken} began. Call it on the page at the redirect address.
 *
 * In a pop-up, it passes the provider's answer to the page that waits for it, closes the window, and resolves with
 * `undefined`. After a redirect, it resolves with the ID token. If the page's address does not contain an answer, it
 * resolves with `undefined`. Rejects with an {@link OidcError}.
 *
 * The answer is removed from the address at once, and is used only once. If a page calls this again, it gets the same
 * result.
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

/**
 * The result for this page, so that a second call gets it too. A component that mounts twice calls `finishRedirect`
 * twice, and on the second call the answer is no longer in the address.
 */
const finished = new WeakMap<Location, Promise<FinishedRedirect | undefined>>()

/**
 * Removes the provider's answer from the address and returns its parameters. They are in the query or, if the answer
 * contains an ID token, in the fragment. Returns `undefined` if the address does not contain an answer.
 */
function takeAnswer(): URLSearchParams | undefined {
  const address = new URL(location.href)
  const query = address.searchParams
  const fragment = new URLSearchParams(address.hash.slice(1))
  const found = [query, fragment].find((part) => ['code', 'id_token', 'error'].some((name) => part.has(name)))
  if (found === undefined) return undefined
  const answer = new URLSearchParams(found)
  if (found === fragment) address.hash = ''
  else for (const name of answerNames) query.delete(name)
  // Otherwise the code and the state would stay in the history, be submitted again by a reload, and leak in the
  // `Referer` header.
  history.replaceState(history.state, '', address)
  return answer
}

/**
 * The names of the parameters that an answer can have in the query. All other parameters stay in the address, because
 * they may be the page's own.
 */
const answerNames = ['code', 'state', 'iss', 'error', 'error_description', 'error_uri', 'session_state']

async function finish(answer: URLSearchParams): Promise<FinishedRedirect | undefined> {
  const state = answer.get('state') ?? ''
  if (wentBy('popup', state)) {
    if (!(await handOver(state, answer)))
      throw new OidcError(
        'STATE_MISMATCH',
        'No page is waiting for this answer. Close this window and try again.',
      )
    close()
    return undefined
  }
  const request = take(state)
  if (request === undefined)
    throw new OidcError('STATE_MISMATCH', 'This tab has not sent a request with the state of this answer.')
  return { oidcToken: await tokenOf(request, answer), startedFrom: request.startedFrom }
}
