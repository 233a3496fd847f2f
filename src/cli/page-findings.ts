/** Reads a page as a browser would, and checks its headers. @module */
import { headerProblems } from '../diagnose/page-headers.js'
import { type BackendFinding, backendFinding } from './backend-finding.js'

/** How long to wait for the page, in milliseconds. */
const pageWait = 10_000

/**
 * Resolves with a finding about the page at an address, or with none. A page that cannot be read is a finding, too:
 * nothing found must not mean that nothing was read.
 */
export async function pageFindings(
  address: string,
  cookie: string | undefined,
): Promise<readonly BackendFinding[]> {
  const headers = { Accept: 'text/html', ...(cookie === undefined ? {} : { Cookie: cookie }) }
  const answer = await fetch(address, { headers, signal: AbortSignal.timeout(pageWait) }).catch(
    () => undefined,
  )
  await answer?.body?.cancel()
  const isPage =
    answer?.ok === true &&
    (answer.headers.get('Content-Type') ?? '').startsWith('text/html') &&
    new URL(answer.url).origin === new URL(address).origin
  if (!isPage) return [backendFinding('PAGE_UNREAD', address)]
  return headerProblems(answer.headers).map(({ code, seen }) =>
    backendFinding(code, code === 'OPENER_POLICY_MISSING' ? answer.url : seen),
  )
}
