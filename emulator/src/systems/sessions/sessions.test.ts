import type { ListedSession, SignedRequestChallenge } from 'embedded-wallet-auth/wire'
import { describe, expect, it } from 'vitest'
import {
  clientKey,
  refresh,
  type SignedIn,
  send,
  signedHeaders,
  signedSend,
  signInByMail,
} from '../../fixtures/client.js'
import { createEmulator, type Emulator, steppedClock } from '../../index.js'

async function setUp(): Promise<{
  readonly emulator: Emulator
  readonly by: SignedIn
  readonly listed: () => Promise<ListedSession[]>
  readonly another: () => Promise<SignedIn>
}> {
  const emulator = createEmulator({ clock: steppedClock() })
  const { account } = await emulator.provision({ email: 'ada@example.com' })
  return {
    emulator,
    by: await signInByMail(emulator, account),
    listed: async () =>
      (await send<{ data: ListedSession[] }>(emulator, `GET /auth/sessions?accountId=${account.id}`)).body
        .data,
    another: () => signInByMail(emulator, account),
  }
}

const unknown = 'Session:00000000-0000-4000-8000-000000000000'

describe('list', () => {
  it('the list of sessions contains a session until exactly its expiry', async () => {
    const { emulator, by, listed } = await setUp()
    await emulator.clock.advance(15 * 60_000 - 1)
    expect((await listed()).map(({ id }) => id)).toEqual([by.session.id])
    await emulator.clock.advance(1)
    expect(await listed()).toEqual([])
  })
})

describe('refresh', () => {
  it('a refresh answers 202 without a type, then 201 with a new session, and the old one stays active', async () => {
    const { emulator, by, listed } = await setUp()
    await emulator.clock.advance(60_000)
    const body = { clientPublicKey: clientKey().publicKey }
    const first = await send<SignedRequestChallenge>(
      emulator,
      `POST /auth/sessions/${by.session.id}/refresh`,
      { body },
    )
    expect(first.status).toBe(202)
    expect('type' in first.body).toBe(false)
    const { answer, refreshed } = await refresh(emulator, by)
    expect(answer).toMatchObject({
      status: 201,
      body: { type: 'EMAIL_OTP', expiresAt: '2026-01-01T00:16:00.000Z' },
    })
    expect((await listed()).map(({ id }) => id)).toEqual([by.session.id, refreshed.session.id])
  })

  it('a refresh delivers a key that can sign', async () => {
    const { emulator, by } = await setUp()
    const { refreshed } = await refresh(emulator, by)
    const call = `PATCH /internal-accounts/${by.session.accountId}`
    expect((await signedSend(emulator, refreshed, call, { privateEnabled: true })).status).toBe(200)
  })

  it('a refresh is refused with another client key on the retry', async () => {
    const { emulator, by } = await setUp()
    const call = `POST /auth/sessions/${by.session.id}/refresh`
    const first = await send<SignedRequestChallenge>(emulator, call, {
      body: { clientPublicKey: clientKey().publicKey },
    })
    const body = { clientPublicKey: clientKey().publicKey }
    expect((await send(emulator, call, { body, headers: signedHeaders(first.body, by) })).status).toBe(401)
  })

  it('a refresh is refused if another session of the account stamps it', async () => {
    const { emulator, by, another } = await setUp()
    const call = `POST /auth/sessions/${by.session.id}/refresh`
    const body = { clientPublicKey: clientKey().publicKey }
    expect(await signedSend(emulator, await another(), call, body)).toMatchObject({
      status: 401,
      body: { reason: 'Invalid Service-Wallet-Signature' },
    })
  })

  it('a refresh is refused with 401 on either leg when the session has ended', async () => {
    const { emulator, by } = await setUp()
    const call = `POST /auth/sessions/${by.session.id}/refresh`
    await emulator.clock.advance(14 * 60_000)
    const body = { clientPublicKey: clientKey().publicKey }
    const first = await send<SignedRequestChallenge>(emulator, call, { body })
    await emulator.clock.advance(60_000)
    expect((await send(emulator, call, { body, headers: signedHeaders(first.body, by) })).status).toBe(401)
    expect((await send(emulator, call, { body })).status).toBe(401)
    expect((await send(emulator, `POST /auth/sessions/${unknown}/refresh`, { body })).status).toBe(404)
  })

  it('a refresh is refused with a client key that was used before or is malformed', async () => {
    const { emulator, by } = await setUp()
    const call = `POST /auth/sessions/${by.session.id}/refresh`
    const body = { clientPublicKey: clientKey().publicKey }
    expect((await signedSend(emulator, by, call, body)).status).toBe(201)
    for (const refused of [body, { clientPublicKey: `04${'1'.repeat(128)}` }]) {
      expect(await send(emulator, call, { body: refused })).toMatchObject({
        status: 400,
        body: { details: { issues: ['clientPublicKey'] } },
      })
    }
  })
})

describe('revoking', () => {
  it('revoking a session answers 202 with the issuing type, then 204, and ends the session', async () => {
    const { emulator, by, listed, another } = await setUp()
    const call = `DELETE /auth/sessions/${by.session.id}`
    const first = await send<SignedRequestChallenge>(emulator, call)
    expect(first).toMatchObject({ status: 202, body: { type: 'EMAIL_OTP' } })
    const signer = await another()
    const retried = await send(emulator, call, { headers: signedHeaders(first.body, signer) })
    expect([retried.status, retried.body]).toEqual([204, undefined])
    expect((await listed()).map(({ id }) => id)).toEqual([signer.session.id])
    const patch = `PATCH /internal-accounts/${by.session.accountId}`
    expect((await signedSend(emulator, by, patch, { privateEnabled: true })).status).toBe(401)
  })

  it('revoking a session may be signed by the session itself', async () => {
    const { emulator, by, listed } = await setUp()
    expect((await signedSend(emulator, by, `DELETE /auth/sessions/${by.session.id}`)).status).toBe(204)
    expect(await listed()).toEqual([])
  })

  it('revoking a session is 401 for a used request id, even though the session no longer exists', async () => {
    const { emulator, by, another } = await setUp()
    const call = `DELETE /auth/sessions/${by.session.id}`
    const first = await send<SignedRequestChallenge>(emulator, call)
    const headers = signedHeaders(first.body, await another())
    await send(emulator, call, { headers })
    expect(await send(emulator, call, { headers })).toMatchObject({
      status: 401,
      body: { reason: 'Request-Id already used' },
    })
  })

  it('revoking a session is 404 for a session that is unknown, revoked or expired', async () => {
    const { emulator, by } = await setUp()
    const call = `DELETE /auth/sessions/${by.session.id}`
    await signedSend(emulator, by, call)
    const missing = { status: 404, body: { code: 'REFERENCE_NOT_FOUND' } }
    expect(await send(emulator, call)).toMatchObject(missing)
    expect(await send(emulator, `DELETE /auth/sessions/${unknown}`)).toMatchObject(missing)
  })
})

it('sealedKeyOf returns undefined for a session that does not exist', () => {
  expect(createEmulator().sealedKeyOf(unknown)).toBeUndefined()
})
