import { afterEach, expect, it, vi } from 'vitest'
import { testAuthenticator } from '../../../emulator/src/fixtures/authenticator.js'
import { ownState } from '../stores/shared-state.js'
import { createKnownPasskeys } from './known-passkeys.js'
import { attestedPasskey } from './passkey-keys.js'

afterEach(() => void vi.useRealTimers())

it('a passkey is known to its own account, and for years', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const known = createKnownPasskeys(ownState(), Date.now)
  const attestation = await (await testAuthenticator()).create('AAAA')
  await known.learnRegistered('ada', attestation, { since: 1, vouchedBy: 'AQID' })
  const stored = { ...attestedPasskey(attestation), since: 1, vouchedBy: 'AQID' }
  expect(await known.get('bob', attestation.credentialId)).toBeUndefined()
  vi.setSystemTime(Date.now() + 9 * 365 * 24 * 3_600_000)
  expect(await known.get('ada', attestation.credentialId)).toEqual(stored)
  // Some browsers and services pad base64url.
  expect(await known.get('ada', `${attestation.credentialId}==`)).toEqual(stored)
})

it('from what cannot be read, nothing is learned', async () => {
  const known = createKnownPasskeys(ownState(), Date.now)
  const authenticator = await testAuthenticator()
  const { credentialId } = authenticator
  await known.learnRegistered(
    'ada',
    { ...(await authenticator.create('AAAA')), attestationObject: 'AAAA' },
    {},
  )
  await known.learnUsed('ada', { ...(await authenticator.get('AAAA')), signature: 'AAAA' })
  expect(await known.get('ada', credentialId)).toBeUndefined()
})

it('an account of which nothing was noted has no last removal, and was never seen', async () => {
  const known = createKnownPasskeys(ownState(), Date.now)
  expect(await known.lastRemoval('ada')).toBeUndefined()
  expect(await known.lastSeen('ada')).toBeUndefined()
})

it('a removal or a passkey whose time cannot be read never comes to count as long ago', async () => {
  const state = ownState()
  const known = createKnownPasskeys(state, Date.now)
  for (const name of ['removal', 'seen'])
    await state.before.set({ owner: 'passkeys:ada', name }, 'unreadable', 60_000)
  expect(await known.lastRemoval('ada')).toEqual({ at: Number.POSITIVE_INFINITY })
  expect(await known.lastSeen('ada')).toBe(Number.POSITIVE_INFINITY)
})
