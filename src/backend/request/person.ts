/**
 * Asks the platform who sent a request: which accounts the user may use, and which login session the request belongs
 * to.
 * @module
 */
import * as v from 'valibot'
import { canonicalId, idPattern } from '../../wire/ids.js'
import { hexDigest } from '../digest.js'
import type { BackendOptions } from '../options.js'
import { askPlatform } from '../platform.js'
import { Refusal } from '../refusal.js'
import type { StoreKey } from '../stores/store.js'

/** The user behind a request. */
export interface Person {
  /** The accounts that the user may use. */
  readonly accounts: readonly string[]
  /** A string that identifies the set of `accounts`. Used in keys of the store. */
  readonly key: string
  /** The hash of the login session; `undefined` if the option `loginSession` is not set. */
  readonly login: string | undefined
}

const Accounts = v.optional(v.array(v.string()))
const LoginSession = v.optional(v.string())

const isAccount = idPattern('InternalAccount')

/** Returns a function that asks the platform which user sent a request. It rejects with 401 if nobody is logged in. */
export function createPeople({
  authorize,
  loginSession,
}: Pick<BackendOptions, 'authorize' | 'loginSession'>): (request: Request) => Promise<Person> {
  return async (request) => {
    const given = await askPlatform('authorize', Accounts, () => authorize(request))
    if (given === undefined) throw notLoggedIn()
    // A database may print the UUID of an id in upper case.
    const accounts = given.map((each) => canonicalId('InternalAccount', each) ?? each)
    const all = [...accounts].sort().join('\n')
    const session =
      loginSession === undefined
        ? undefined
        : await askPlatform('loginSession', LoginSession, () => loginSession(request))
    // Without a name of the login, what belongs to one login would belong to all of them.
    if (loginSession !== undefined && session === undefined) throw notLoggedIn()
    return {
      accounts,
      key: isAccount.test(all) ? all : hexDigest(all),
      login: session === undefined ? undefined : hexDigest(session),
    }
  }
}

const notLoggedIn = (): Refusal => new Refusal('NOT_LOGGED_IN', 'A login is required.')

/** The hash of the login session, used in keys of the store; empty if the option `loginSession` is not set. */
export const loginOf = ({ login }: Person): string => login ?? ''

/**
 * Returns the subjects that a limit is counted for. The first is the account or, without `accountId`, all accounts of
 * the user together. The second is the login session, if the option `loginSession` is set.
 */
export function subjectsOf({ key, login }: Person, accountId: string = key): readonly StoreKey[] {
  return [
    { owner: `limits:${accountId}`, name: 'account' },
    // Counts of login sessions have a different owner in the store, so that many login sessions cannot displace the
    // counts of the account.
    ...(login === undefined ? [] : [{ owner: `logins:${key}`, name: login }]),
  ]
}
