/** The platform's login in its simplest form: a random id in a cookie that no script can read. @module */

/** The logged-in people, by session id. */
export interface Logins {
  /** Starts a session. Returns its `Set-Cookie`. */
  start(person: string): string
  /** Ends the session of a request. Returns the `Set-Cookie` that removes the cookie. */
  end(request: Request): string
  /** Returns the person who made a request. */
  personOf(request: Request): string | undefined
  /** Returns the id of a request's session, to which registration challenges are bound. */
  sessionOf(request: Request): string
  clear(): void
}

const cookie = 'demo_login'
/** The lifetime of a session in seconds: a working day. */
const lifetime = 8 * 60 * 60

// `Strict`: no other site can make the browser send the cookie. Not `Secure`, because the demo uses HTTP on loopback.
const attributes = 'Path=/; HttpOnly; SameSite=Strict'

/** Makes logins with nobody logged in. */
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
