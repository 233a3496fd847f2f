import { describe, expect, it } from 'vitest'
import { clientKey } from '../../emulator/src/fixtures/client.js'
import { createEmulator } from '../../emulator/src/index.js'
import { platform, signIn } from './fixtures/platform.js'
import { expectRegisteredOnce } from './fixtures/registered-once.js'

describe('backend and emulator together', () => {
  it('backend and emulator sign in by code and list the session', async () => {
    const { emulator, ada, adaId } = await platform()
    const { session } = await signIn(emulator, ada, adaId, 'ada@example.com')
    const { status, body, headers } = await ada(`GET /auth/sessions?accountId=${adaId}`)
    expect([status, body.data.map(({ id }: { id: string }) => id)]).toEqual([200, [session.id]])
    expect(headers.get('Date')).toBe(new Date(emulator.clock.now()).toUTCString())
  })

  it('backend and emulator answer with Retry-After when they answer 429', async () => {
    const { ada, adaId } = await platform()
    const { body: list } = await ada(`GET /auth/credentials?accountId=${adaId}`)
    let answer = await ada(`POST /auth/credentials/${list.data[0]?.id}/challenge`)
    for (let n = 0; n < 20 && answer.status !== 429; n += 1) {
      answer = await ada(`POST /auth/credentials/${list.data[0]?.id}/challenge`)
    }
    expect([answer.status, answer.body.code]).toEqual([429, 'RATE_LIMITED'])
    expect(answer.headers.get('Retry-After')).toMatch(/^\d+$/)
  })

  it('backend and emulator refuse one customer the accounts of the other', async () => {
    const { emulator, ada, adaId, bob } = await platform()
    const { credential, session, stamp } = await signIn(emulator, ada, adaId, 'ada@example.com')
    const before = emulator.requests().length
    const calls = [
      await bob(`GET /auth/sessions?accountId=${adaId}`),
      await bob(`POST /auth/credentials/${credential}/challenge`),
      await bob(`DELETE /auth/sessions/${session.id}`, undefined, {
        'Wallet-Signature': stamp('x'),
        'Wallet-Request-Id': 'x',
      }),
      await bob(`POST /internal-accounts/${adaId}/export`, { clientPublicKey: clientKey().publicKey }),
    ]
    expect(calls.map(({ status, body }) => [status, body.code])).toEqual(calls.map(() => [403, 'FORBIDDEN']))
    expect(emulator.requests().length).toBe(before)
  })

  it('backend and emulator carry out a signed retry', async () => {
    const { emulator, ada, adaId } = await platform()
    const { session, stamp } = await signIn(emulator, ada, adaId, 'ada@example.com')
    const { status, body } = await ada(`DELETE /auth/sessions/${session.id}`)
    expect(status).toBe(202)
    const signed = {
      'Wallet-Signature': stamp(body.payloadToSign),
      'Wallet-Request-Id': body.requestId,
    }
    expect((await ada(`DELETE /auth/sessions/${session.id}`, undefined, signed)).status).toBe(204)
  })

  it('backend and emulator refresh a session, and accept the new session', async () => {
    const { emulator, ada, adaId } = await platform()
    const { session, stamp } = await signIn(emulator, ada, adaId, 'ada@example.com')
    const body = { clientPublicKey: clientKey().publicKey }
    const challenge = await ada(`POST /auth/sessions/${session.id}/refresh`, body)
    const refreshed = await ada(`POST /auth/sessions/${session.id}/refresh`, body, {
      'Wallet-Signature': stamp(challenge.body.payloadToSign),
      'Wallet-Request-Id': challenge.body.requestId,
    })
    expect(refreshed.status).toBe(201)
    const before = emulator.requests().length
    expect((await ada(`DELETE /auth/sessions/${refreshed.body.id}`)).status).toBe(202)
    expect(emulator.requests().length).toBe(before + 1)
  })

  it('backend and emulator register a passkey once, across the signed retry', async () => {
    await expectRegisteredOnce(await platform())
  })

  it('backend and emulator turn a lost answer into a 502, and pass a late answer on', async () => {
    const { emulator, ada, adaId } = await platform()
    emulator.faults.next('GET /auth/sessions', { answer: 'lost' })
    const lost = await ada(`GET /auth/sessions?accountId=${adaId}`)
    expect([lost.status, lost.body.code]).toEqual([502, 'UPSTREAM_UNREACHABLE'])
    emulator.faults.next('GET /auth/sessions', { status: 503 })
    expect((await ada(`GET /auth/sessions?accountId=${adaId}`)).status).toBe(503)
  })

  it('backend and emulator answer with 502 when the platform’s credentials are wrong', async () => {
    const emulator = createEmulator()
    const service = { baseUrl: 'https://service.test/2025-10-13', tokenId: 'wrong', clientSecret: 'wrong' }
    const { ada, adaId } = await platform({ service: { ...service, fetch: emulator.fetch } })
    const { status, body } = await ada(`GET /auth/sessions?accountId=${adaId}`)
    expect([status, body.code]).toEqual([502, 'UPSTREAM_REFUSED'])
  })
})
