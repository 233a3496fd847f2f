/** Finishes the pop-up or redirect flow on the page at `redirectUri`. @module */
import { handOver } from './answer-channel.js'
import { tokenOf } from './authorization.js'
import { take } from './kept-request.js'
import { OidcError } from './oidc-error.js'
import { wentBy } from './state.js'

/** The result of a redirect that returned an ID token. */
export interface FinishedRedirect {
  /** The ID token. Pass it to `wallet.submit` within a minute. */
  readonly oidcToken: string
  /** The address of the page that started the redirect. It has this page's origin. */
  readonly startedFrom: string
}

/**
 * Finishes the flow that {@link popupToken} or {@link redirectToken} started. Call it on the page at `redirectUri`.
 *
 * - After a redirect, it resolves with the ID token.
 * - In a pop-up, it passes the provider's answer to the page that opened the pop-up, closes the pop-up, and resolves
 *   with `undefined`.
 * - If the page's address does not contain an answer, it resolves with `undefined`.
 *
 * If it fails, it rejects with an {@link OidcError}. The answer is removed from the page's address at once. A second
 * call on the same page returns the same result.
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
 * The result for this page. A component that mounts twice calls `finishRedirect` twice, and by the second call the
 * answer is no longer in the address.
 */
const finished = new WeakMap<Location, Promise<FinishedRedirect | undefined>>()

/**
 * Removes the provider's answer from the page's address and returns its parameters. Returns `undefined` if the address
 * does not contain an answer. The parameters are in the query for the response type `code`, and in the fragment for
 * `id_token`.
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
  // If the code and the state stayed in the address, the history would keep them, a reload would submit them again, and
  // the `Referer` header would leak them.
  history.replaceState(history.state, '', address)
  return answer
}

/** The query parameters of a provider's answer. All others stay in the address, because they may belong to the page. */
const answerNames = ['code', 'state', 'iss', 'error', 'error_description', 'error_uri', 'session_state']

async function finish(answer: URLSearchParams): Promise<FinishedRedirect | undefined> {
  const state = answer.get('state') ?? ''
  if (wentBy('popup', state)) {
    if (!(await handOver(state, answer)))
      throw new OidcError(
        'STATE_MISMATCH',
        'No page is waiting for the provider’s answer. Close this window and try again.',
      )
    close()
    return undefined
  }
  const request = take(state)
  if (request === undefined)
    throw new OidcError(
      'STATE_MISMATCH',
      'The state of the provider’s answer does not match any request of this tab.',
    )
  return { oidcToken: await tokenOf(request, answer), startedFrom: request.startedFrom }
}
