import * as v from 'valibot'
import { describe, expect, it, vi } from 'vitest'
import { verifyCredentialRoute } from '../../wire/credentials.js'
import {
  ada,
  backendFor,
  clientPublicKey,
  idOf,
  json,
  origin,
  outcome,
  pageRequest,
  recordingService,
} from '../fixtures/recording-service.js'
import { readBody } from './body.js'

const verify = `/wallet/auth/credentials/${idOf('AuthMethod', 1)}/verify`
const otp = { type: 'EMAIL_OTP', otp: '123456', clientPublicKey }
const text = JSON.stringify(otp)

async function sent(body: BodyInit | null, headers: Record<string, string> = {}, path = verify) {
  const service = recordingService()
  service.answers.set(`POST ${verify.replace('/wallet', '')}`, () => json({}))
  const request = new Request(`${origin}${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body,
    // Streams as bodies are not yet in the DOM types; Node insists on it.
    ...{ duplex: 'half' },
  })
  const result = await outcome(backendFor(service)(request))
  return {
    result,
    bodies: service.arrived.filter(({ call }) => call.startsWith('POST')).map((it) => it.body),
  }
}

describe('a body', () => {
  it('a body is forwarded byte for byte', async () => {
    const spelled = JSON.stringify({ otp: 'é😀"\\', clientPublicKey, type: 'EMAIL_OTP' })
    expect(await sent(spelled)).toEqual({ result: '200', bodies: [spelled] })
  })

  it.each([
    ['a duplicate key', text.replace('"otp"', '"otp":"000000","otp"')],
    ['a blank', text.replace(':', ': ')],
    ['a line feed at the end', `${text}\n`],
    ['a needless escape', text.replace('EMAIL', '\\u0045MAIL')],
    ['an escaped slash', text.replace('123456', '\\/')],
    ['a lone surrogate', text.replace('123456', '\\ud800')],
    ['a lone surrogate after a backslash', text.replace('123456', '\\\\\\udfff')],
    ['a number that loses digits', text.replace('"123456"', '12345678901234567890')],
    ['a number in another spelling', text.replace('"123456"', '1.0')],
    ['no JSON', `${text}}`],
    ['a byte order mark', `\ufeff${text}`],
    ['a prototype', text.replace('{', '{"__proto__":{"otp":"1"},')],
    ['a prototype inside', text.replace('"123456"', '{"__proto__":1}')],
    ['an unknown field', JSON.stringify({ ...otp, accountId: ada })],
    ['null', 'null'],
    ['an array', `[${text}]`],
    ['arrays nested without end', text.replace('"123456"', '['.repeat(30_000) + ']'.repeat(30_000))],
  ])('refuses a body with or as %s', async (_, body) => {
    expect(await sent(body)).toEqual({ result: '400 INVALID_INPUT', bodies: [] })
  })

  it('accepts an escaped backslash before text that only looks like a surrogate', async () => {
    const spelled = JSON.stringify({ ...otp, otp: '\\ud800' })
    expect(await sent(spelled)).toEqual({ result: '200', bodies: [spelled] })
  })

  it('refuses a body that is not UTF-8', async () => {
    const bytes = new TextEncoder().encode(text)
    bytes[bytes.indexOf('1'.charCodeAt(0))] = 0xff
    expect(await sent(bytes)).toEqual({ result: '400 INVALID_INPUT', bodies: [] })
  })

  it.each([
    'text/plain',
    'application/json-patch+json',
    'application/json; charset=utf-16',
    'application/json; charset=utf-8; charset=utf-16',
    'text/application/json',
    'application/jsonx',
    '',
  ])('refuses a body of type "%s"', async (type) => {
    expect((await sent(text, { 'Content-Type': type })).result).toBe('400 INVALID_INPUT')
  })

  it.each([
    'application/json;charset=UTF-8',
    'Application/JSON ; charset="utf-8"',
    'application/json;  charset=utf-8',
  ])('accepts a body that names its charset: %s', async (type) => {
    expect((await sent(text, { 'Content-Type': type })).result).toBe('200')
  })

  it('refuses a body without a type', async () => {
    const service = recordingService()
    const body = new TextEncoder().encode(text)
    const answer = backendFor(service)(new Request(`${origin}${verify}`, { method: 'POST', body }))
    expect(await outcome(answer)).toBe('400 INVALID_INPUT')
    expect(service.arrived).toEqual([])
  })

  it('refuses a body that is not JSON, even if the call does not need a body', async () => {
    const path = verify.replace('verify', 'challenge')
    const service = recordingService()
    service.answers.set(`POST ${path.replace('/wallet', '')}`, () => json({}))
    const handler = backendFor(service)
    expect(await outcome(handler(pageRequest('POST', path, '{')))).toBe('400 INVALID_INPUT')
    const headers = { 'Content-Type': 'application/json' }
    const bytes = new Request(`${origin}${path}`, { method: 'POST', headers, body: Uint8Array.of(0xff) })
    expect(await outcome(handler(bytes))).toBe('400 INVALID_INPUT')
    expect(service.arrived).toEqual([])
  })

  it('quotes at most the first 128 characters of the name of an unknown field', async () => {
    const handler = backendFor(recordingService())
    const answer = await handler(pageRequest('POST', verify, { ...otp, ['x'.repeat(129)]: 1 }))
    expect((await answer.json()).details.issues[0].path).toBe('x'.repeat(128))
  })

  it('refuses a missing body if the call needs one, and names the missing fields', async () => {
    expect((await sent(null)).result).toBe('400 INVALID_INPUT')
    const answer = await backendFor(recordingService())(pageRequest('POST', verify))
    const { message, details } = await answer.json()
    expect(message).toMatch(/needs a body/)
    expect(details.issues.length).toBeGreaterThan(0)
  })

  it('accepts a missing body if the interface allows it', async () => {
    const path = verify.replace('verify', 'challenge')
    const service = recordingService()
    service.answers.set(`POST ${path.replace('/wallet', '')}`, () => json({}))
    expect(await outcome(backendFor(service)(pageRequest('POST', path)))).toBe('200')
    expect(service.arrived.at(-1)?.headers.get('Content-Type')).toBeNull()
  })

  it.each([
    ['DELETE', `/wallet/auth/credentials/${idOf('AuthMethod', 1)}`],
    ['POST', `/wallet/quotes/${idOf('Quote', 1)}/execute`],
  ])('refuses a body on %s %s unless it is empty', async (method, path) => {
    const service = recordingService()
    service.answers.set(`${method} ${path.replace('/wallet', '')}`, () => json({}))
    const handler = backendFor(service)
    expect(await outcome(handler(pageRequest(method, path, '{}')))).toBe('400 INVALID_INPUT')
    expect(service.arrived).toEqual([])
    expect(await outcome(handler(pageRequest(method, path, '')))).toBe('200')
  })

  it('names the refused fields of a body without their values', async () => {
    const handler = backendFor(recordingService())
    const answer = await handler(
      pageRequest('POST', verify, { ...otp, otp: '', clientPublicKey: '04secret' }),
    )
    const body = await answer.text()
    const { message, details } = JSON.parse(body)
    expect(message).toMatch(/does not match the schema/)
    expect(details.issues.map(({ path }: { path: string }) => path)).toEqual(['otp', 'clientPublicKey'])
    expect(body).not.toContain('04secret')
  })

  it('names an unknown field inside another field', async () => {
    const assertion = {
      credentialId: 'a',
      clientDataJson: 'a',
      authenticatorData: 'a',
      signature: 'a',
      accountId: 'x',
    }
    const answer = await backendFor(recordingService())(
      pageRequest('POST', verify, { type: 'PASSKEY', assertion }),
    )
    expect((await answer.json()).details.issues).toEqual([
      { path: 'assertion.accountId', expected: 'no such field' },
    ])
  })
})

describe('a body of a call that a platform added', () => {
  const reading = (schema: v.GenericSchema<unknown>, body: BodyInit) =>
    readBody(new Request(origin, { method: 'POST', body, headers: { 'Content-Type': 'application/json' } }), {
      ...verifyCredentialRoute,
      body: schema,
    })

  it.each([
    ['null inside', v.looseObject({}), '{"a":null}', { a: null }],
    ['null', v.null(), 'null', null],
    ['an object of which a text is made', made('object', 'x'), '{"a":1}', 'x'],
    ['an object of which null is made', made('object', null), '{"a":1}', null],
    ['a text of which an object is made', made('string', { a: 1 }), '"text"', { a: 1 }],
    ['a text of which null is made', made('string', null), '"text"', null],
    ['null of which an object is made', made('null', { a: 1 }), 'null', { a: 1 }],
  ])('accepts %s as the body of an added call', async (_, schema, body, value) => {
    expect(await reading(schema, body)).toEqual({ bytes: new TextEncoder().encode(body), value })
  })

  it('the refusal of a body that breaks off has the error as its cause', async () => {
    const cause = new Error('reset')
    const body = new ReadableStream({ pull: (controller) => controller.error(cause) })
    // Streams as bodies are not yet in the DOM types; Node insists on it.
    const request = new Request(origin, { method: 'POST', body, ...{ duplex: 'half' } })
    await expect(readBody(request, verifyCredentialRoute)).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      cause,
    })
  })

  /** A schema whose result differs from its input. */
  function made(type: 'object' | 'string' | 'null', value: unknown): v.GenericSchema<unknown> {
    const received = { object: v.looseObject({}), string: v.string(), null: v.null() }
    return v.pipe(
      received[type],
      v.transform(() => value),
    )
  }
})

describe('the body limit', () => {
  const stream = (
    chunks: number,
    size: number,
  ): { body: ReadableStream<Uint8Array>; pulled: () => number } => {
    let pulled = 0
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        if (pulled === chunks) return controller.close()
        pulled += 1
        controller.enqueue(new Uint8Array(size).fill(0x20))
      },
    })
    return { body, pulled: () => pulled }
  }

  it('the body limit is enforced while reading, and the rest of the stream is not read', async () => {
    const { body, pulled } = stream(1000, 16 * 1024)
    expect(await sent(body)).toEqual({ result: '413 PAYLOAD_TOO_LARGE', bodies: [] })
    expect(pulled()).toBeLessThan(10)
  })

  it('a body larger than its Content-Length is still limited', async () => {
    const { body } = stream(5, 16 * 1024)
    expect((await sent(body, { 'Content-Length': '10' })).result).toBe('413 PAYLOAD_TOO_LARGE')
  })

  it('accepts a valid body of 64 KiB', async () => {
    const bare = JSON.stringify({ ...otp, otp: '' }).length
    const whole = JSON.stringify({ ...otp, otp: '1'.repeat(64 * 1024 - bare) })
    expect((await sent(whole)).result).not.toBe('413 PAYLOAD_TOO_LARGE')
    expect((await sent(`${whole} `)).result).toBe('413 PAYLOAD_TOO_LARGE')
  })

  it('accepts a body of exactly 64 KiB, and refuses one more byte', async () => {
    expect((await sent(stream(4, 16 * 1024).body)).result).toBe('400 INVALID_INPUT')
    expect((await sent('x'.repeat(64 * 1024 + 1))).result).toBe('413 PAYLOAD_TOO_LARGE')
  })

  it('the body limit also applies to calls that have no body', async () => {
    const { body } = stream(5, 16 * 1024)
    const path = `/wallet/quotes/${idOf('Quote', 1)}/execute`
    expect((await sent(body, {}, path)).result).toBe('413 PAYLOAD_TOO_LARGE')
  })

  it('stops reading an endless body after ten seconds', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    try {
      let waiting = false
      const pull = () => {
        waiting = true
        return new Promise<void>(() => {})
      }
      const answer = sent(new ReadableStream({ pull }))
      while (!waiting) await new Promise((resolve) => setImmediate(resolve))
      await vi.advanceTimersByTimeAsync(10_000)
      expect((await answer).result).toBe('400 INVALID_INPUT')
    } finally {
      vi.useRealTimers()
    }
  })

  it('refuses a body that breaks off', async () => {
    const body = new ReadableStream({ pull: (controller) => controller.error(new Error('reset')) })
    expect((await sent(body)).result).toBe('400 INVALID_INPUT')
  })
})
