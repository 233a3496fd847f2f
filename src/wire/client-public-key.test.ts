import { expect, it } from 'vitest'
import { ClientPublicKey, SessionClientKey } from './client-public-key.js'
import { exportWalletRoute } from './internal-accounts.js'
import { parse } from './schema.js'
import { refreshSessionRoute, SealedSession, Session } from './sessions.js'

const x = 'b85b7bf593294f0be5b145bba7ae71dd86a75d8295a26c04a0ab8ec56cfc3e84'
const compressed = `02${x}`
const uncompressed = `04${x}69ea914d55c6bfb1e914a28f63b891633cdb71be823fe8467c4252b78aac6dda`

it.each([compressed, `03${x.toUpperCase()}`, uncompressed])('a session may begin with the key %s', (key) => {
  expect(parse(SessionClientKey, key).ok).toBe(true)
})

it.each([
  `04${x}`,
  uncompressed.replace('04', '02'),
  compressed.slice(0, -1),
  `05${x}`,
  '00',
  `${compressed}\n`,
])('a session may not begin with %j', (key) => expect(parse(SessionClientKey, key).ok).toBe(false))

it('an answer is sealed only to an uncompressed key', () => {
  expect(parse(ClientPublicKey, uncompressed).ok).toBe(true)
  expect(parse(ClientPublicKey, compressed).ok).toBe(false)
})

it('an export takes only an uncompressed key, a refresh takes both encodings', () => {
  const body = { clientPublicKey: compressed }
  expect(parse(exportWalletRoute.body, body).ok).toBe(false)
  expect(parse(refreshSessionRoute.body, body).ok).toBe(true)
})

it('a session may lack the sealed key, a sealed session may not', () => {
  const session = {
    id: 'Session:00000000-0000-4000-8000-000000000000',
    accountId: 'InternalAccount:00000000-0000-4000-8000-000000000000',
    type: 'OAUTH',
    nickname: 'Ada',
    createdAt: '2026-08-21T12:00:00Z',
    updatedAt: '2026-08-21T12:00:00Z',
    expiresAt: '2026-08-21T12:15:00Z',
  }
  expect(parse(Session, session)).toEqual({ ok: true, value: session })
  expect(parse(SealedSession, session).ok).toBe(false)
  expect(parse(SealedSession, { ...session, encryptedSessionSigningKey: 'sealed' }).ok).toBe(true)
})
