/** Fuzzes what a page may send to the backend, and checks what the backend then sends to the service. @module */
import { createEmulator } from 'embedded-wallet-auth-emulator'
import fc from 'fast-check'
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
import { almostJson, almostText, oneIn, textOf } from './almost.js'
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

const calls: readonly [string, string, unknown?][] = [
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

const sometimes = (text: string, other: string): fc.Arbitrary<string> =>
  oneIn(4, almostText(text, other), fc.constant(text))
const methods = ['GET', 'PUT', 'DELETE', 'POST', 'PATCH', 'HEAD', 'OPTIONS']
const headers: fc.Arbitrary<Call['headers']> = fc.record(
  {
    'Content-Type': oneIn(20, fc.constant('text/plain'), fc.constant('application/json')),
    'Wallet-Signature': sometimes('eyJhIjoxfQ', 'x'),
    'Wallet-Request-Id': sometimes('Request:1', ' '),
    'Wallet-Idempotency-Key': sometimes('key', ' '),
    Origin: oneIn(9, fc.constantFrom('null', 'https://evil.example'), fc.constant(origin)),
  },
  { requiredKeys: ['Content-Type'] },
)

/** Calls to a base path. Some have a resource of another user in every place. */
const callsTo = (base: string): fc.Arbitrary<Call> =>
  fc.tuple(fc.constantFrom(...calls), fc.constantFrom(...calls)).chain(([[method, path, body], other]) => {
    const texts = oneIn(2, almostJson([body ?? {}], [other[2] ?? {}]), fc.constant(body ?? {})).map(textOf)
    const respelt = texts.map((text) => text.replace('{', '{ '))
    const spoilt = oneIn(3, fc.oneof(respelt, almostText(texts, ',"a":1,"a":2')), texts)
    const paths = sometimes(path, other[1])
    const foreign = paths.map((each) => each.replace(/1(?=$|\/|\?)/, '2').replace(ada, bob))
    return fc.record({
      method: oneIn(10, fc.constantFrom(...methods), fc.constant(method)),
      path: oneIn(3, foreign, paths).map((each) => base + each),
      body: oneIn(
        6,
        spoilt.map((text) => text.replaceAll(ada, bob)),
        body === undefined ? fc.constant(undefined) : spoilt,
      ),
      headers,
    })
  })

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
  inputs: callsTo('/wallet'),
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
  inputs: callsTo('/2025-10-13'),
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
