/**
 * `check-backend`: sends requests to a running backend, as a page and as an attacker would. It changes nothing: every
 * request either only reads, or must be refused by the backend. The exceptions are a challenge of a passkey and one for
 * a new passkey, which nobody answers, and with `--send-code` one code.
 * @module
 */
import { isSecure } from '../wire/address.js'
import { credentialTypes } from '../wire/credential-type.js'
import { pageHeaderNames } from '../wire/headers.js'
import type { CheckCommand } from './arguments.js'
import { answerTo, type BackendAnswer, shown } from './backend-answer.js'
import { type BackendFinding, backendFinding, backendFindingCodes } from './backend-finding.js'
import { errorsPage, type Terminal } from './executable.js'
import { keyFindings } from './key-findings.js'
import { pageFindings } from './page-findings.js'
import { type Colour, paint } from './paint.js'
import { relyingPartyFindings } from './relying-party.js'

/** How far the backend's clock may differ from this machine's without a finding, in milliseconds. */
const tolerance = 60_000
/** A body length, in characters, that exceeds the limit of a backend. */
const tooLarge = 70_000

const noCredential = 'AuthMethod:00000000-0000-4000-8000-000000000000'
/** A credential type whose proof is a code. */
const codeType = Object.entries(credentialTypes).find(([, { proof }]) => proof === 'otp')?.[0]
const noAccount = 'InternalAccount:00000000-0000-4000-8000-000000000000'

/** Checks the backend and prints the findings. Resolves with the exit code: 1 if a finding is an error, otherwise 0. */
export async function runCheck(command: CheckCommand, { print, colours }: Terminal): Promise<number> {
  const findings = await checkBackend(command)
  if (command.output === 'json') print(JSON.stringify(findings))
  else {
    for (const { severity, code, message, fix } of findings)
      print(`${paint(severity, shades[severity], colours)} ${code}\n  ${message}\n  ${fix}`)
    if (findings.length === 0) print(paint('No problems were found.', 'green', colours))
    else print(`${countsOf(findings)}. See ${errorsPage()}.`)
  }
  return findings.some(({ severity }) => severity === 'error') ? 1 : 0
}

const shades: Readonly<Record<BackendFinding['severity'], Colour>> = {
  error: 'red',
  warning: 'yellow',
  note: 'cyan',
}

/** Returns how many findings of each severity there are, such as `2 errors, 1 note`. */
const countsOf = (findings: readonly BackendFinding[]): string =>
  Object.keys(shades)
    .flatMap((severity) => {
      const count = findings.filter((each) => each.severity === severity).length
      return count === 0 ? [] : [`${count} ${severity}${count === 1 ? '' : 's'}`]
    })
    .join(', ')

type Options = Omit<CheckCommand, 'command' | 'output'>

async function checkBackend({
  url,
  origin,
  page: path,
  cookie,
  account,
  ...about
}: Options): Promise<readonly BackendFinding[]> {
  const base = url.replace(/\/$/, '')
  const page = { Origin: origin ?? new URL(url).origin, 'Sec-Fetch-Site': 'same-origin' }
  const ask = (path: string, init?: RequestInit) => answerTo(`${base}${path}`, init)
  const first = await ask('/diagnose')
  const wrong = unusable(first)
  if (wrong !== undefined) return [...unsafe(url), wrong]

  const [list, notListed] = [credentials(account ?? noAccount), credentials(noAccount)]
  // As a page makes most of its calls. A proxy may treat them differently from a GET.
  const asPage = (headers: Readonly<Record<string, string>>) =>
    ask(`/auth/credentials/${noCredential}/challenge`, { method: 'POST', headers: { ...page, ...headers } })
  const asUser = cookie === undefined ? undefined : { ...page, Cookie: cookie }
  const [anonymous, sameOrigin, foreign, crossSite, preflight, open, large, own, others, code] =
    await Promise.all([
      ask(list),
      asPage({}),
      ask(list, { headers: { Origin: 'https://attacker.example' } }),
      ask(list, { headers: { ...asUser, ...page, 'Sec-Fetch-Site': 'cross-site' } }),
      ask(list, {
        method: 'OPTIONS',
        headers: { Origin: 'https://attacker.example', 'Access-Control-Request-Method': 'GET' },
      }),
      ask('/customers', { headers: { ...page, ...asUser } }),
      ask('/auth/credentials', {
        method: 'POST',
        headers: { ...page, ...asUser, 'Content-Type': 'application/json' },
        body: JSON.stringify({ accountId: noAccount, email: 'a'.repeat(tooLarge) }),
      }),
      asUser && account ? ask(list, { headers: asUser }) : undefined,
      asUser && ask(notListed, { headers: asUser }),
      asUser &&
        ask(`/auth/credentials/${noCredential}/verify`, {
          method: 'POST',
          headers: { ...asUser, 'Content-Type': 'application/json' },
          body: JSON.stringify({ type: codeType, encryptedOtpBundle: '{}' }),
        }),
    ])
  if (is(anonymous, 404) && is(open, 404)) return [...unsafe(url), backendFinding('BASE_PATH_WRONG')]
  // The cookie is for the backend's origin, and is not sent to another.
  const pageCookie = page.Origin === new URL(url).origin ? cookie : undefined
  const isPassedOn = !is(code, 400)
  const post = (path: string, body?: object) =>
    ask(path, {
      method: 'POST',
      headers: { ...asUser, ...(body && { 'Content-Type': 'application/json' }) },
      body: body === undefined ? null : JSON.stringify(body),
    })
  const creation =
    account && is(own, 200)
      ? await post('/auth/passkey-registration-options', { accountId: account, nickname: 'check-backend' })
      : undefined
  const party = await relyingPartyFindings(creation, page.Origin)
  const found = [
    ...unsafe(url),
    ...login(anonymous),
    ...(is(sameOrigin, 403) && sameOrigin?.code === 'FORBIDDEN' && !is(anonymous, 403)
      ? [backendFinding('ORIGIN_REFUSED', page.Origin)]
      : []),
    ...unless(reachesBackend(sameOrigin), 'BACKEND_FAILS', sameOrigin),
    ...unless(is(foreign, 403), 'FOREIGN_ORIGIN_ACCEPTED', foreign),
    ...unless(is(crossSite, 403), 'CROSS_SITE_ACCEPTED', crossSite),
    ...unless(
      [preflight, foreign, anonymous].every((each) => !each?.headers.has('Access-Control-Allow-Origin')),
      'CORS_ENABLED',
    ),
    ...unless(is(open, 404), 'ROUTES_OPEN', open),
    // Without a login, a backend refuses this request before it reads the body, so any refusal is accepted here.
    ...unless((large?.status ?? 413) >= 400, 'BODY_LIMIT_MISSING', large),
    ...(await headersLost(asPage)),
    ...answerHeaders(url, [first, anonymous, own]),
    ...(await pageFindings(new URL(path ?? '/', page.Origin).href, pageCookie)),
    ...(own ? ownAccount(own) : []),
    // The service, which does not know this account, was asked.
    ...(is(others, 200) || is(others, 404) ? [backendFinding('FOREIGN_ACCOUNT_READ')] : []),
    // A credential of nobody is refused, but not because of the body.
    ...(isPassedOn ? [] : [backendFinding('CLIENT_HELD_UNKNOWN')]),
    ...(own && is(own, 200) && isPassedOn ? await keyFindings(own, post, about) : []),
    ...(party ?? []),
    ...notChecked(cookie, account, party === undefined ? creation : undefined),
    ...(others?.code === 'NOT_LOGGED_IN' && !own ? [backendFinding('LOGIN_REFUSED')] : []),
  ]
  const order = ['error', 'warning', 'note']
  const rank = ({ severity, code }: BackendFinding): number =>
    order.indexOf(severity) * backendFindingCodes.length + backendFindingCodes.indexOf(code)
  return found.sort((one, other) => rank(one) - rank(other))
}

const credentials = (accountId: string): string =>
  `/auth/credentials?accountId=${encodeURIComponent(accountId)}`

const is = (answer: BackendAnswer | undefined, status: number): boolean => answer?.status === status

const unless = (
  holds: boolean,
  code: BackendFinding['code'],
  seen?: BackendAnswer,
): readonly BackendFinding[] => (holds ? [] : [backendFinding(code, seen && shown(seen))])

/**
 * Returns a finding if the answer to an unknown path does not come from a backend; otherwise `undefined`. A backend
 * answers with 404, in the form of the service's errors.
 */
function unusable(answer: BackendAnswer | undefined): BackendFinding | undefined {
  if (answer === undefined) return backendFinding('BACKEND_UNREACHABLE')
  const { status, headers, code } = answer
  if (status >= 300 && status < 400)
    return backendFinding('REDIRECTED', headers.get('Location') ?? `${status}`)
  if (status === 421) return backendFinding('HOST_REFUSED')
  const isJson = headers.get('Content-Type')?.startsWith('application/json') ?? false
  return status >= 400 && code !== undefined && isJson
    ? undefined
    : backendFinding('BACKEND_UNKNOWN', `${status}`)
}

const unsafe = (url: string): readonly BackendFinding[] => unless(isSecure(url), 'NOT_SECURE')

function login(answer: BackendAnswer | undefined): readonly BackendFinding[] {
  const seen = `${answer?.status ?? 'no answer'} ${answer?.code ?? ''}`.trim()
  if (answer === undefined || answer.status >= 500) return [backendFinding('BACKEND_FAILS', seen)]
  if (answer.status !== 401) return [backendFinding('LOGIN_NOT_REQUIRED', seen)]
  return answer.code === 'NOT_LOGGED_IN' ? [] : [backendFinding('LOGIN_CODE_UNKNOWN', seen)]
}

/** Sends each header of the library with a value that is refused before the login is. If it is not, it was lost. */
async function headersLost(
  send: (headers: Readonly<Record<string, string>>) => Promise<BackendAnswer | undefined>,
): Promise<readonly BackendFinding[]> {
  const names = Object.values(pageHeaderNames)
  const answers = await Promise.all(names.map((name) => send({ [name]: 'not a value' })))
  const lost = names.filter((_, index) => answers[index]?.code === 'NOT_LOGGED_IN')
  return lost.length === 0 ? [] : [backendFinding('HEADERS_LOST', lost.join(', '))]
}

function answerHeaders(
  url: string,
  answers: readonly (BackendAnswer | undefined)[],
): readonly BackendFinding[] {
  const all = answers.filter((each) => each !== undefined)
  const isPlain = new URL(url).protocol === 'http:'
  const cookies = all.flatMap(({ headers }) => headers.getSetCookie())
  const areProtected = cookies.every(
    (each) => /;\s*HttpOnly/i.test(each) && (isPlain || /;\s*Secure/i.test(each)),
  )
  const dates = all.map(({ headers, at }) => Date.parse(headers.get('Date') ?? '') - at)
  const off = Math.max(...dates.map(Math.abs).filter(Number.isFinite))
  return [
    ...unless(
      all.every(({ headers }) => headers.get('Cache-Control')?.includes('no-store') ?? false),
      'CACHEABLE',
    ),
    ...unless(areProtected, 'COOKIE_UNPROTECTED'),
    ...unless(dates.every(Number.isFinite), 'DATE_MISSING'),
    ...(off > tolerance ? [backendFinding('CLOCK_WRONG', `${Math.round(off / 1000)} s`)] : []),
  ]
}

/** Whether a POST has reached a backend. What stands in front of one answers in a form of its own. */
const reachesBackend = (answer: BackendAnswer | undefined): boolean =>
  answer !== undefined && (answer.status < 400 || answer.code !== undefined)

/** `refused`: the answer in which the relying party was not found. */
function notChecked(
  cookie: string | undefined,
  account: string | undefined,
  refused: BackendAnswer | undefined,
): readonly BackendFinding[] {
  if (cookie === undefined) return [backendFinding('NOT_CHECKED', 'what needs a login: --cookie is missing')]
  if (account === undefined)
    return [backendFinding('NOT_CHECKED', 'an account and the relying party: --account is missing')]
  return refused === undefined
    ? []
    : [backendFinding('NOT_CHECKED', `the relying party: the answer was ${shown(refused)}`)]
}

function ownAccount(answer: BackendAnswer): readonly BackendFinding[] {
  if (answer.status === 200) return []
  if (answer.code === 'NOT_LOGGED_IN') return [backendFinding('LOGIN_REFUSED')]
  if (answer.code === 'UPSTREAM_REFUSED') return [backendFinding('SERVICE_REFUSES')]
  return unless(false, 'CREDENTIALS_UNREADABLE', answer)
}
