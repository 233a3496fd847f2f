/** Which bodies and headers are refused, and what of them reaches the service. @module */
import type { Scene } from '../scene.js'
import { executeProven, isExecution } from './payments.js'

const wrong = { status: [400] }

/** Above the 64 KiB that a body may have. */
const tooLarge = 70_000

export async function checkBodies({ page, mine }: Scene): Promise<void> {
  const { account, credential, quote } = mine
  const creation = (more: object) => ({ accountId: account, type: 'OAUTH', oidcToken: 'a.b.c', ...more })
  const create = (body: object | string, headers = {}) => ({
    ...{ method: 'POST', path: '/auth/credentials', body, headers },
  })
  const post = (path: string, body: object | string) => ({ method: 'POST', path, body })

  const large = create(creation({ oidcToken: 'a'.repeat(tooLarge) }))
  await page.refused('body.size', large, { status: [413], code: 'PAYLOAD_TOO_LARGE', orNone: true })
  for (const type of [
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    undefined,
  ])
    await page.refused('body.type', create(creation({}), { 'Content-Type': type }), wrong)
  const text = JSON.stringify(creation({}))
  for (const body of [
    text.replace('{', '{ '),
    text.replace('"type"', '"t\\u0079pe"'),
    text.replace('a.b.c', 'a\\/b.c'),
    text.replace('{', '{"type":"PASSKEY",'),
    text.slice(0, -1),
    `${text}\n`,
    `\ufeff${text}`,
    text.replace('a.b.c', '\\ud800'),
    '[]',
    'null',
    '',
  ])
    await page.refused('body.exact', create(body), wrong)
  for (const call of [
    create(creation({ email: mine.email })),
    create(creation({ customerId: 'x' })),
    post(`/auth/credentials/${credential}/challenge`, { email: 'mallory@example.com' }),
    post('/auth/passkey-registration-options', { accountId: account, nickname: 'Phone', rp: {} }),
    { ...post(`/internal-accounts/${account}`, { privateEnabled: true, status: 'CLOSED' }), method: 'PATCH' },
    {
      ...post(`/quotes/${quote}/authorize`, { code: '000000', endUserIpAddress: '192.0.2.1' }),
      isOptional: true,
    },
    create(text.replace('{', '{"__proto__":{},')),
  ])
    await page.refused('body.fields', call, wrong)
  await page.refused('body.none', post(`/quotes/${quote}/execute`, {}), wrong)
  await page.refused(
    'body.none',
    { ...post(`/quotes/${quote}/authorize/resend`, { code: '1' }), isOptional: true },
    wrong,
  )
  await page.refused(
    'body.none',
    { method: 'DELETE', path: `/auth/credentials/${credential}`, body: {} },
    wrong,
  )
}

export async function checkHeaders(scene: Scene): Promise<void> {
  const { page, mine, recorder, judge, elsewhere, newQuote, passkey, origin } = scene
  const list = { method: 'GET', path: `/auth/credentials?accountId=${mine.account}` }
  for (const [name, value] of [
    ['Wallet-Signature', 'a'.repeat(4_097)],
    ['Wallet-Signature', 'two words'],
    ['Wallet-Request-Id', 'a'.repeat(257)],
    ['Wallet-Request-Id', 'two words'],
    ['Wallet-Idempotency-Key', 'a'.repeat(257)],
    ['Wallet-Idempotency-Key', ''],
  ] as const)
    await page.refused('headers.form', { ...list, headers: { [name]: value } }, wrong)

  // An execution that the emulator never gets: only its headers matter. A backend may ask for a proof of it, or of
  // larger payments only.
  const quote = await newQuote(1)
  recorder.intercept((method, path) =>
    isExecution(method, path)
      ? { status: 409, body: '{"status":409,"code":"CONFLICT","message":"Not now."}' }
      : undefined,
  )
  const execute = async (headers: Readonly<Record<string, string>>, by = page) => {
    const outcome = await executeProven(scene, quote.id, headers, by)
    return { ...outcome, arrived: outcome.heard[0]?.headers }
  }
  try {
    const { arrived: first, seen: refusal } = await execute({
      'Wallet-Signature': 'stamp',
      'Wallet-Request-Id': 'Request:1',
    })
    if (first === undefined) {
      for (const rule of ['headers.signature', 'headers.idempotency', 'headers.own'] as const)
        judge.skip(rule, `no execution reached the service: ${refusal}`)
      return
    }
    const seen = `stamp: ${first['service-wallet-signature']}, request id: ${first['request-id']}`
    const isKept = first['service-wallet-signature'] === 'stamp' && first['request-id'] === 'Request:1'
    judge.note('headers.signature', isKept, seen)
    judge.note('headers.idempotency', first['idempotency-key'] === undefined, 'a key that no page sent')
    const keyOf = async (key: string, by = page) =>
      (await execute({ 'Wallet-Idempotency-Key': key }, by)).arrived?.['idempotency-key']
    const [one, again, another] = [await keyOf('k-1'), await keyOf('k-1'), await keyOf('k-2')]
    const isStable = one !== undefined && one === again && one !== another
    judge.note('headers.idempotency', isStable, `k-1: ${one}, again: ${again}, k-2: ${another}`)
    judge.note(
      'headers.idempotency',
      one !== 'k-1',
      'the page’s key itself, which another account can use up',
    )
    if (elsewhere !== undefined)
      judge.note(
        'headers.idempotency',
        (await keyOf('k-1', elsewhere)) === one,
        'another key in another login session',
      )
    // In the form of a proof, since a malformed one may be refused. Where payments need one, only a right one arrives.
    const assertion = passkey.get('', { origin, rpId: mine.email })
    const proof = Buffer.from(JSON.stringify({ nonce: 'none', assertion })).toString('base64url')
    for (const more of [{}, { 'Wallet-Payment-Proof': proof }]) {
      const { arrived: own } = await execute({
        'Service-Wallet-Signature': 'forged',
        'Request-Id': 'forged',
        'Idempotency-Key': 'forged',
        Authorization: 'Bearer forged',
        ...more,
      })
      if (own === undefined) judge.skip('headers.own', 'the call was refused')
      else {
        const isFree = !JSON.stringify(own).includes('forged') && own['wallet-payment-proof'] === undefined
        judge.note('headers.own', isFree, JSON.stringify(own).slice(0, 200))
      }
    }
  } finally {
    recorder.intercept(undefined)
  }
}
