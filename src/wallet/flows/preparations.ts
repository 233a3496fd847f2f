/** What was prepared before a click, each usable once and for a limited time. @module */

import { jsonOf } from '../../wire/json.js'
import type { ServerTime } from '../time/server-time.js'
import type { PreparedSignIn, SignInRequest } from './challenge.js'
import type { CreationOrder, PreparedCreation } from './create.js'

/** The last prepared sign-in and the last prepared creation of this page. */
export interface Preparations {
  keepSignIn(signIn: PreparedSignIn): void
  /**
   * Takes the prepared sign-in, which can be used only once. Returns `undefined` if the sign-in is too old. If the
   * sign-in does not fit the request, this returns `undefined` too, but keeps the sign-in for a later request.
   */
  takeSignIn(request: SignInRequest): PreparedSignIn | undefined
  keepCreation(creation: PreparedCreation): void
  /** Returns the prepared creation under the same rules as `takeSignIn`. */
  takeCreation(order: CreationOrder): PreparedCreation | undefined
}

export function createPreparations(time: Pick<ServerTime, 'now'>): Preparations {
  const signIns = createPlace<PreparedSignIn>(time)
  const creations = createPlace<PreparedCreation>(time)
  return {
    keepSignIn: signIns.keep,
    takeSignIn: ({ method, credential }) =>
      signIns.take(
        (kept) => kept.method === method && (credential === undefined || credential === kept.credential),
      ),
    keepCreation: creations.keep,
    takeCreation: ({ method, input }) =>
      creations.take((kept) => kept.method === method && jsonOf(kept.input) === jsonOf(input)),
  }
}

/** A place for one preparation. */
function createPlace<T extends { readonly usableUntil: number }>(
  time: Pick<ServerTime, 'now'>,
): { keep(one: T): void; take(fits: (kept: T) => boolean): T | undefined } {
  let kept: T | undefined
  return {
    keep: (one) => {
      kept = one
    },
    take(fits) {
      const found = kept
      if (found === undefined || !fits(found)) return undefined
      kept = undefined
      return found.usableUntil > time.now() ? found : undefined
    },
  }
}
