/** The platform's login in its simplest form: a cookie with a random session id, which no script can read. @module */

/** The logged-in people, by session id. */
export interface Logins {
  /** Starts a login session. Returns its `Set-Cookie` header. */
  start(person: string): string
  /** Ends the login session of a request. Returns the `Set-Cookie` header that removes the cookie. */
  end(request: Request): string
  /** Returns the logged-in person who made a request, or `undefined`. */
  personOf(request: Request): string | undefined
  /** Returns the id of a request's login session. Registration challenges are bound to it. */
  sessionOf(request: Request): string
  clear(): void
}

const cookie = 'demo_login'
/** How long a login session lasts, in seconds: a working day. */
const lifetime = 8 * 60 * 60

// With `Strict`, another site cannot make the browser send the cookie. `Secure` is absent, because the demo uses HTTP
// on loopback.
const attributes = 'Path=/; HttpOnly; SameSite=Strict'

/** Makes the logins. Nobody is logged in yet. */
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
