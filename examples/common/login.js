/** The platform's login: who somebody is, and a cookie for as long as that holds. Start from it, or use your own. */

/**
 * WRITE THIS before others use the platform. It gets the request that logs somebody in: check a password, a passkey or
 * the answer of your identity provider, and return the ids of the wallet accounts that you have stored for that person.
 * Return `undefined` if it does not prove who they are.
 *
 * @type {undefined | ((request: Request) => Promise<readonly string[] | undefined>)}
 */
const whoIs = undefined

/** How long a login lasts, in seconds. */
const duration = 8 * 60 * 60

/**
 * Returns the login for pages of this origin. Until `whoIs` is written, everybody who logs in gets the demo account of the
 * emulator; without a demo account, this function throws.
 *
 * @param {string} origin
 * @param {string | undefined} demoAccount
 */
export function createLogin(origin, demoAccount) {
  const accountsFor = whoIs ?? (demoAccount ? async () => [demoAccount] : undefined)
  if (!accountsFor)
    throw new Error('Strangers would be let in: write `whoIs` in login.js, which says who is logging in.')
  // Safari does not keep a `Secure` cookie of http://localhost, and without `Secure` there is no `__Host-`.
  const isHttps = origin.startsWith('https:')
  const name = isHttps ? '__Host-login' : 'login'
  const attributes = `Path=/; HttpOnly; SameSite=Lax${isHttps ? '; Secure' : ''}`
  // Use your database instead, so that logins outlast this process, and several instances know them.
  /** @type {Map<string, { id: string, accountIds: readonly string[], until: number, cookie: string }>} */
  const sessions = new Map()

  const secretOf = (/** @type {Request} */ request) => {
    const pairs = request.headers.get('Cookie')?.split('; ') ?? []
    return pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1) ?? ''
  }
  const sessionOf = (/** @type {Request} */ request) => {
    const session = sessions.get(secretOf(request))
    return session && Date.now() < session.until ? session : undefined
  }

  return {
    /** Returns the login session of a request, or `undefined` if nobody is logged in. */
    sessionOf,
    /**
     * Checks who is logging in, and gives them a new cookie; the old one ends. Resolves with `undefined`, and changes
     * nothing, if the request is nobody's.
     *
     * @param {Request} request
     */
    async logIn(request) {
      const accountIds = await accountsFor(request)
      if (!accountIds?.length) return undefined
      const before = sessionOf(request)
      sessions.delete(secretOf(request))
      // For the same person the login session goes on: a sign-in to the wallet counts for step-up in one only.
      const isSame = before?.accountIds.join() === accountIds.join()
      const id = isSame ? before.id : crypto.randomUUID()
      const secret = crypto.randomUUID()
      const now = Date.now()
      for (const [each, { until }] of sessions) if (until <= now) sessions.delete(each)
      const cookie = `${name}=${secret}; Max-Age=${duration}; ${attributes}`
      const session = { id, accountIds, until: now + duration * 1000, cookie }
      sessions.set(secret, session)
      return session
    },
    /** Ends the login session of a request. Returns the `Set-Cookie` header that removes the cookie. @param {Request} request */
    logOut(request) {
      sessions.delete(secretOf(request))
      return `${name}=; Max-Age=0; ${attributes}`
    },
  }
}
