/** Stands in for the platform's login, for which there is no server and no cookie: the worker remembers one person. @module */
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

/** Who is logged in; `undefined` if nobody is. */
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
