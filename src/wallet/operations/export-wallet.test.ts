import { expect, test } from 'vitest'
import { codeOf, signedIn } from '../fixtures/open-wallets.js'
import { createStack } from '../fixtures/stack.js'

test('an export opens if one of several pinned signers signed it, and not if another one did', async () => {
  const stack = await createStack()
  const { publicKey } = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, [
    'sign',
    'verify',
  ])
  const foreign = Buffer.from(await crypto.subtle.exportKey('raw', publicKey)).toString('hex')
  const wallet = await signedIn(stack, { exportSigner: [foreign, stack.emulator.exportSigner] })
  expect((await wallet.exportWallet()).phrase.length).toBeGreaterThan(40)
  const wrong = await signedIn(stack, { exportSigner: [foreign] })
  expect(await codeOf(wrong.exportWallet())).toBe('EXPORT_SIGNER_MISMATCH')
})

test('an empty list of export signers is a TypeError, because it would pin none', async () => {
  const stack = await createStack()
  expect(() => stack.wallet({ exportSigner: [] })).toThrow('`exportSigner` must be a P-256 public key')
})
