/**
 * The demo's identity provider: issues an ID token of the emulator's built-in issuer for the name that the user
 * chooses.
 * @module
 */
import * as v from 'valibot'
import { bodyOf, json, Refused } from './answer.js'
import type { Platform } from './platform-routes.js'
import type { Routes } from './router.js'

const Authorization: v.GenericSchema<unknown, { readonly person: string; readonly nonce: string }> = v.object(
  {
    person: v.string(),
    nonce: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)),
  },
)

/** Returns the only call. It needs no password: to choose a name is enough here. */
export function identityRoutes({ emulator, cast }: Platform): Routes {
  return {
    'POST /demo/identity/token': async (request) => {
      const { person, nonce } = await bodyOf(request, Authorization)
      const chosen = cast().customers.get(person)
      if (chosen === undefined)
        throw new Refused(404, 'NOT_FOUND', 'Nobody of that name has an account here.')
      const idToken = await emulator.issuer.token({
        sub: `provider-${chosen.key}`,
        email: chosen.email,
        name: chosen.name,
        nonce,
      })
      return json({ idToken })
    },
  }
}
