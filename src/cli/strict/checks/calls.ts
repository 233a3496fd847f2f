/** Every call of the list, with the ids of a person. @module */
import { pageKey } from '../keys.js'
import type { PageCall } from '../page.js'
import type { RuleName } from '../rules.js'
import type { Holder } from '../scene.js'

/** A call with the rule about whose its id is. */
export interface ListedCall extends PageCall {
  readonly owner: RuleName
}

const key = pageKey()
const compressed = { clientPublicKey: key.compressed }

/** Returns each call of the list, in the form that the service expects. */
export const listedCalls = ({ account, credential, session, quote }: Holder): readonly ListedCall[] => [
  ...[
    { method: 'GET', path: `/auth/credentials?accountId=${account}` },
    { method: 'GET', path: `/auth/sessions?accountId=${account}` },
    {
      method: 'POST',
      path: '/auth/credentials',
      body: { accountId: account, type: 'OAUTH', oidcToken: 'a.b.c' },
    },
    {
      method: 'POST',
      path: '/auth/passkey-registration-options',
      body: { accountId: account, nickname: 'Phone' },
    },
    { method: 'PATCH', path: `/internal-accounts/${account}`, body: { privateEnabled: true } },
    {
      method: 'POST',
      path: `/internal-accounts/${account}/export`,
      body: { clientPublicKey: key.uncompressed },
      isOptional: true,
    },
  ].map((call) => ({ ...call, owner: 'owner.account' as const })),
  ...[
    { method: 'POST', path: `/auth/credentials/${credential}/challenge` },
    {
      method: 'POST',
      path: `/auth/credentials/${credential}/verify`,
      body: { type: 'EMAIL_OTP', otp: '000000', clientPublicKey: key.uncompressed },
    },
    { method: 'DELETE', path: `/auth/credentials/${credential}` },
  ].map((call) => ({ ...call, owner: 'owner.credential' as const })),
  ...[
    { method: 'POST', path: `/auth/sessions/${session}/refresh`, body: compressed },
    { method: 'DELETE', path: `/auth/sessions/${session}` },
  ].map((call) => ({ ...call, owner: 'owner.session' as const })),
  ...[
    { method: 'GET', path: `/quotes/${quote}` },
    { method: 'POST', path: `/quotes/${quote}/execute` },
    { method: 'POST', path: `/quotes/${quote}/authorize`, body: { code: '000000' }, isOptional: true },
    { method: 'POST', path: `/quotes/${quote}/authorize/resend`, isOptional: true },
  ].map((call) => ({ ...call, owner: 'owner.quote' as const })),
]
