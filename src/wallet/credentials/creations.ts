/** The table of credential types for creations, with one row for each. @module */
import type { CredentialType } from '../../wire/credential-type.js'
import { checkIdToken } from './id-token.js'
import type { Creation } from './method.js'
import type { AnyCreationInput } from './methods.js'
import { idToken } from './oauth.js'
import { ceremonies, loadCeremonies } from './passkey.js'

/** One row for each credential type. */
export const creations: {
  readonly [Type in CredentialType]: Creation<Extract<AnyCreationInput, { readonly type: Type }>>
} = {
  PASSKEY: {
    onlyOne: 'PASSKEY_CREDENTIAL_ALREADY_EXISTS',
    prepare: ({ nickname }, ask) => ask(nickname),
    async body({ nickname }, request) {
      const { attest } = ceremonies() ?? (await loadCeremonies(request.clock))
      return attest(request, nickname)
    },
    async discard(credentialId, { rpId = location.hostname }, clock) {
      if (!canDiscard()) return
      // This call is only a hint to the browser, so a failure does not matter.
      await loadCeremonies(clock)
        .then(({ tellUnknown }) => tellUnknown(credentialId, rpId))
        .catch(() => {})
    },
  },
  EMAIL_OTP: {
    onlyOne: 'EMAIL_OTP_CREDENTIAL_ALREADY_EXISTS',
    body: async ({ email }, { accountId }) => ({ type: 'EMAIL_OTP', accountId, email }),
  },
  OAUTH: {
    async body({ getOidcToken }, request) {
      const { accountId, sandbox, now } = request
      if (sandbox.oidcToken) return { type: 'OAUTH', accountId, oidcToken: await sandbox.oidcToken('create') }
      const binding = await request.oidcBinding()
      const oidcToken = await idToken(getOidcToken, binding, request)
      // The service cannot check this nonce, because the request that creates a credential does not contain the client
      // key. Without this check, any fresh token would be accepted.
      checkIdToken(oidcToken, { nonce: binding.nonce, now: now() })
      return { type: 'OAUTH', accountId, oidcToken }
    },
    recheck(body, binding) {
      if (body.type === 'OAUTH') checkIdToken(body.oidcToken, binding)
    },
  },
}

/** The row of a known credential type. */
export const creationOf = (type: CredentialType): Creation => creations[type]

/** Whether the browser can be told that a passkey is no longer accepted. */
export const canDiscard = (): boolean =>
  typeof PublicKeyCredential === 'function' && 'signalUnknownCredential' in PublicKeyCredential
