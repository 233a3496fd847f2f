/** Calls a backend as a page does, and looks at what holds for every answer. @module */
import { type Answer, ask, fieldOf } from './ask.js'
import type { Judge } from './judge.js'
import type { Heard, Recorder } from './recorder.js'
import type { RuleName } from './rules.js'

/** A call of a page. */
export interface PageCall {
  readonly method: string
  readonly path: string
  /** Sent as JSON; a text is sent as it is. */
  readonly body?: object | string | undefined
  /** Replace those of a page; `undefined` leaves one out. */
  readonly headers?: Readonly<Record<string, string | undefined>>
  /** Whether a backend may leave the call out, and answer 404. */
  readonly isOptional?: boolean
  /** What is special about the call, such as `a byte order mark`, to say with what was seen of it. */
  readonly having?: string
}

/** What came of a call. */
export interface Outcome {
  readonly call: string
  readonly answer: Answer | undefined
  /** What reached the service, without what the backend looks up for itself. */
  readonly heard: readonly Heard[]
  /** What the backend looked up for itself. */
  readonly lookedUp: readonly Heard[]
  /** Such as `GET /auth/credentials: 403 FORBIDDEN`. */
  readonly seen: string
}

/** A person at a page of the platform. */
export interface Page {
  /** Makes a call. Waits once for a limit that is over within a minute. */
  readonly call: (call: PageCall) => Promise<Outcome>
  /** Makes a call, and takes any answer. */
  readonly once: (call: PageCall) => Promise<Outcome>
  /** Makes a call that has to be refused before it reaches the service, and notes whether it was. */
  readonly refused: (rule: RuleName, call: PageCall, expected: Expected) => Promise<Outcome>
}

/** The statuses that are right, and the code, where there is one. */
export interface Expected {
  readonly status: readonly number[]
  readonly code?: string | undefined
  /** Whether no answer at all is a refusal, too. */
  readonly orNone?: boolean
}

/** Where a page is. */
export interface PageAt {
  readonly base: URL
  readonly origin: string
  readonly cookie: string
}

export function pageAt({ base, origin, cookie }: PageAt, recorder: Recorder, judge: Judge): Page {
  const send = async (call: PageCall): Promise<Outcome> => {
    const { method, path, body, headers } = call
    const from = recorder.heard.length
    const text = typeof body === 'object' ? JSON.stringify(body) : body
    const all = {
      ...{
        Origin: method === 'GET' ? undefined : origin,
        'Sec-Fetch-Site': 'same-origin',
        Cookie: cookie || undefined,
      },
      ...(text !== undefined && { 'Content-Type': 'application/json' }),
      ...headers,
    }
    const given = Object.entries(all).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]))
    const answer = await ask(base, { method, path, headers: Object.fromEntries(given), body: text })
    const arrived = recorder.heard.slice(from)
    const lookedUp = arrived.filter((each) => isLookUp(each, call, answer?.status))
    const outcome = {
      ...{ call: `${method} ${path}`, answer, lookedUp },
      heard: arrived.filter((each) => !lookedUp.includes(each)),
      seen: `${method} ${shortened(path)}${specialOf(call)}: ${answer ? `${answer.status} ${answer.code ?? ''}`.trim() : 'no answer'}`,
    }
    always(outcome, arrived, cookie, judge)
    return outcome
  }
  const page: Page = {
    once: send,
    async call(call) {
      const outcome = await send(call)
      const wait = Number(outcome.answer?.headers['retry-after'])
      // The checks make more calls than a person does. They wait for a limit of calls, which is the backend's own.
      if (outcome.answer?.status !== 429 || outcome.heard.length > 0 || !(wait <= 61)) return outcome
      await new Promise((resolve) => setTimeout(resolve, wait * 1000))
      return send(call)
    },
    async refused(rule, call, { status, code, orNone }) {
      const outcome = await page.call(call)
      const { answer, heard, seen } = outcome
      const isRefused =
        answer === undefined
          ? orNone === true
          : (call.isOptional === true && answer.status === 404) ||
            (status.includes(answer.status) && (code === undefined || answer.code === code))
      const reached = heard.length === 0 ? '' : `, and the service got ${heard[0]?.method} ${heard[0]?.path}`
      noteUnlessLimited(judge, rule, outcome, isRefused && heard.length === 0, `${seen}${reached}`)
      return outcome
    },
  }
  return page
}

/** Whether a call was refused by a limit of the backend itself. */
export const isLimited = ({ answer, heard }: Outcome): boolean => answer?.status === 429 && heard.length === 0

/** Notes whether a case keeps a rule. Where a limit came first, nothing was seen of the rule. */
export function noteUnlessLimited(
  judge: Judge,
  rule: RuleName,
  outcome: Outcome,
  holds: boolean,
  what: string = outcome.seen,
): void {
  if (isLimited(outcome)) judge.skip(rule, `a limit is used up: ${outcome.seen}`)
  else judge.note(rule, holds, what)
}

/** Whether the backend asked for itself whose an id is, or what a quote says. */
function isLookUp({ method, path }: Heard, call: PageCall, status: number | undefined): boolean {
  if (method !== 'GET') return false
  // Whose a quote is only the quote says, so one that is then refused was looked up, too.
  const isCall = call.method === 'GET' && call.path.replaceAll('%3A', ':') === path
  if (isCall && !(status === 403 && path.startsWith('/quotes/'))) return false
  return /^\/auth\/(credentials|sessions)\?accountId=[^&]+$|^\/quotes\/[^/?]+$/.test(path)
}

/** Notes what has to hold for every call. */
function always(
  { answer, heard, seen }: Outcome,
  arrived: readonly Heard[],
  cookie: string,
  { note }: Judge,
): void {
  for (const { headers, everyHeader } of arrived) {
    const sent = JSON.stringify(everyHeader)
    const tokens = everyHeader.filter(([name]) => name === 'authorization')
    const isOurs = tokens.length === 1 && /^Basic /.test(String(headers['authorization']))
    const isPrivate =
      headers['cookie'] === undefined &&
      (cookie === '' || !sent.includes(JSON.stringify(cookie).slice(1, -1)))
    note(
      'headers.private',
      isOurs && isPrivate,
      `${seen}: the service got the page’s cookie or Authorization (${tokens.length} headers Authorization)`,
    )
  }
  if (answer === undefined) return
  const { status, headers, body, value } = answer
  const cors = Object.keys(headers).find((name) => name.startsWith('access-control-'))
  note('origin.cors', cors === undefined, `${seen} with ${cors}`)
  const isCached = !String(headers['cache-control']).includes('no-store')
  const isJson = body.length === 0 || /^application\/json\b/.test(String(headers['content-type']))
  note(
    'answer.headers',
    !isCached && isJson && headers.date !== undefined,
    `${seen} with ${headersOf(answer)}`,
  )
  const secrets = arrived.flatMap(secretsOf)
  const all = `${body.toString('utf8')}${JSON.stringify(headers)}`
  note('answer.secret', !secrets.some((secret) => all.includes(secret)), `${seen} has the secret`)
  if (status < 400) return
  const hasForm = fieldOf(value, 'status') === status && typeof fieldOf(value, 'message') === 'string'
  // What the service refused may have no body, where that of the service could not be used.
  const isBare = body.length === 0 && heard.length > 0
  note('answer.errors', isBare || (hasForm && answer.code !== undefined), `${seen} with the body ${body}`)
  if (fieldOf(value, 'details.forwarded') === false)
    note('answer.forwarded', heard.every(isRefusal), `${seen} although the service got it`)
}

/** Whether the service did nothing, because it refused the platform. */
const isRefusal = ({ answered }: Heard): boolean => [401, 403, 407, 429].includes(answered?.status ?? 0)

const headersOf = ({ headers }: Answer): string =>
  `Cache-Control: ${headers['cache-control'] ?? 'none'}, Content-Type: ${headers['content-type'] ?? 'none'}, Date: ${headers.date ?? 'none'}`

/** Returns the API secret of a call of the backend, as it is and with its id in base64. */
export function secretsOf({ headers }: Heard): readonly string[] {
  const encoded = /^Basic (.*)/.exec(String(headers['authorization']))?.[1] ?? ''
  const secret = Buffer.from(encoded, 'base64')
    .toString('utf8')
    .replace(/^[^:]*:/, '')
  return secret.length < 4 ? [] : [encoded, secret]
}

function specialOf({ headers = {}, having }: PageCall): string {
  const sent = Object.keys(headers).filter((name) => headers[name] !== undefined)
  const special = [...(having === undefined ? [] : [having]), ...sent].join(', ')
  return special === '' ? '' : ` with ${special}`
}

const shortened = (path: string): string => (path.length > 120 ? `${path.slice(0, 120)}…` : path)
