/** The key of webhooks is replaced while they arrive: with both keys known in between, none is refused. @module */
import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { expect, it } from 'vitest'
import { verifyWebhook } from './verify-webhook.js'

const now = (): number => Date.parse('2026-11-27T12:00:00Z')
const pair = () => generateKeyPairSync('ec', { namedCurve: 'P-256' })
const pemOf = (key: KeyObject): string => key.export({ type: 'spki', format: 'pem' }).toString()

function webhook(key: KeyObject, number: number): Request {
  const body = JSON.stringify({
    id: `Webhook:019542f5-b3e7-1d02-0000-${String(number).padStart(12, '0')}`,
    type: 'TEST',
    timestamp: '2026-11-27T12:00:00Z',
    data: {},
  })
  return new Request('https://platform.example/webhooks', {
    method: 'POST',
    headers: { 'X-Service-Signature': sign('sha256', Buffer.from(body), key).toString('base64') },
    body,
  })
}

/** Delivers 60 webhooks at once in each step. Resolves with how many were refused. */
async function refusedIn(
  steps: readonly { readonly signs: KeyObject; readonly known: readonly string[] }[],
): Promise<number> {
  const outcomes = steps.flatMap(({ signs, known }, step) =>
    Array.from({ length: 60 }, (_, index) =>
      verifyWebhook(webhook(signs, step * 60 + index), known, { now }).then(
        () => 0,
        () => 1,
      ),
    ),
  )
  return (await Promise.all(outcomes)).filter((refused) => refused === 1).length
}

it('no webhook is refused while the key is replaced, if both keys are known in between', async () => {
  const [old, next] = [pair(), pair()]
  const [oldPem, nextPem] = [pemOf(old.publicKey), pemOf(next.publicKey)]
  expect(
    await refusedIn([
      { signs: old.privateKey, known: [oldPem] },
      { signs: old.privateKey, known: [oldPem, nextPem] },
      { signs: next.privateKey, known: [oldPem, nextPem] },
      { signs: next.privateKey, known: [nextPem] },
    ]),
  ).toBe(0)
})

it('without both keys in between, the webhooks of one of them are refused', async () => {
  const [old, next] = [pair(), pair()]
  const known = [pemOf(next.publicKey)]
  expect(
    await refusedIn([
      { signs: old.privateKey, known },
      { signs: next.privateKey, known },
    ]),
  ).toBe(60)
})
