import { describe, expect, it, vi } from 'vitest'
import type { Clock } from '../../clock.js'
import { revokeCredentialRoute } from '../../wire/credentials.js'
import { updatePrivacyRoute } from '../../wire/internal-accounts.js'
import { refreshSessionRoute } from '../../wire/sessions.js'
import { createServerTime } from '../time/server-time.js'
import { type SigningSteps, signedRetry } from './signed-retry.js'
import { createTransport } from './transport.js'

const now = Date.UTC(2026, 0, 1)
const at = (seconds: number): string => new Date(now + seconds * 1000).toISOString()
const uuid = '0191c8a1-7d3e-7c2b-9a51-0e6c2f1b8d44'
const accountId = `InternalAccount:${uuid}`
const body = '{ "privateEnabled":\ttrue, "ünknown": "\\u00e9" }'
const call = { params: { id: accountId }, body }
const account = {
  id: accountId,
  type: 'EMBEDDED_WALLET',
  status: 'ACTIVE',
  balance: { amount: 0, currency: { code: 'USDB' } },
  fundingPaymentInstructions: [],
  createdAt: at(0),
  updatedAt: at(0),
}
const challenge = { payloadToSign: '{"b":1, "a":"é"}\n', requestId: 'request-id_7=', expiresAt: at(300) }
const challenged = (more = {}): Response => Response.json({ ...challenge, ...more }, { status: 202 })
const done = (status = 200): Response => Response.json(account, { status })
const clock: Clock = { now: () => now, after: () => () => {} }

interface Sent {
  readonly method: string
  readonly url: string
  readonly headers: Headers
  readonly bytes: Uint8Array
}

/** A backend that gives these answers in turn, and remembers what it was sent. */
function wireTo(answers: readonly (() => Response)[]) {
  const sent: Sent[] = []
  const backend = async (request: Request): Promise<Response> => {
    const { method, url, headers } = request
    sent.push({ method, url, headers, bytes: new Uint8Array(await request.arrayBuffer()) })
    const answer = answers[sent.length - 1]
    if (answer === undefined) throw new TypeError('Failed to fetch')
    return answer()
  }
  const cooldowns = { until: () => undefined, start: async () => {} }
  const transport = createTransport({ backend, clock, time: createServerTime(clock), cooldowns })
  return { wire: { transport, guard: { check: async () => {} } }, sent }
}

const steps = (more: Partial<SigningSteps> = {}): SigningSteps => ({
  stamp: async () => 'the stamp',
  singleUse: { ifLost: 'read the account.' },
  ...more,
})

describe('a signed request', () => {
  it('both requests of a signed retry have the same URL and the same bytes', async () => {
    const { wire, sent } = wireTo([() => challenged(), () => done()])
    await signedRetry(wire, updatePrivacyRoute, call, steps())
    const [first, second] = sent
    expect(sent).toHaveLength(2)
    expect(second?.bytes).toEqual(first?.bytes)
    expect(new TextDecoder().decode(first?.bytes)).toBe(body)
    expect([second?.method, second?.url]).toEqual([first?.method, first?.url])
  })

  it('stamps the exact characters of the payload', async () => {
    const { wire } = wireTo([() => challenged(), () => done()])
    const stamp = vi.fn(async () => 's')
    await signedRetry(wire, updatePrivacyRoute, call, steps({ stamp }))
    expect(stamp.mock.calls).toEqual([[challenge.payloadToSign]])
  })

  it.each([challenge.requestId, `Request:${uuid}`, uuid])(
    'echoes the request id %s as received',
    async (requestId) => {
      const { wire, sent } = wireTo([() => challenged({ requestId }), () => done()])
      await signedRetry(wire, updatePrivacyRoute, call, steps())
      expect(sent[1]?.headers.get('Wallet-Request-Id')).toBe(requestId)
      expect(sent[1]?.headers.get('Wallet-Signature')).toBe('the stamp')
    },
  )

  it('the first request has neither stamp nor request id', async () => {
    const { wire, sent } = wireTo([() => challenged(), () => done()])
    await signedRetry(wire, updatePrivacyRoute, call, steps())
    expect(sent[0]?.headers.get('Wallet-Request-Id')).toBeNull()
    expect(sent[0]?.headers.get('Wallet-Signature')).toBeNull()
  })

  it("both requests have the call's own headers", async () => {
    const { wire, sent } = wireTo([() => challenged(), () => done()])
    await signedRetry(wire, updatePrivacyRoute, { ...call, headers: { 'X-Own': '1' } }, steps())
    expect(sent.map(({ headers }) => headers.get('X-Own'))).toEqual(['1', '1'])
  })

  it('returns the value and the challenge that was stamped', async () => {
    const { wire } = wireTo([() => challenged(), () => done()])
    expect(await signedRetry(wire, updatePrivacyRoute, call, steps())).toEqual({
      value: account,
      stamped: challenge.payloadToSign,
    })
  })

  it.each([200, 201])('accepts %i as the answer to the second request', async (status) => {
    const { wire } = wireTo([() => challenged(), () => done(status)])
    expect((await signedRetry(wire, updatePrivacyRoute, call, steps())).value).toEqual(account)
  })

  it('accepts 204 without a body as the answer to the second request', async () => {
    const { wire, sent } = wireTo([
      () => challenged({ type: 'PASSKEY' }),
      () => new Response(null, { status: 204 }),
    ])
    const params = { id: `AuthMethod:${uuid}` }
    expect((await signedRetry(wire, revokeCredentialRoute, { params }, steps())).value).toBeUndefined()
    expect(sent.map(({ bytes }) => bytes.length)).toEqual([0, 0])
  })

  it('accepts 201 as the answer to the first request, and stamps nothing', async () => {
    const { wire, sent } = wireTo([() => done(201)])
    const stamp = vi.fn(async () => 's')
    expect(await signedRetry(wire, updatePrivacyRoute, call, steps({ stamp }))).toEqual({
      value: account,
      stamped: undefined,
    })
    expect(stamp).not.toHaveBeenCalled()
    expect(sent).toHaveLength(1)
  })
})

describe('a challenge', () => {
  it.each([
    ['at this very moment', 0],
    ['a second ago', -1],
  ])('does not stamp a challenge that expired %s', async (_, seconds) => {
    const { wire, sent } = wireTo([() => challenged({ expiresAt: at(seconds) })])
    const stamp = vi.fn(async () => 's')
    await expect(signedRetry(wire, updatePrivacyRoute, call, steps({ stamp }))).rejects.toMatchObject({
      code: 'CHALLENGE_EXPIRED',
    })
    expect(stamp).not.toHaveBeenCalled()
    expect(sent).toHaveLength(1)
  })

  it("lets a challenge expire by the server's clock", async () => {
    const headers = { Date: new Date(now + 600_000).toUTCString() }
    const { wire, sent } = wireTo([() => Response.json(challenge, { status: 202, headers })])
    await expect(signedRetry(wire, updatePrivacyRoute, call, steps())).rejects.toMatchObject({
      code: 'CHALLENGE_EXPIRED',
    })
    expect(sent).toHaveLength(1)
  })

  it('rejects a second challenge, and does not stamp it', async () => {
    const { wire, sent } = wireTo([() => challenged(), () => challenged({ requestId: 'another' })])
    const stamp = vi.fn(async () => 's')
    await expect(signedRetry(wire, updatePrivacyRoute, call, steps({ stamp }))).rejects.toMatchObject({
      kind: 'session',
      code: 'CHALLENGE_EXPIRED',
    })
    expect(stamp).toHaveBeenCalledOnce()
    expect(sent).toHaveLength(2)
  })

  it.each([
    ['no payload', { payloadToSign: undefined }],
    ['an empty payload', { payloadToSign: '' }],
    ['no request id', { requestId: undefined }],
    ['a request id that would break a header', { requestId: 'a\r\nX-Evil: 1' }],
    ['no expiry', { expiresAt: undefined }],
    ['an expiry that is not a time', { expiresAt: 'soon' }],
    ['an expiry that no clock can tell', { expiresAt: '2026-02-30T24:00:00Z' }],
  ])('does not stamp a challenge with %s', async (_, wrong) => {
    const { wire, sent } = wireTo([() => challenged(wrong)])
    const stamp = vi.fn(async () => 's')
    await expect(signedRetry(wire, updatePrivacyRoute, call, steps({ stamp }))).rejects.toMatchObject({
      code: 'MALFORMED_ANSWER',
    })
    expect(stamp).not.toHaveBeenCalled()
    expect(sent).toHaveLength(1)
  })
})

describe('between the legs', () => {
  it('sends no second request when the stamp fails', async () => {
    const { wire, sent } = wireTo([() => challenged()])
    const stamp = async (): Promise<string> => Promise.reject(new Error('no key'))
    await expect(signedRetry(wire, updatePrivacyRoute, call, steps({ stamp }))).rejects.toThrow('no key')
    expect(sent).toHaveLength(1)
  })

  it('the last check runs after the stamp, and can prevent the second request', async () => {
    const { wire, sent } = wireTo([() => challenged()])
    const order: string[] = []
    const stamp = async (): Promise<string> => {
      order.push('stamp')
      return 's'
    }
    const beforeRetry = (): void => {
      order.push('check')
      throw new Error('stale')
    }
    await expect(signedRetry(wire, updatePrivacyRoute, call, steps({ stamp, beforeRetry }))).rejects.toThrow(
      'stale',
    )
    expect(order).toEqual(['stamp', 'check'])
    expect(sent).toHaveLength(1)
  })
})

describe('a lost answer', () => {
  it('reports a lost answer to the first request as NETWORK, because nothing was done', async () => {
    const { wire, sent } = wireTo([])
    await expect(signedRetry(wire, updatePrivacyRoute, call, steps())).rejects.toMatchObject({
      code: 'NETWORK',
    })
    expect(sent).toHaveLength(1)
  })

  it('reports a lost answer to the second request as OUTCOME_UNKNOWN with advice, and does not resend', async () => {
    const { wire, sent } = wireTo([() => challenged()])
    await expect(signedRetry(wire, updatePrivacyRoute, call, steps())).rejects.toMatchObject({
      code: 'OUTCOME_UNKNOWN',
      message: expect.stringContaining('read the account.'),
    })
    expect(sent).toHaveLength(2)
  })

  it('the error of a lost answer to a refresh contains nothing of the answer', async () => {
    const sealed = { encryptedSessionSigningKey: '', id: 'a secret' }
    const { wire } = wireTo([() => challenged(), () => Response.json(sealed, { status: 201 })])
    const params = { id: `Session:${uuid}` }
    const lost = await signedRetry(wire, refreshSessionRoute, { params, body: '{}' }, steps()).catch(
      (error) => error,
    )
    expect(lost).toMatchObject({ code: 'OUTCOME_UNKNOWN' })
    expect(String(lost)).not.toContain('a secret')
  })
})
