/** Which headers are refused, and which of them reach the service. @module */
import { createHash } from 'node:crypto'
import type { Scene } from '../scene.js'
import { executeProven, isExecution } from './payments.js'

/** What a hash of this key alone would be. */
const withoutAccount = (key: string): readonly string[] =>
  (['hex', 'base64url', 'base64'] as const).map((form) =>
    createHash('sha256').update(key).digest(form).replace(/=+$/, ''),
  )

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
    await page.refused('headers.form', { ...list, headers: { [name]: value } }, { status: [400] })

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
    return { ...outcome, arrived: outcome.heard[0]?.headers, every: outcome.heard[0]?.everyHeader }
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
      one !== 'k-1' && !withoutAccount('k-1').includes(String(one).replace(/=+$/, '')),
      'the page’s key itself, or a hash of it alone, which another account can use up',
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
      const { every } = await execute({
        'Service-Wallet-Signature': 'forged',
        'Request-Id': 'forged',
        'Idempotency-Key': 'forged',
        Authorization: 'Bearer forged',
        ...more,
      })
      if (every === undefined) judge.skip('headers.own', 'the call was refused')
      else {
        // Never a value: a backend that adds its own to the page's sends both in one.
        const passed = every.flatMap(([name, value]) =>
          value.includes('forged') || name === 'wallet-payment-proof' ? [name] : [],
        )
        judge.note('headers.own', passed.length === 0, `the service got the page’s ${passed.join(', ')}`)
      }
    }
  } finally {
    recorder.intercept(undefined)
  }
}
