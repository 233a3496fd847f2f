/** The offer of a passkey in the autofill of the page's form. @module */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { systemClock } from '../../clock.js'
import { assertedCredential } from '../fixtures/software-passkeys.js'
import { offer } from './ceremonies.js'

const id = 'AAAA'
const chosen = { credentialId: id, clientDataJson: 'AAAA', authenticatorData: 'AAAA', signature: 'AAAA' }

beforeEach(() => {
  vi.stubGlobal('navigator', { credentials: { get: async () => assertedCredential(chosen) } })
  const abilities = { isConditionalMediationAvailable: async () => true }
  vi.stubGlobal('PublicKeyCredential', Object.assign(class {}, abilities))
  vi.stubGlobal('location', new URL('https://wallet.example/page'))
  vi.stubGlobal('document', { visibilityState: 'visible', querySelectorAll: () => [] })
})
afterEach(() => {
  vi.unstubAllGlobals()
})

/** Offers the passkey with this id, and has the user choose the one that the browser knows. */
const offered = (credentialId: string) => {
  const { signal } = new AbortController()
  const context = { clock: systemClock(), now: () => 0, passkey: {}, sandbox: {}, signal }
  const signIn = { challenge: { credentialId, challenge: 'ab'.repeat(32) }, usableUntil: 1 }
  return offer(context, async () => signIn)
}

test('the autofill resolves with the sign-in and the passkey that the user chose', async () => {
  const [signIn, assertion] = await offered(id)
  expect([signIn.usableUntil, assertion.credentialId]).toEqual([1, id])
})

test('the autofill refuses a passkey of another account', async () => {
  await expect(offered('BBBB')).rejects.toMatchObject({ code: 'CREDENTIAL_NOT_FOUND' })
})
