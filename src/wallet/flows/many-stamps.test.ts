/** Many stamps with one signer: one after the other, and all at once. @module */
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { readStamp } from '../../../e2e/support/stamp-verifies.js'
import { signedIn } from '../fixtures/open-wallets.js'
import { createStack } from '../fixtures/stack.js'

/** Bytes of the heap that are still needed. */
function heldBytes(): number {
  setFlagsFromString('--expose-gc')
  const collect: unknown = runInNewContext('gc')
  if (typeof collect === 'function') for (const _ of [1, 2, 3]) collect()
  return process.memoryUsage().heapUsed
}

test('a thousand stamps in a row leave nothing in memory', async () => {
  const { signer } = await signedIn(await createStack())
  const stampMany = async (): Promise<void> => {
    for (let n = 0; n < 1_000; n++) await signer?.stamp(`payload ${n}`)
  }
  await stampMany()
  const before = heldBytes()
  await stampMany()
  // Less than half a kilobyte for each stamp: a stamp has more.
  expect(heldBytes() - before).toBeLessThan(400_000)
})

test('of a hundred stamps that are made at once, each is for its own payload', async () => {
  const { signer } = await signedIn(await createStack())
  const payloads = Array.from({ length: 100 }, (_, n) => `payload ${n}`)
  const stamps = await Promise.all(payloads.map((payload) => signer?.stamp(payload)))
  const read = payloads.map((payload, n) => readStamp(stamps[n] ?? '', payload))
  expect(read.every(({ verifies, publicKey }) => verifies && publicKey === signer?.publicKey)).toBe(true)
})
