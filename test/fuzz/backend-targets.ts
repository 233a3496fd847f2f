/** Fuzzes what a page may send to the backend, and checks what the backend then sends to the service. @module */
import { createEmulator } from 'embedded-wallet-auth-emulator'
import {
  ada,
  backendFor,
  bob,
  clientPublicKey,
  idOf,
  origin,
  recordingService,
} from '../../src/backend/fixtures/recording-service.js'
import { utf8 } from '../../src/encoding.js'
import { mutateJson, textOf } from './mutate-json.js'
import { mutateText } from './mutate-text.js'
import type { Random } from './random.js'
import { type AnyTarget, type Target, target, violated } from './target.js'

interface Call {
  readonly method: string
  readonly path: string
  readonly body: string | undefined
  readonly headers: Readonly<Record<string, string>>
}

const assertion = { credentialId: 'YQ', clientDataJson: 'YQ', authenticatorData: 'YQ', signature: 'YQ' }
const attestation = { credentialId: 'YQ', clientDataJson: 'YQ', attestationObject: 'YQ', transports: ['usb'] }
const credential = (digit: number): string => `/auth/credentials/${idOf('AuthMethod', digit)}`
const session = (digit: number): string => `/auth/sessions/${idOf('Session', digit)}`

const calls: [[string, string, unknown?], ...[string, string, unknown?][]] = [
  ['GET', `/auth/credentials?accountId=${ada}`],
  ['GET', `/auth/sessions?accountId=${ada}`],
  ['POST', '/auth/credentials', { type: 'EMAIL_OTP', accountId: ada, email: 'ada@example.com' }],
  ['POST', '/auth/credentials', { type: 'OAUTH', accountId: ada, oidcToken: 'a.b.c' }],
  [
    'POST',
    '/auth/credentials',
    { type: 'PASSKEY', accountId: ada, nickname: 'a', challenge: 'YQ', attestation },
  ],
  ['POST', '/auth/passkey-registration-options', { accountId: ada, nickname: 'Laptop' }],
  ['POST', `${credential(1)}/challenge`, { clientPublicKey }],
  ['POST', `${credential(1)}/challenge`],
  ['POST', `${credential(1)}/verify`, { type: 'EMAIL_OTP', otp: '123456', clientPublicKey }],
  ['POST', `${credential(1)}/verify`, { type: 'EMAIL_OTP', encryptedOtpBundle: '{"ciphertext":"00"}' }],
  ['POST', `${credential(1)}/verify`, { type: 'PASSKEY', assertion }],
  ['DELETE', credential(1)],
  ['DELETE', session(1)],
  ['POST', `${session(1)}/refresh`, { clientPublicKey }],
  ['POST', `/internal-accounts/${ada}/export`, { clientPublicKey }],
  ['PATCH', `/internal-accounts/${ada}`, { privateEnabled: true }],
  ['POST', `/quotes/${idOf('Quote', 1)}/execute`],
]

const callOf =
  (base: string) =>
  (random: Random): Call => {
    const [method, path, body] = random.pick(calls)
    const [, other, strange] = random.pick(calls)
    const spoilt = random.oneIn(3) ? mutateText(random, path, other) : path
    // Ids of another user in every place.
    const foreign = random.oneIn(3) ? spoilt.replace(/1(?=$|\/|\?)/, '2').replace(ada, bob) : spoilt
    const text =
      body === undefined && !random.oneIn(5) ? undefined : textOf(mutateJson(random, body ?? {}, strange))
    const final = text !== undefined && random.oneIn(3) ? mutateText(random, text, '"a":1,"a":2') : text
    return {
      method: random.oneIn(10)
        ? random.pick(['GET', 'PUT', 'DELETE', 'POST', 'PATCH', 'HEAD', 'OPTIONS'])
        : method,
      path: `${base}${foreign}`,
      body: random.oneIn(6) ? final?.replaceAll(ada, bob) : final,
      headers: {
        'Content-Type': random.oneIn(20) ? 'text/plain' : 'application/json',
        ...(random.oneIn(4) && { 'Service-Wallet-Signature': mutateText(random, 'eyJhIjoxfQ', 'x') }),
        ...(random.oneIn(4) && { 'Request-Id': mutateText(random, 'Request:1', ' ') }),
        ...(random.oneIn(4) && { 'Idempotency-Key': mutateText(random, 'key', ' ') }),
        ...(random.oneIn(9) && { Origin: random.pick([origin, 'null', 'https://evil.example']) }),
      },
    }
  }

/** Returns `undefined` for a request that no client can send. */
function requestOf({ method, path, body, headers }: Call, address: string): Request | undefined {
  try {
    const bodiless = method === 'GET' || method === 'HEAD'
    return new Request(`${address}${path}`, {
      method,
      headers,
      ...(body !== undefined && !bodiless && { body }),
    })
  } catch {
    return undefined
  }
}

/** Returns the text as it is sent, in UTF-8, which cannot encode half a character. */
const sent = (text = ''): string => new TextDecoder('utf-8', { ignoreBOM: true }).decode(utf8(text))

const service = recordingService()
const backend = backendFor(service, { limits: false })

const requests: Target<Call> = {
  name: 'request of a page',
  parser: 'createBackend()',
  share: 9,
  inputOf: callOf('/wallet'),
  async run(call) {
    const request = requestOf(call, origin)
    if (request === undefined) return 'refused'
    service.arrived.length = 0
    const { status } = await backend(request)
    if (status >= 500) violated(`the backend answers ${status}`)
    const forwarded = service.arrived.filter((each) => each.call.startsWith(`${call.method} `))
    // Ignores the GET requests with which the backend looks up owners.
    const written = service.arrived.filter(({ call: name }) => !name.startsWith('GET '))
    for (const { url, body, headers } of written) {
      if (`${url}${body}`.includes(bob)) violated('a call about another user was forwarded')
      if (/AuthMethod:\S{35}2|Session:\S{35}2|Quote:\S{35}[23]/.test(url))
        violated('a call to another user’s resource was forwarded')
      if (body !== '' && body !== sent(call.body)) violated('a different body was forwarded')
      if (body !== '' && JSON.stringify(JSON.parse(body)) !== body)
        violated('a body with other bytes was forwarded')
      if (headers.has('Cookie')) violated('a cookie was forwarded')
    }
    const evil = call.headers['Origin'] !== undefined && call.headers['Origin'] !== origin
    if (evil && written.length > 0) violated('a call of another origin was forwarded')
    return forwarded.length > 0 ? 'accepted' : 'refused'
  },
}

const emulator = createEmulator()
const { tokenId, clientSecret } = emulator.apiToken
const Authorization = `Basic ${btoa(`${tokenId}:${clientSecret}`)}`

const serviceRequests: Target<Call> = {
  name: 'request to the emulator',
  parser: 'createEmulator().fetch',
  share: 9,
  inputOf: callOf('/2025-10-13'),
  async run(call) {
    const request = requestOf(
      { ...call, headers: { ...call.headers, Authorization } },
      'https://service.test',
    )
    if (request === undefined) return 'refused'
    const { status } = await emulator.fetch(request)
    if (status >= 500) violated(`the emulator answers ${status}`)
    return status < 400 ? 'accepted' : 'refused'
  },
}

export const backendTargets: readonly AnyTarget[] = [target(requests), target(serviceRequests)]
