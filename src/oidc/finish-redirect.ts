/** Finishes the pop-up or redirect flow on the page at `redirectUri`. @module */
import { handOver } from './answer-channel.js'
import { tokenOf } from './authorization.js'
import { type Issuers, storable } from './issuers.js'
import { take } from './kept-request.js'
import { OidcError } from './oidc-error.js'
import { isOwnState, wentBy } from './state.js'

/** The result of a redirect that returned an ID token. */
export interface FinishedRedirect {
  /** The ID token. Pass it to `wallet.submit` within a minute. */
  readonly oidcToken: string
  /** The address of the page that started the redirect. It has this page's origin. */
  readonly startedFrom: string
}

/** Settings of {@link finishRedirect}. */
export interface FinishOptions {
  /** Used instead of the `issuer` of the provider with which the redirect was started. */
  readonly issuer?: Issuers
}

/**
 * Finishes the flow that {@link popupToken} or {@link redirectToken} started. Call it on the page at `redirectUri`.
 *
 * - After a redirect, it resolves with the ID token.
 * - In a pop-up, it passes the provider's answer to the page that opened the pop-up, closes the pop-up, and resolves
 *   with `undefined`.
 * - If the page's address does not contain an answer to a request of this package, it resolves with `undefined` and
 *   leaves the address as it is. The `state` tells whose answer it is.
 *
 * If it fails, it rejects with an {@link OidcError}. The answer is removed from the page's address at once. A second
 * call on the same page returns the same result.
 *
 * If the provider's `issuer` is a function, a redirect cannot keep it: pass it here again.
 *
 * @example
 * const finished = await finishRedirect()
 * if (finished !== undefined) {
 *   await wallet.ready
 *   await wallet.submit({ oidcToken: finished.oidcToken })
 *   location.replace(finished.startedFrom)
 * }
 */
export function finishRedirect({ issuer }: FinishOptions = {}): Promise<FinishedRedirect | undefined> {
  const answer = takeAnswer()
  if (answer !== undefined) finished.set(location, finish(answer, issuer))
  return finished.get(location) ?? Promise.resolve(undefined)
}

/**
 * The result for this page. A component that mounts twice calls `finishRedirect` twice, and by the second call the
 * answer is no longer in the address.
 */
const finished = new WeakMap<Location, Promise<FinishedRedirect | undefined>>()

/**
 * Removes the provider's answer from the page's address and returns its parameters. Returns `undefined` if the address
 * does not contain an answer to a request of this package. The parameters are in the query for the response type
 * `code`, and in the fragment for `id_token`.
 */
function takeAnswer(): URLSearchParams | undefined {
  const address = new URL(location.href)
  const query = address.search.slice(1)
  const fragment = address.hash.slice(1)
  const found = [query, fragment].find((part) => isAnswer(new URLSearchParams(part)))
  if (found === undefined) return undefined
  if (found === fragment) address.hash = ''
  else address.search = withoutAnswer(query)
  // If the code and the state stayed in the address, the history would keep them, a reload would submit them again, and
  // the `Referer` header would leak them.
  history.replaceState(history.state, '', address)
  return new URLSearchParams(found)
}

const isAnswer = (part: URLSearchParams): boolean =>
  isOwnState(part.get('state') ?? '') && ['code', 'id_token', 'error'].some((name) => part.has(name))

/** The query parameters of a provider's answer. All others stay in the address, because they may belong to the page. */
const answerNames = ['code', 'state', 'iss', 'error', 'error_description', 'error_uri', 'session_state']

/**
 * Removes the answer from a query. The other parameters keep their spelling, which a `URLSearchParams` would change.
 */
const withoutAnswer = (query: string): string =>
  query
    .split('&')
    .filter((pair) => ![...new URLSearchParams(pair).keys()].some((name) => answerNames.includes(name)))
    .join('&')

async function finish(
  answer: URLSearchParams,
  issuer: Issuers | undefined,
): Promise<FinishedRedirect | undefined> {
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
  const issuers = issuer ?? request.provider.issuer
  if (issuers === undefined)
    throw new OidcError(
      'ISSUER_MISMATCH',
      'Pass the function that decides about issuers to finishRedirect({ issuer }).',
    )
  const provider = { ...request.provider, issuer: storable(issuers) }
  return { oidcToken: await tokenOf({ ...request, provider }, answer), startedFrom: request.startedFrom }
}
