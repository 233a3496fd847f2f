/** Tests the release of payments through the backend: against a recording service, and against the emulator. */
import { describe, expect, it, vi } from 'vitest'
import { askedIn, payingStage, proofHeader, sendOf } from '../fixtures/paying.js'
import {
  ada,
  backendFor,
  idOf,
  json,
  outcome,
  pageRequest,
  type RecordingService,
  recordingService,
} from '../fixtures/recording-service.js'
import type { BackendOptions } from '../index.js'

const own = `/quotes/${idOf('Quote', 1)}/authorize`
const foreign = `/quotes/${idOf('Quote', 2)}/authorize`
const code = { code: '314159' }
const passkey = {
  passkeyAssertion: { id: 'AQID', response: { signature: 'AQID' } },
  origin: 'https://app.example.com',
}

/** A service with a payment of Ada's that waits, and that takes any proof. */
function waitingService(): RecordingService {
  const service = recordingService()
  service.answers.set(`POST ${own}`, () =>
    json({ id: idOf('Quote', 1), status: 'PENDING_AUTHORIZATION', scaChallenge: { id: 'next' } }),
  )
  service.answers.set(`POST ${own}/resend`, () => new Response(null, { status: 204 }))
  return service
}

async function post(
  path: string,
  body?: object | string,
  options: Partial<BackendOptions> = {},
): Promise<{ service: RecordingService; said: string; sent: string | undefined }> {
  const service = waitingService()
  const said = await outcome(backendFor(service, options)(pageRequest('POST', `/wallet${path}`, body)))
  return { service, said, sent: service.arrived.find(({ call }) => call.startsWith('POST'))?.body }
}

describe('the release of a payment', () => {
  it.each([
    ['a code', code],
    ['an assertion', passkey],
  ])('%s is forwarded byte for byte', async (_, body) => {
    const { said, sent } = await post(own, body)
    expect([said, sent]).toEqual(['200', JSON.stringify(body)])
  })

  it('the answer with the next challenge goes back as it came', async () => {
    const handler = backendFor(waitingService())
    const answer = await handler(pageRequest('POST', `/wallet${own}`, code))
    expect(await answer.json()).toEqual({
      id: idOf('Quote', 1),
      status: 'PENDING_AUTHORIZATION',
      scaChallenge: { id: 'next' },
    })
  })

  it('the request for another code is forwarded', async () => {
    const { service, said } = await post(`${own}/resend`)
    expect([said, service.calls().at(-1)]).toEqual(['204', `POST ${own}/resend`])
  })

  it.each([
    ['the release of a payment', foreign, code],
    ['another code for a payment', `${foreign}/resend`, undefined],
  ])('%s of another account is refused, and nothing is forwarded', async (_, path, body) => {
    const { said, sent } = await post(path, body)
    expect([said, sent]).toEqual(['403 FORBIDDEN', undefined])
  })

  it.each([
    ['no proof', {}],
    ['two proofs', { ...code, ...passkey }],
    ['an assertion without its origin', { passkeyAssertion: {} }],
    ['an unknown field', { ...code, accountId: ada }],
    ['duplicate keys', '{"code":"1","code":"2"}'],
  ])('a body with %s is refused, and nothing is forwarded', async (_, body) => {
    const { said, sent } = await post(own, body, { endUserIp: () => '203.0.113.7' })
    expect([said, sent]).toEqual(['400 INVALID_INPUT', undefined])
  })

  it('the operations can be left out of the list', async () => {
    const options = { allow: ['executeQuote'] } as const
    expect((await post(own, code, options)).said).toBe('404 NOT_FOUND')
    expect((await post(`${own}/resend`, undefined, options)).said).toBe('404 NOT_FOUND')
  })

  it('releases count as verifications, and requests for codes as mails', async () => {
    const limits = { verifies: { max: 1, per: 600 }, mails: { max: 1, per: 600 } }
    const handler = backendFor(waitingService(), { limits })
    const said = [
      [own, code],
      [own, code],
      [`${own}/resend`, undefined],
      [`${own}/resend`, undefined],
    ].map(([path, body]) => outcome(handler(pageRequest('POST', `/wallet${path}`, body))))
    expect(await Promise.all(said)).toEqual(['200', '429 RATE_LIMITED', '204', '429 RATE_LIMITED'])
  })

  it('the audit trail names the operation and no code', async () => {
    const onEvent = vi.fn()
    await post(own, code, { onEvent })
    const [event, request] = onEvent.mock.calls[0] ?? []
    expect(event).toMatchObject({
      operation: 'authorizeQuote',
      accountId: ada,
      outcome: 'done',
      by: 'service',
    })
    expect(JSON.stringify(event)).not.toContain(code.code)
    expect(await (request as Request).text()).toBe('')
  })
})

describe("the person's IP address", () => {
  const endUserIp = ({ headers }: Request): string | undefined => headers.get('X-Trusted-Ip') ?? undefined
  const from = async (headers: Record<string, string>): Promise<unknown> => {
    const service = waitingService()
    const handler = backendFor(service, { endUserIp })
    await handler(pageRequest('POST', `/wallet${own}`, code, headers))
    return service.arrived.at(-1)?.body
  }

  it('is added to the proof where the platform tells it', async () => {
    expect(await from({ 'X-Trusted-Ip': '2001:db8::7' })).toBe(
      JSON.stringify({ ...code, endUserIpAddress: '2001:db8::7' }),
    )
  })

  it('is left out where the platform does not tell it', async () => {
    expect(await from({})).toBe(JSON.stringify(code))
  })

  it('is added to an assertion without changing it', async () => {
    const { sent } = await post(own, passkey, { endUserIp: () => '203.0.113.7' })
    expect(JSON.parse(sent ?? '')).toEqual({ ...passkey, endUserIpAddress: '203.0.113.7' })
  })

  it.each([undefined, () => '203.0.113.7'])('is never taken from a page', async (asked) => {
    const options = asked ? { endUserIp: asked } : {}
    const { said, sent } = await post(own, { ...code, endUserIpAddress: '198.51.100.1' }, options)
    expect([said, sent]).toEqual(['400 INVALID_INPUT', undefined])
  })

  it.each([
    ['fails', () => Promise.reject(new Error('no address'))],
    ['returns what is not an address', () => 'unknown'],
  ])('a function that %s is a 500, and nothing is forwarded', async (_, asked) => {
    const onError = vi.fn()
    const { said, sent } = await post(own, code, { endUserIp: asked, onError })
    expect([said, sent, onError.mock.calls.length]).toEqual(['500 INTERNAL_ERROR', undefined, 1])
  })
})

describe('a payment that needs the proof of both', () => {
  it('its execution asks for the passkey of this backend, and its release for the code of the service', async () => {
    const stage = await payingStage()
    await stage.emulator.provision({ customerId: await customerOf(stage), sca: { challenges: 1 } })
    const session = await stage.signIn()
    const passkeyOfAda = await stage.register(session)
    const quote = await stage.quote()
    const send = sendOf(session, quote)
    const asked = askedIn(await stage.execute(quote, send))
    expect(asked.options.challenge).toBeDefined()
    expect(await stage.page(`POST /quotes/${quote.id}/authorize`, { code: '1' })).toMatchObject({
      status: 409,
    })
    const assertion = await passkeyOfAda.get(asked.options.challenge, { origin: 'http://localhost:5173' })
    const executed = await stage.execute(quote, { ...send, ...proofHeader(asked.nonce, assertion) })
    expect(executed.body).toMatchObject({ status: 'PENDING_AUTHORIZATION' })
    expect(stage.emulator.ledger.balance(stage.adaId, 'USDB')).toBe(1_000_000_000n)
    const otp = stage.emulator.inbox.all().at(-1)?.otp
    const released = await stage.page(`POST /quotes/${quote.id}/authorize`, { code: otp })
    expect(released.body).toMatchObject({ status: 'COMPLETED' })
  })
})

async function customerOf({ emulator, adaId }: Awaited<ReturnType<typeof payingStage>>): Promise<string> {
  const answer = await emulator.fetch(`http://localhost/emulator/accounts?search=${adaId}`)
  const { data } = await answer.json()
  return data[0].customer.id
}
