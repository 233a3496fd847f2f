/** The shortest tests of sessions whose keys pages make: one for each credential type, in any browser. @module */
import { expect } from '@playwright/test'
import type { ServedStack } from '../served-stack.js'
import { type CredentialRow, signInWith } from '../support/credential-rows.js'
import { sessionIdOf } from '../support/session-id.js'
import type { FlowTest } from './flow-test.js'

/** The bodies of the calls whose path ends like this, as the backend got them. */
const bodies = (stack: ServedStack, end: string): readonly Record<string, unknown>[] =>
  stack
    .arrivals('page')
    .filter(({ path, body }) => path.endsWith(end) && body !== '')
    .map(({ body }) => JSON.parse(body) as Record<string, unknown>)

/** Defines the tests for some credential types, at the strictest deployment. */
export function heldFlows(test: FlowTest, rows: readonly CredentialRow[]): void {
  test.describe('with a key that the page makes', () => {
    test.use({ stackOptions: { keyDelivery: 'client-held', profile: 'production' } })

    for (const row of rows) {
      test(`${row.type} begins a session of the page’s own key, which stamps, is refreshed and is signed out`, async ({
        wallet,
        stack,
      }) => {
        await signInWith(wallet, stack, row)
        const first = await sessionIdOf(wallet)
        expect(await wallet.setPrivacy(true)).toMatchObject({ privateEnabled: true })
        const { id } = await wallet.refresh()
        expect(id).not.toBe(first)
        expect(await wallet.setPrivacy(false)).toMatchObject({ privateEnabled: false })
        await wallet.signOut()
        expect(await wallet.listSessions()).toEqual([])
        // No code was sent in plain text, and no answer had a key in it.
        expect(bodies(stack, '/verify').filter((body) => 'otp' in body)).toEqual([])
        const sent = ['/challenge', '/verify', '/refresh'].flatMap((end) => bodies(stack, end))
        const keys = sent.flatMap(({ clientPublicKey }) => clientPublicKey ?? [])
        expect(keys.filter((key) => !/^0[23][0-9a-f]{64}$/.test(String(key)))).toEqual([])
        expect(stack.sessionIds().map((each) => stack.emulator.sealedKeyOf(each))).toEqual(
          stack.sessionIds().map(() => undefined),
        )
      })
    }
  })
}
