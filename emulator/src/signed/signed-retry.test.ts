import { p256 } from '@noble/curves/nist.js'
import type { AuthMethod, InternalAccount, SignedRequestChallenge } from 'embedded-wallet-auth/wire'
import { describe, expect, it } from 'vitest'
import { testAuthenticator } from '../fixtures/authenticator.js'
import {
  type Answer,
  credentialsOf,
  passkeyBody,
  type Refused,
  refresh,
  type SignedIn,
  send,
  signedHeaders,
  signedSend,
  signInByMail,
  signInByPasskey,
  stampOf,
} from '../fixtures/client.js'
import { createEmulator, type Emulator, steppedClock } from '../index.js'

interface Ready {
  readonly emulator: Emulator
  readonly account: InternalAccount
  readonly by: SignedIn
  readonly call: string
  readonly challenge: SignedRequestChallenge
  readonly retry: (headers: Record<string, string>, body?: unknown, call?: string) => Promise<Answer<Refused>>
}

const body = { privateEnabled: true }

async function challenged(): Promise<Ready> {
  const emulator = createEmulator({ clock: steppedClock() })
  const { account } = await emulator.provision({ email: 'ada@example.com' })
  const by = await signInByMail(emulator, account)
  const call = `PATCH /internal-accounts/${account.id}`
  const first = await send<SignedRequestChallenge>(emulator, call, { body })
  return {
    emulator,
    account,
    by,
    call,
    challenge: first.body,
    retry: (headers, changed = body, other = call) => send(emulator, other, { body: changed, headers }),
  }
}

const invalidStamp = {
  status: 401,
  body: { code: 'UNAUTHORIZED', reason: 'Invalid Service-Wallet-Signature' },
}
const signatureOnly = (challenge: SignedRequestChallenge, stamp: string): Record<string, string> => ({
  'Request-Id': challenge.requestId,
  'Service-Wallet-Signature': stamp,
})

describe('first leg', () => {
  it('the first leg answers 202 with a payload of compact JSON with sorted keys, valid for five minutes', async () => {
    const { challenge } = await challenged()
    expect(challenge).toMatchObject({
      requestId: expect.stringMatching(/^Request:/),
      expiresAt: '2026-01-01T00:05:00.000Z',
    })
    const payload: unknown = JSON.parse(challenge.payloadToSign)
    expect(Object.keys(payload as object)).toEqual(['organizationId', 'parameters', 'timestampMs', 'type'])
    expect(payload).toMatchObject({ timestampMs: expect.stringMatching(/^\d+$/) })
    expect(JSON.stringify(payload)).toBe(challenge.payloadToSign)
    expect('type' in challenge).toBe(false)
  })

  it('the first leg never returns the same payload twice, even while the clock stands still', async () => {
    const { emulator, call, challenge } = await challenged()
    const again = await send<SignedRequestChallenge>(emulator, call, { body })
    expect(again.body.payloadToSign).not.toBe(challenge.payloadToSign)
  })
})

describe('retry', () => {
  it('the retry succeeds if an active session of the account stamped the payload', async () => {
    const { by, challenge, retry } = await challenged()
    expect((await retry(signedHeaders(challenge, by))).status).toBe(200)
  })

  it('the retry may be stamped by any active session of the account', async () => {
    const { emulator, account, challenge, retry } = await challenged()
    expect((await retry(signedHeaders(challenge, await signInByMail(emulator, account)))).status).toBe(200)
  })

  it('the retry accepts a request id only once', async () => {
    const { by, challenge, retry } = await challenged()
    await retry(signedHeaders(challenge, by))
    expect(await retry(signedHeaders(challenge, by))).toMatchObject({
      status: 401,
      body: { code: 'UNAUTHORIZED', reason: 'Request-Id already used' },
    })
  })

  it('the retry accepts a request id only once, even for two simultaneous calls', async () => {
    const { by, challenge, retry } = await challenged()
    const answers = await Promise.all([1, 2].map(() => retry(signedHeaders(challenge, by))))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401])
  })

  it('the retry may be repeated after a wrong stamp', async () => {
    const { by, challenge, retry } = await challenged()
    expect(await retry(signatureOnly(challenge, 'nonsense'))).toMatchObject(invalidStamp)
    expect((await retry(signedHeaders(challenge, by))).status).toBe(200)
  })

  it('the retry is refused with another body, another path, or another account', async () => {
    const { emulator, account, by, challenge, retry, call } = await challenged()
    const mismatch = { status: 401, body: { reason: 'Request does not match' } }
    const headers = signedHeaders(challenge, by)
    expect(await retry(headers, { privateEnabled: false })).toMatchObject(mismatch)
    const other = (await emulator.provision()).account
    expect(await retry(headers, body, `PATCH /internal-accounts/${other.id}`)).toMatchObject(mismatch)
    expect(await retry(headers, body, `POST /internal-accounts/${account.id}/export`)).toMatchObject({
      status: 400,
    })
    const spaced = await emulator.fetch(`http://service.test/2025-10-13${call.slice(6)}`, {
      method: 'PATCH',
      headers: {
        ...headers,
        'content-type': 'application/json',
        authorization: `Basic ${btoa(`${emulator.apiToken.tokenId}:${emulator.apiToken.clientSecret}`)}`,
      },
      body: '{ "privateEnabled": true }',
    })
    expect(spaced.status).toBe(401)
    expect((await retry(headers)).status).toBe(200)
  })

  it('the retry is refused from the moment the challenge expires', async () => {
    const { emulator, by, challenge, retry } = await challenged()
    await emulator.clock.advance(299_999)
    const early = await send<SignedRequestChallenge>(
      emulator,
      `PATCH /internal-accounts/${by.session.accountId}`,
      { body },
    )
    expect(early.status).toBe(202)
    await emulator.clock.advance(1)
    expect(await retry(signedHeaders(challenge, by))).toMatchObject({
      status: 401,
      body: { reason: 'Request expired' },
    })
    expect((await retry(signedHeaders(early.body, by))).status).toBe(200)
  })

  it('the retry is refused without one of its headers, and with an unknown request id', async () => {
    const { by, challenge, retry } = await challenged()
    const { 'Request-Id': _, ...stampAlone } = signedHeaders(challenge, by)
    expect(await retry(stampAlone)).toMatchObject({ status: 401, body: { reason: 'Missing Request-Id' } })
    expect(await retry({ 'Request-Id': challenge.requestId })).toMatchObject(invalidStamp)
    expect(await retry({ ...signedHeaders(challenge, by), 'Request-Id': 'Request:x' })).toMatchObject({
      status: 401,
      body: { reason: 'Unknown Request-Id' },
    })
  })

  it('the retry is refused with the stamp of another payload', async () => {
    const { by, challenge, retry } = await challenged()
    expect(await retry(signatureOnly(challenge, by.stamp(`${challenge.payloadToSign} `)))).toMatchObject(
      invalidStamp,
    )
  })

  it('the retry is refused with a stamp of a key that belongs to no session', async () => {
    const { challenge, retry } = await challenged()
    const stamp = stampOf(p256.utils.randomSecretKey(), challenge.payloadToSign)
    expect(await retry(signatureOnly(challenge, stamp))).toMatchObject(invalidStamp)
  })

  it('the retry is refused with a stamp of another account’s session', async () => {
    const { emulator, challenge, retry } = await challenged()
    const other = await emulator.provision()
    const stranger = await signInByMail(emulator, other.account)
    expect(await retry(signedHeaders(challenge, stranger))).toMatchObject(invalidStamp)
  })

  it('the retry is refused with another key’s signature under a session’s public key', async () => {
    const { by, challenge, retry } = await challenged()
    const publicKey = JSON.parse(atob(by.stamp('').replaceAll('-', '+').replaceAll('_', '/')))
      .publicKey as string
    const stamp = stampOf(p256.utils.randomSecretKey(), challenge.payloadToSign, { publicKey })
    expect(await retry(signatureOnly(challenge, stamp))).toMatchObject(invalidStamp)
  })

  it('the retry is refused with another scheme, and with the sandbox’s magic stamp', async () => {
    const { by, challenge, retry } = await challenged()
    const stamp = stampOf(by.scalar, challenge.payloadToSign, { scheme: 'P256_ECDSA_SHA256' })
    expect(await retry(signatureOnly(challenge, stamp))).toMatchObject(invalidStamp)
    expect(await retry(signatureOnly(challenge, 'sandbox-valid-signature'))).toMatchObject(invalidStamp)
  })

  it('the retry is refused from the moment the session expires', async () => {
    const { emulator, account, by, call } = await challenged()
    await emulator.clock.advance(15 * 60_000 - 1)
    const { body: last } = await send<SignedRequestChallenge>(emulator, call, { body })
    expect((await send(emulator, call, { body, headers: signedHeaders(last, by) })).status).toBe(200)
    const { body: late } = await send<SignedRequestChallenge>(emulator, call, { body })
    await emulator.clock.advance(1)
    expect(await send(emulator, call, { body, headers: signedHeaders(late, by) })).toMatchObject(invalidStamp)
    const fresh = await signInByMail(emulator, account)
    expect((await send(emulator, call, { body, headers: signedHeaders(late, fresh) })).status).toBe(200)
  })
})

describe('revoking a credential', () => {
  async function two(): Promise<{
    readonly emulator: Emulator
    readonly account: InternalAccount
    readonly mail: AuthMethod
    readonly byMail: SignedIn
    readonly byPasskey: SignedIn
    readonly sessions: () => Promise<string[]>
  }> {
    const emulator = createEmulator({ clock: steppedClock() })
    const { account } = await emulator.provision({ email: 'ada@example.com' })
    const [mail] = await credentialsOf(emulator, account)
    const byMail = await signInByMail(emulator, account)
    const authenticator = await testAuthenticator()
    const registration = await passkeyBody(account, authenticator)
    const { body: passkey } = await signedSend<AuthMethod>(
      emulator,
      byMail,
      'POST /auth/credentials',
      registration,
    )
    const byPasskey = await signInByPasskey(emulator, passkey, authenticator)
    if (!mail) throw new Error('The account has no credential.')
    return {
      emulator,
      account,
      mail,
      byMail,
      byPasskey,
      sessions: async () => {
        const list = await send<{ data: { id: string }[] }>(
          emulator,
          `GET /auth/sessions?accountId=${account.id}`,
        )
        return list.body.data.map(({ id }) => id)
      },
    }
  }

  it('revoking a credential answers 202 with its type, then 204, and ends the sessions it issued', async () => {
    const { emulator, account, mail, byMail, byPasskey, sessions } = await two()
    expect((await sessions()).sort()).toEqual([byMail.session.id, byPasskey.session.id].sort())
    const call = `DELETE /auth/credentials/${mail.id}`
    const first = await send<SignedRequestChallenge>(emulator, call)
    expect(first).toMatchObject({ status: 202, body: { type: 'EMAIL_OTP' } })
    expect((await send(emulator, call, { headers: signedHeaders(first.body, byPasskey) })).status).toBe(204)
    expect(await sessions()).toEqual([byPasskey.session.id])
    expect((await credentialsOf(emulator, account)).map(({ type }) => type)).toEqual(['PASSKEY'])
    expect((await send(emulator, call, { headers: signedHeaders(first.body, byPasskey) })).status).toBe(401)
    expect((await send(emulator, call)).status).toBe(404)
  })

  it('revoking a credential is refused if a session of that credential signs', async () => {
    const { emulator, mail, byMail } = await two()
    expect(await signedSend(emulator, byMail, `DELETE /auth/credentials/${mail.id}`)).toMatchObject(
      invalidStamp,
    )
  })

  it('revoking a credential also ends its refreshed sessions, which may not sign the revocation', async () => {
    const { emulator, mail, byMail, byPasskey, sessions } = await two()
    const { refreshed } = await refresh(emulator, byMail)
    const call = `DELETE /auth/credentials/${mail.id}`
    expect(await signedSend(emulator, refreshed, call)).toMatchObject(invalidStamp)
    expect((await signedSend(emulator, byPasskey, call)).status).toBe(204)
    expect(await sessions()).toEqual([byPasskey.session.id])
  })

  it('revoking a credential is refused if it is the last one, on the first leg and on the retry', async () => {
    const { emulator, account, mail, byMail, byPasskey } = await two()
    const passkey = (await credentialsOf(emulator, account)).find(({ type }) => type === 'PASSKEY')
    const revokePasskey = `DELETE /auth/credentials/${passkey?.id}`
    const open = await send<SignedRequestChallenge>(emulator, revokePasskey)
    expect((await signedSend(emulator, byPasskey, `DELETE /auth/credentials/${mail.id}`)).status).toBe(204)
    const last = { status: 400, body: { code: 'INVALID_INPUT' } }
    expect(await send(emulator, revokePasskey)).toMatchObject(last)
    expect(await send(emulator, revokePasskey, { headers: signedHeaders(open.body, byMail) })).toMatchObject(
      last,
    )
  })
})
