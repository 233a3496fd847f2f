/** Checks what answers at the addresses of the page, of the backend and of the issuers. @module */
import { baseAddress } from '../oidc/addresses.js'
import { pageHeaderNames } from '../wire/headers.js'
import type { Finding } from './finding.js'

/** How long to wait for an answer, in milliseconds. */
const answerWait = 8_000

const after = (ms: number): Promise<undefined> =>
  new Promise((resolve) => AbortSignal.timeout(ms).addEventListener('abort', () => resolve(undefined)))

/** Resolves with `undefined` when it is too late for an answer. */
export const tooLate = (): Promise<undefined> => after(answerWait)

/** How long to wait for the report of a blocked request, in milliseconds: `fetch` may reject before it arrives. */
const reportDelay = 100

/** How far the device's clock may differ from the backend's without a finding, in milliseconds. */
const tolerance = 60_000

export async function backendFindings(
  backend: string | undefined,
  issuers: readonly string[],
): Promise<readonly Finding[]> {
  const blocked = blockedAddresses()
  const found = await Promise.all([
    backend === undefined ? [] : backendFinding(backend),
    ...issuers.map((issuer) => issuerFinding(issuer)),
  ])
  if (found.flat().some(({ address }: Unreached) => address !== undefined)) await after(reportDelay)
  blocked.stop()
  return found.flat().map(blocked.explain)
}

/**
 * A finding about an address. If the page's Content-Security-Policy blocks that address, {@link cspBlocks} replaces the
 * finding.
 */
interface Unreached extends Finding {
  readonly address?: string
}

async function backendFinding(backend: string): Promise<readonly Unreached[]> {
  const written = `${backend.replace(/\/$/, '')}/diagnose`
  if (!URL.canParse(written, baseAddress())) return [backendUnreachable]
  const address = new URL(written, baseAddress()).href
  const answer = await ask(address)
  if (answer === undefined) return [{ ...backendUnreachable, address }]
  // No backend has a route at this path. A wallet backend answers with an error in the form of the service's errors.
  const { status, code, date } = answer
  if (code === undefined || status < 400) return [backendUnknown]
  if (status === 403 && code === 'FORBIDDEN') return [originRefused]
  const isOff = Number.isFinite(date) && Math.abs(date - Date.now()) > tolerance
  // A page can read an answer of another origin only if that origin permits it.
  const isOpen = new URL(address).origin !== new URL(baseAddress()).origin
  return [...(isOpen ? [corsEnabled] : []), ...(await callFindings(address)), ...(isOff ? [clockWrong] : [])]
}

/** A value that a backend refuses in any of the library's headers, before it looks for a login. */
const probe = 'not a value'

/**
 * Makes a call as a page makes most of them: a POST, with which a browser sends the page's origin. Each has one of the
 * library's headers, with a value that must be refused. Where it is not, it has not arrived.
 */
async function callFindings(address: string): Promise<readonly Finding[]> {
  const url = new URL('auth/credentials/AuthMethod:00000000-0000-4000-8000-000000000000/challenge', address)
  const names = Object.values(pageHeaderNames)
  const calls = names.map((name) => ask(url.href, { method: 'POST', headers: { [name]: probe } }))
  const answers = await Promise.all(calls)
  if (answers.some((answer) => answer?.status === 403 && answer.code === 'FORBIDDEN')) return [originRefused]
  const lost = names.filter((_, index) => answers[index]?.code === 'NOT_LOGGED_IN')
  return lost.length === 0 ? [] : [headersLost(lost)]
}

async function issuerFinding(issuer: string): Promise<readonly Unreached[]> {
  const address = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`
  const answer = await ask(address)
  return answer?.status === 200 ? [] : [{ ...issuerUnreachable(issuer), address }]
}

/** Loads the page again, without cookies. Resolves with its headers, or with `undefined` if they cannot be read. */
export async function pageHeaders(): Promise<Headers | undefined> {
  const signal = AbortSignal.timeout(answerWait)
  const answer = await fetch(location.href, { credentials: 'omit', signal }).catch(() => undefined)
  await answer?.body?.cancel()
  // A page that only people who are logged in may see sends other headers to the others.
  if (answer === undefined || !answer.ok || answer.redirected) return undefined
  return answer.headers
}

/** Sends a request without cookies, by default a GET. Resolves with `undefined` if this page cannot read an answer. */
async function ask(
  address: string,
  call: { readonly method?: 'POST'; readonly headers?: Readonly<Record<string, string>> } = {},
): Promise<
  { readonly status: number; readonly code: string | undefined; readonly date: number } | undefined
> {
  try {
    const signal = AbortSignal.timeout(answerWait)
    const response = await fetch(address, { ...call, credentials: 'omit', signal })
    const body: unknown = await response.json().catch(() => undefined)
    const code = typeof body === 'object' && body !== null && 'code' in body ? body.code : undefined
    const date = Date.parse(response.headers.get('Date') ?? '')
    return { status: response.status, code: typeof code === 'string' ? code : undefined, date }
  } catch {
    return undefined
  }
}

/** Records the addresses that the page's Content-Security-Policy blocks, until `stop` is called. */
function blockedAddresses(): { stop(): void; explain(finding: Unreached): Finding } {
  const blocked = new Set<string>()
  const note = ({ blockedURI }: SecurityPolicyViolationEvent): void => {
    blocked.add(blockedURI)
  }
  addEventListener('securitypolicyviolation', note)
  return {
    stop: () => removeEventListener('securitypolicyviolation', note),
    explain({ address, ...finding }) {
      if (address === undefined || ![...blocked].some((uri) => address.startsWith(uri))) return finding
      return {
        ...cspBlocks,
        message: `The Content-Security-Policy of the page blocks ${new URL(address).origin}.`,
      }
    },
  }
}

const cspBlocks = {
  code: 'CSP_BLOCKS',
  severity: 'error',
  fix: 'Add this origin to connect-src. cspFor() returns the value of the whole header.',
} as const
const backendUnreachable: Finding = {
  code: 'BACKEND_UNREACHABLE',
  severity: 'error',
  message: 'This page could not read an answer from the backend’s address.',
  fix: 'Check the address and the network, and make sure that the page and the backend have the same origin.',
}
const backendUnknown: Finding = {
  code: 'BACKEND_UNKNOWN',
  severity: 'error',
  message: 'The server at the backend’s address is not a wallet backend.',
  fix: 'Mount createBackend() at the path of this address, before any catch-all route.',
}
const corsEnabled: Finding = {
  code: 'CORS_ENABLED',
  severity: 'error',
  message:
    'The backend has another origin than this page, and permits pages of other origins to read its answers.',
  fix: 'Give the page and the backend the same origin, for example with a path of a reverse proxy, and remove the CORS headers.',
}
const originRefused: Finding = {
  code: 'ORIGIN_REFUSED',
  severity: 'error',
  message: 'The backend does not accept requests from this page.',
  fix: 'Add the origin of the page to the option `origins` of createBackend().',
}
const headersLost = (names: readonly string[]): Finding => ({
  code: 'HEADERS_LOST',
  severity: 'error',
  message: `What this page sends as ${names.join(', ')} does not arrive at the backend.`,
  fix: 'Find the script, service worker or proxy that removes or replaces these headers. A backend of an earlier version does not know them: update it before the pages.',
})
const clockWrong: Finding = {
  code: 'CLOCK_WRONG',
  severity: 'note',
  message: 'The clock of this device differs from the backend’s by more than a minute.',
  fix: 'No change is needed: the library uses the time of the backend. For your own countdowns, use wallet.now().',
}
const issuerUnreachable = (issuer: string): Finding => ({
  code: 'ISSUER_UNREACHABLE',
  severity: 'warning',
  message: `This page could not read the discovery document of ${issuer}.`,
  fix: 'Pass `metadata` to popupToken or redirectToken if the provider does not allow CORS.',
})
