/** The platform's login for the demo without a server: the worker remembers who is logged in. @module */
import type { Logins } from '../server/logins.js'

/** The logged-in person, with the id of the login session. */
export interface SavedLogin {
  readonly person: string
  readonly session: string
}

/** Logins that can be stored. */
export interface BrowserLogins extends Logins {
  saved(): SavedLogin | undefined
}

/** Makes the logins. `saved` is the stored login, or `undefined` if nobody was logged in. */
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
