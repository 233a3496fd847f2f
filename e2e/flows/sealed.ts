/** Sealed keys at a hosted deployment: what still signs in, and what names the option to change. @module */
import { expect } from '@playwright/test'
import { type CredentialType, credentialTypes } from 'embedded-wallet-auth'
import type { StackOptions } from '../served-stack.js'
import type { CredentialRow } from '../support/credential-rows.js'
import { sessionIdOf } from '../support/session-id.js'
import type { FlowTest } from './flow-test.js'

const isCode = (type: CredentialType): boolean => credentialTypes[type].proof === 'otp'

/** Defines the tests for some credential types at a deployment that takes only encrypted codes. */
export function sealedFlows(
  test: FlowTest,
  rows: readonly CredentialRow[],
  profile: NonNullable<StackOptions['profile']>,
): void {
  test.use({ stackOptions: { keyDelivery: 'sealed', profile, credential: false } })

  for (const row of rows.filter(({ type }) => !isCode(type)))
    test(`${row.type} gets a sealed key, which stamps and is refreshed`, async ({ wallet, stack }) => {
      await row.create(wallet, stack)
      await row.signIn(wallet, stack)
      const first = await sessionIdOf(wallet)
      expect(await wallet.setPrivacy(true)).toMatchObject({ privateEnabled: true })
      expect((await wallet.refresh()).id).not.toBe(first)
      expect(await wallet.setPrivacy(false)).toMatchObject({ privateEnabled: false })
    })

  for (const row of rows.filter(({ type }) => isCode(type)))
    test(`${row.type} is refused with the value of keyDelivery to set`, async ({ wallet, stack }) => {
      await row.create(wallet, stack)
      await expect(row.signIn(wallet, stack)).rejects.toMatchObject({ code: 'KEY_DELIVERY_REFUSED' })
      expect((await wallet.state()).session.status).toBe('none')
    })
}
