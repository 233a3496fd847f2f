/** The platform's own login, as small as it can be: a random id in a cookie that no script can read. @module */

/** Who is logged in, by session id. */
export interface Logins {
  /** Starts a session; the answer is its `Set-Cookie`. */
  start(person: string): string
  /** Ends the session of a request; the answer is the `Set-Cookie` that removes it. */
  end(request: Request): string
  /** The person behind a request. */
  personOf(request: Request): string | undefined
  /** Names the session of a request: registration challenges are bound to it. */
  sessionOf(request: Request): string
  clear(): void
}

const cookie = 'demo_login'
/** Seconds: a working day. */
const lifetime = 8 * 60 * 60

// Strict: no other site can make the browser send it. Not `Secure`, since the demo is plain HTTP on loopback.
const attributes = 'Path=/; HttpOnly; SameSite=Strict'

/** No one logged in. */
export function createLogins(): Logins {
  const sessions = new Map<string, string>()
  const idOf = (request: Request): string =>
    new RegExp(`(?:^|; *)${cookie}=([\\w-]+)`).exec(request.headers.get('Cookie') ?? '')?.[1] ?? ''
  return {
    start(person) {
      const id = crypto.randomUUID()
      sessions.set(id, person)
      return `${cookie}=${id}; Max-Age=${lifetime}; ${attributes}`
    },
    end(request) {
      sessions.delete(idOf(request))
      return `${cookie}=; Max-Age=0; ${attributes}`
    },
    personOf: (request) => sessions.get(idOf(request)),
    sessionOf: idOf,
    clear: () => sessions.clear(),
  }
}
