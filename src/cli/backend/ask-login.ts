/** Asks the platform's own server, in any language, who is logged in. @module */
import { Agent, request as send } from 'undici'
import * as v from 'valibot'
import { wallClock } from '../../clock.js'
import { id, object, parse, parseJson, text } from '../../wire/schema.js'
import { type LoginConfig, whatIsWrong } from './config.js'
import { createKnownCookies } from './known-cookies.js'

/** What the platform's server says about a person who is logged in. */
export interface Login {
  /** The internal accounts that the person may use. */
  readonly accountIds: readonly string[]
  /** The same text for as long as the login lasts. */
  readonly loginSession: string
}

const Answer = object({
  accountIds: v.pipe(v.array(id('InternalAccount')), v.maxLength(1_000)),
  loginSession: text(1_024),
})

/** The largest answer, in bytes. */
const answerLimit = 128 * 1024

/** Why the login could not be asked, for the platform's log. The message contains neither the cookie nor the answer. */
class LoginError extends Error {
  override readonly name = 'LoginError'
}

/** Asks for a login, and closes the connections when no more is asked. */
export interface LoginSource {
  /**
   * Resolves with the login behind the cookie of a request, or with `undefined` if nobody is logged in. Asks once for
   * each request, however often this function is called with it. Rejects if the platform's server gives no usable
   * answer, and with a `TimeoutError` if it gives none in time.
   */
  readonly loginOf: (request: Request) => Promise<Login | undefined>
  readonly close: () => Promise<void>
}

/**
 * Asks with a GET of `url`, which has the person's `Cookie` and the ids of the request, and nothing else of the person.
 * 200 with `{ accountIds, loginSession }` is a login, and 401 says that nobody is logged in. Anything else is an error,
 * and so is a redirect: the cookie goes to this one address only.
 *
 * Half of the connections are for cookies that were a login before. So strangers, whose cookies may take the platform's
 * server long to refuse, do not keep these people waiting.
 */
export function askingLogin({ url, timeout = 3_000, connections = 64 }: LoginConfig): LoginSource {
  const agentFor = (share: number): Agent =>
    new Agent({ connections: Math.max(1, share), pipelining: 1, keepAliveTimeout: 4_000 })
  const forKnown = agentFor(Math.ceil(connections / 2))
  const forOthers = agentFor(Math.floor(connections / 2))
  const known = createKnownCookies()
  const asked = new WeakMap<Request, Promise<Login | undefined>>()

  const once = async (dispatcher: Agent, headers: Readonly<Record<string, string>>, signal: AbortSignal) => {
    const answer = await send(url, { dispatcher, method: 'GET', headers, signal })
    const content = await readAll(answer.body)
    // undici decodes nothing.
    const { 'content-encoding': encoding = 'identity' } = answer.headers
    if (encoding !== 'identity' && content !== '')
      throw new LoginError(`login.url answered with the encoding ${encoding}, which was not asked for.`)
    return { status: answer.statusCode, content }
  }

  const ask = async (request: Request): Promise<Login | undefined> => {
    const cookie = request.headers.get('Cookie')
    if (cookie === null) return undefined
    const headers = {
      Cookie: cookie,
      Accept: 'application/json',
      'Accept-Encoding': 'identity',
      ...idsOf(request),
    }
    const ending = new AbortController()
    const cancel = wallClock.after(timeout, () =>
      ending.abort(new DOMException(`login.url gave no answer within ${timeout} ms.`, 'TimeoutError')),
    )
    const agent = known.has(cookie) ? forKnown : forOthers
    try {
      const answer = await once(agent, headers, ending.signal).catch((error: unknown) => {
        // The server has closed the connection while it was idle. To ask again changes nothing.
        if (wasClosed(error)) return once(agent, headers, ending.signal)
        throw error
      })
      const login = loginIn(answer)
      known.note(cookie, login && personOf(login))
      return login
    } finally {
      cancel()
    }
  }

  return {
    loginOf(request) {
      const running = asked.get(request)
      if (running !== undefined) return running
      const answer = ask(request)
      asked.set(request, answer)
      return answer
    },
    close: async () => {
      await Promise.all([forKnown.close(), forOthers.close()])
    },
  }
}

/** A person may log in as often as they like, but has the same accounts each time. */
const personOf = ({ accountIds, loginSession }: Login): string =>
  accountIds.length > 0 ? accountIds.toSorted().join(' ') : loginSession

function loginIn({
  status,
  content,
}: {
  readonly status: number
  readonly content: string
}): Login | undefined {
  if (status === 401) return undefined
  if (status >= 300 && status < 400)
    throw new LoginError(
      `login.url answered ${status}. Redirects are not followed: answer 401 if nobody is logged in.`,
    )
  if (status !== 200)
    throw new LoginError(`login.url answered ${status}. Expected are 200, and 401 if nobody is logged in.`)
  const parsed = parse(Answer, parseJson(content))
  if (parsed.ok) return parsed.value
  const fields = parsed.issues.map((issue) => `${issue.path || 'the answer'} ${whatIsWrong(issue)}`)
  throw new LoginError(`login.url answered 200, but ${fields.join(', ')}.`)
}

/** The ids that join the logs of one request. They come from the page or a proxy, and mean nothing more. */
const idsOf = ({ headers }: Request): Readonly<Record<string, string>> =>
  Object.fromEntries(
    ['X-Request-Id', 'traceparent'].flatMap((name) => {
      const value = headers.get(name) ?? ''
      return /^[\w.:=+/-]{1,128}$/.test(value) ? [[name, value]] : []
    }),
  )

const wasClosed = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  (error.code === 'UND_ERR_SOCKET' || error.code === 'ECONNRESET')

/** Leaving the loop early closes the connection. */
async function readAll(body: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of body) {
    length += chunk.length
    if (length > answerLimit) throw new LoginError(`login.url answered with more than ${answerLimit} bytes.`)
    chunks.push(chunk)
  }
  // Some programs put a byte order mark first, which the decoder takes away.
  return new TextDecoder().decode(Buffer.concat(chunks))
}
