/** The platform's login where there is no server, and so no cookie: one person for this browser, known to the worker. @module */
import type { Logins } from '../server/logins.js'

/** Who is logged in, and in which session. */
export interface SavedLogin {
  readonly person: string
  readonly session: string
}

/** Logins that can be kept. */
export interface BrowserLogins extends Logins {
  saved(): SavedLogin | undefined
}

/** Nobody, or whoever was logged in. */
export function createBrowserLogins(saved?: SavedLogin): BrowserLogins {
  let login = saved
  return {
    start(person) {
      login = { person, session: crypto.randomUUID() }
      return ''
    },
    end() {
      login = undefined
      return ''
    },
    personOf: () => login?.person,
    sessionOf: () => login?.session ?? '',
    clear() {
      login = undefined
    },
    saved: () => login,
  }
}
