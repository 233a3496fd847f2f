/** The calls of `npm run bench:backend`, as a page makes them, and the answers of the service. @module */

export const basePath = '/wallet'
export const accountId = 'InternalAccount:0191c8a1-7d3e-7c2b-9a51-0e6c2f1b8d44'
const quoteId = 'Quote:0191c8a1-7d3e-7c2b-9a51-0e6c2f1b8d45'
const sessionId = 'Session:0191c8a1-7d3e-7c2b-9a51-0e6c2f1b8d46'
const credentialId = 'AuthMethod:0191c8a1-7d3e-7c2b-9a51-0e6c2f1b8d47'

/** The headers of a page's request that the service reads. */
export const interfaceHeaders = [
  'Wallet-Signature',
  'Wallet-Request-Id',
  'Wallet-Idempotency-Key',
  'Content-Type',
]

/** As long as the stamp of a P-256 key. */
const stamp = 'eyJwdWJsaWNLZXkiOiIw'.padEnd(270, 'A')

/** Headers that a browser adds. */
const pageHeaders = {
  Host: 'localhost',
  Cookie: 'session=5f8e7a1c0b2d4e6f8a9b0c1d2e3f4a5b',
  Origin: 'http://localhost:5173',
  'Sec-Fetch-Site': 'same-origin',
  Accept: '*/*',
  'Accept-Language': 'en-US,en;q=0.9',
  'User-Agent':
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0 Safari/537.36',
}

/**
 * @typedef {{ name: string, status: number, text: string }} Call a name, the expected status, and the request as text
 */

/** @param {string} name @param {number} status @param {string} line @param {Record<string, string>} headers @param {unknown} [body] @returns {Call} */
const call = (name, status, line, headers, body) => {
  const [method, path] = line.split(' ')
  const content = body === undefined ? '' : JSON.stringify(body)
  /** @type {Record<string, string | number>} */
  const all = {
    ...pageHeaders,
    ...headers,
    ...(method === 'GET' ? {} : { 'Content-Length': content.length }),
    ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
  }
  const head = Object.entries(all).map(([key, value]) => `${key}: ${value}\r\n`)
  return { name, status, text: `${method} ${basePath}${path} HTTP/1.1\r\n${head.join('')}\r\n${content}` }
}

/** A sign-in, which is made once before anything is measured. It is the proof that later calls need. */
export const signIn = call(
  'verify',
  200,
  `POST /auth/credentials/${credentialId}/verify`,
  {},
  {
    type: 'EMAIL_OTP',
    otp: '123456',
    clientPublicKey: `04${'6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296'}${'4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5'}`,
  },
)

/** The calls that are measured. @type {readonly Call[]} */
export const calls = [
  call('GET /auth/sessions', 200, `GET /auth/sessions?accountId=${accountId}`, {}),
  call('POST /quotes/{id}/execute', 200, `POST /quotes/${quoteId}/execute`, {
    'Wallet-Signature': stamp,
    'Wallet-Idempotency-Key': '9f0e8d7c-6b5a-4c3d-8e2f-1a0b9c8d7e6f',
  }),
  call(
    'POST /auth/sessions/{id}/refresh',
    201,
    `POST /auth/sessions/${sessionId}/refresh`,
    { 'Wallet-Signature': stamp, 'Wallet-Request-Id': '0191c8a1-7d3e-7c2b-9a51-0e6c2f1b8d48' },
    {
      clientPublicKey: `04${'6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296'}${'4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5'}`,
    },
  ),
]

const times = {
  createdAt: '2026-11-22T08:00:00.000Z',
  updatedAt: '2026-11-22T08:00:00.000Z',
  expiresAt: '2026-11-22T08:15:00.000Z',
}
const session = { id: sessionId, accountId, type: 'EMAIL_OTP', nickname: 'ada@example.com', ...times }
const issued = {
  ...session,
  encryptedSessionSigningKey:
    'w99a5xV6A75TfoAUkZn869fVyDYvgVsKrawMALZXmrauZd8hEv66EkPU1Z42CUaHESQjcA5bqd8dynTGBMLWB9ewtXWPEVbZvocB4Tw2K1vQVp7uwjf',
}
const quote = {
  id: quoteId,
  status: 'PROCESSING',
  ...times,
  source: { sourceType: 'ACCOUNT', accountId },
  destination: {
    destinationType: 'ACCOUNT',
    accountId: 'ExternalAccount:0191c8a1-7d3e-7c2b-9a51-0e6c2f1b8d49',
  },
  sendingCurrency: { code: 'USD', name: 'United States Dollar', symbol: '$', decimals: 2 },
  receivingCurrency: { code: 'USD', name: 'United States Dollar', symbol: '$', decimals: 2 },
  totalSendingAmount: 12_550,
  totalReceivingAmount: 12_500,
  exchangeRate: 1,
  feesIncluded: 50,
  transactionId: 'Transaction:0191c8a1-7d3e-7c2b-9a51-0e6c2f1b8d50',
}
const credential = { id: credentialId, accountId, type: 'EMAIL_OTP', nickname: 'ada@example.com', ...times }

/**
 * The answers by path pattern, the most specific pattern first.
 * @type {readonly Readonly<[string, { status: number, body: string }]>[]}
 */
const answers = /** @type {const} */ ([
  ['/refresh', 201, issued],
  ['/verify', 200, issued],
  ['/auth/sessions', 200, { data: [session] }],
  ['/auth/credentials', 200, { data: [credential] }],
  ['/quotes/', 200, quote],
]).map(([part, status, value]) => [part, { status, body: JSON.stringify(value) }])

/** Returns the service's answer to a call. @param {string} method @param {string} path */
export function answerTo(method, path) {
  const [, answer] = answers.find(([part]) => path.includes(part)) ?? []
  return (
    answer ?? {
      status: 404,
      body: JSON.stringify({ status: 404, code: 'NOT_FOUND', message: `${method} ${path}` }),
    }
  )
}
