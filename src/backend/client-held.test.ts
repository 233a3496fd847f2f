/** What a backend passes on for keys that pages make, and for codes that it cannot read. @module */
import { describe, expect, it } from 'vitest'
import { encryptedCode, type HeldKey, heldKey, targetIn } from '../../emulator/src/fixtures/held-keys.js'
import { type Page, type Platform, platform } from './fixtures/platform.js'
import type { BackendEvent } from './index.js'

/** The headers of the second request. */
const confirming = (
  challenge: { readonly payloadToSign: string; readonly requestId: string },
  key: HeldKey,
): Record<string, string> => ({
  'Wallet-Signature': key.stamp(challenge.payloadToSign),
  'Wallet-Request-Id': challenge.requestId,
})

/** Requests a code, and encrypts it. */
async function encrypted({ emulator, ada, adaId }: Platform) {
  const { body: list } = await ada(`GET /auth/credentials?accountId=${adaId}`)
  const path = `/auth/credentials/${list.data[0]?.id}`
  const { body: challenge } = await ada(`POST ${path}/challenge`)
  const { otpEncryptionTargetBundle: bundle = '' } = challenge as { otpEncryptionTargetBundle?: string }
  const key = heldKey()
  const code = emulator.inbox.latest('ada@example.com')?.otp ?? ''
  const encryptedOtpBundle = await encryptedCode(code, key.compressed, targetIn(bundle, emulator.otpSigner))
  return { call: `POST ${path}/verify`, body: { type: 'EMAIL_OTP', encryptedOtpBundle }, key, code }
}

/** Sends both requests of a verification. */
async function verified(page: Page, { call, body, key }: Awaited<ReturnType<typeof encrypted>>) {
  const first = await page(call, body)
  const challenge = first.body
  return { first, second: await page(call, body, confirming(challenge, key)) }
}

describe('a backend in front of a service that takes client-held keys', () => {
  it('the bundle of a code arrives as the service has signed it, and an encrypted code is verified in two requests', async () => {
    const events: BackendEvent[] = []
    const stage = await platform({ onEvent: (event) => void events.push(event) })
    const sent = await encrypted(stage)
    const { first, second } = await verified(stage.ada, sent)
    expect([first.status, second.status]).toEqual([202, 200])
    expect(second.body).not.toHaveProperty('encryptedSessionSigningKey')
    const verifies = events.filter(({ operation }) => operation === 'verifyCredential')
    expect(verifies.map(({ outcome }) => outcome)).toEqual(['challenged', 'done'])
    const seen = stage.emulator.requests().filter(({ path }) => path.endsWith('/verify'))
    expect(seen.map(({ body }) => body)).toEqual([sent.body, sent.body])
    expect(JSON.stringify([events, seen])).not.toContain(sent.code)
  })

  it('a session of a key that a page has made is refreshed, also from a sealed one', async () => {
    const stage = await platform()
    const sent = await encrypted(stage)
    const { second } = await verified(stage.ada, sent)
    const next = heldKey()
    const call = `POST /auth/sessions/${second.body.id}/refresh`
    const body = { clientPublicKey: next.compressed }
    const asked = await stage.ada(call, body)
    const challenge = asked.body
    const refreshed = await stage.ada(call, body, confirming(challenge, sent.key))
    expect([asked.status, refreshed.status]).toEqual([202, 201])
  })

  it('a 429 of the service on a verification arrives with its Retry-After', async () => {
    const stage = await platform()
    const sent = await encrypted(stage)
    stage.emulator.faults.next('POST /auth/credentials/{id}/verify', { status: 429, retryAfter: 7 })
    const { status, headers, body } = await stage.ada(sent.call, sent.body)
    expect([status, headers.get('Retry-After'), body.code]).toEqual([429, '7', 'RATE_LIMITED'])
  })

  it('both requests of a verification count, so that a stamp cannot hide a try', async () => {
    const stage = await platform({ limits: { verifies: { max: 2, per: 600 } } })
    const sent = await encrypted(stage)
    const { second } = await verified(stage.ada, sent)
    expect(second.status).toBe(200)
    const third = await stage.ada(sent.call, sent.body, {
      'Wallet-Signature': 'x',
      'Wallet-Request-Id': 'y',
    })
    expect([third.status, third.body.code]).toEqual([429, 'RATE_LIMITED'])
  })

  it('the proof for a step-up is the session, and not the request for a stamp', async () => {
    const stage = await platform({ stepUp: {}, loginSession: () => 'first' })
    const sent = await encrypted(stage)
    const options = { accountId: stage.adaId, nickname: 'Laptop' }
    const asked = () => stage.ada('POST /auth/passkey-registration-options', options)
    const first = await stage.ada(sent.call, sent.body)
    expect(first.status).toBe(202)
    expect((await asked()).body.code).toBe('STEP_UP_REQUIRED')
    const challenge = first.body
    expect((await stage.ada(sent.call, sent.body, confirming(challenge, sent.key))).status).toBe(200)
    expect((await asked()).status).toBe(200)
  })

  it('a code of another customer is refused before the service sees it', async () => {
    const stage = await platform()
    const sent = await encrypted(stage)
    const before = stage.emulator.requests().length
    expect((await stage.bob(sent.call, sent.body)).body.code).toBe('FORBIDDEN')
    expect(stage.emulator.requests()).toHaveLength(before)
  })
})
