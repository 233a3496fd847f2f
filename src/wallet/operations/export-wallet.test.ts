import { expect, test } from 'vitest'
import { signedSend, signInByMail } from '../../../emulator/src/fixtures/client.js'
import { lyingBackend } from '../fixtures/lying-backend.js'
import { codeOf, kept, signedIn } from '../fixtures/open-wallets.js'
import { createStack, type Stack } from '../fixtures/stack.js'
import { memoryStore } from '../record/storage.js'

const foreignSigner = async (): Promise<string> => {
  const { publicKey } = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, [
    'sign',
    'verify',
  ])
  return Buffer.from(await crypto.subtle.exportKey('raw', publicKey)).toString('hex')
}

/** The stack's backend, which changes the stamped answer to an export. */
const exporting =
  (stack: Stack, change: (envelope: Record<string, unknown>) => unknown): Stack['backend'] =>
  async (request) => {
    const answer = await stack.backend(request)
    if (!request.url.endsWith('/export') || !request.headers.has('Wallet-Signature')) return answer
    const { encryptedWalletCredentials, ...rest } = (await answer.json()) as Record<string, string>
    const changed = change(JSON.parse(encryptedWalletCredentials ?? ''))
    return Response.json({ ...rest, encryptedWalletCredentials: JSON.stringify(changed) })
  }

/** A backend that answers exports with the wallet of another customer, exported to the key of the page that asks. */
async function exporter(stack: Stack): Promise<(more: object) => Stack['backend']> {
  const { account } = await stack.emulator.provision({ email: 'mallory@example.com' })
  const mallory = await signInByMail(stack.emulator, account)
  return (more) => async (request) => {
    if (!request.url.endsWith('/export')) return stack.backend(request)
    if (!request.headers.has('Wallet-Signature')) {
      const challenge = await (await stack.backend(request)).json()
      return Response.json({ ...challenge, ...more }, { status: 202 })
    }
    const call = `POST /internal-accounts/${account.id}/export`
    const { body } = await signedSend<object>(stack.emulator, mallory, call, await request.json())
    return Response.json({ ...body, id: stack.accountId })
  }
}

const unsigned = (envelope: object): object => ({ ...envelope, dataSignature: '', enclaveQuorumPublic: '' })

test('an export opens if one of several pinned signers signed it, and not if another one did', async () => {
  const stack = await createStack()
  const foreign = await foreignSigner()
  const wallet = await signedIn(stack, { exportSigner: [foreign, stack.emulator.exportSigner] })
  expect((await wallet.exportWallet()).phrase.length).toBeGreaterThan(40)
  const wrong = await signedIn(stack, { exportSigner: [foreign] })
  expect(await codeOf(wrong.exportWallet())).toBe('EXPORT_SIGNER_MISMATCH')
  const neither = await signedIn(stack, { exportSigner: [foreign, await foreignSigner()] })
  expect(await codeOf(neither.exportWallet())).toBe('EXPORT_SIGNER_MISMATCH')
})

test('no further signer is tried for an export that fails for another reason', async () => {
  const stack = await createStack()
  const forged = (envelope: object): object => ({ ...envelope, dataSignature: '30060201010201ff' })
  const wallet = await signedIn(stack, {
    exportSigner: [stack.emulator.exportSigner, await foreignSigner()],
    backend: exporting(stack, forged),
  })
  expect(await codeOf(wallet.exportWallet())).toBe('EXPORT_SIGNATURE_INVALID')
})

test('an export without a pinned signer is EXPORT_SIGNER_REQUIRED, and nothing is sent', async () => {
  const stack = await createStack()
  const wallet = await signedIn(stack, { exportSigner: undefined as never })
  const sent = stack.emulator.requests().length
  expect(await codeOf(wallet.exportWallet())).toBe('EXPORT_SIGNER_REQUIRED')
  expect(stack.emulator.requests()).toHaveLength(sent)
})

test('an unsigned export is refused where a signer is pinned, and opens only where the sandbox port allows it', async () => {
  const stack = await createStack()
  const backend = exporting(stack, unsigned)
  const pinned = await signedIn(stack, { backend })
  expect(await codeOf(pinned.exportWallet())).toBe('EXPORT_UNSIGNED')
  const forbidden = await signedIn(stack, { backend, sandbox: { unsignedExport: false } })
  expect(await codeOf(forbidden.exportWallet())).toBe('EXPORT_UNSIGNED')
  const allowing = await signedIn(stack, { backend, sandbox: { unsignedExport: true } })
  expect((await allowing.exportWallet()).phrase.length).toBeGreaterThan(40)
  await stack.emulator.clock.advance(60_000)
  const unpinned = await signedIn(stack, {
    backend,
    exportSigner: undefined as never,
    sandbox: { unsignedExport: true },
  })
  expect((await unpinned.exportWallet()).phrase.length).toBeGreaterThan(40)
})

test('the sandbox port for unsigned exports lets no export pass that another signer has signed', async () => {
  const stack = await createStack()
  const sandbox = { unsignedExport: true }
  const wrong = await signedIn(stack, { exportSigner: await foreignSigner(), sandbox })
  expect(await codeOf(wrong.exportWallet())).toBe('EXPORT_SIGNER_MISMATCH')
})

test('the user is asked about the export of the account, and a no exports nothing', async () => {
  const stack = await createStack()
  const asked: unknown[] = []
  const wallet = await signedIn(stack, {
    confirm: async ({ signal: _, ...question }) => {
      asked.push(question)
      return false
    },
  })
  expect(await codeOf(wallet.exportWallet())).toBe('CONFIRMATION_REFUSED')
  expect(asked).toEqual([{ operation: 'exportWallet', details: { accountId: stack.accountId } }])
})

test('an export of another wallet, sealed to this page and correctly signed, is not opened once the organization is known', async () => {
  const stack = await createStack()
  const mallory = await exporter(stack)
  const store = memoryStore()
  const honest = await signedIn(stack, { store })
  await honest.updatePrivacy({ privateEnabled: false })
  honest.dispose()
  // The payload is Ada's own, or opaque; only the envelope is another wallet's.
  for (const more of [{}, { payloadToSign: 'opaque' }]) {
    const wallet = kept(stack.wallet({ store, backend: mallory(more) }))
    await wallet.ready
    expect(await codeOf(wallet.exportWallet())).toBe('EXPORT_ORGANIZATION_MISMATCH')
    wallet.dispose()
  }
  const pinned = await signedIn(stack, {
    backend: mallory({ payloadToSign: 'opaque' }),
    organizationId: 'org-of-ada',
  })
  expect(await codeOf(pinned.exportWallet())).toBe('EXPORT_ORGANIZATION_MISMATCH')
  // Without either, the first opaque payload of an account says nothing that the envelope could be compared with.
  const first = await signedIn(stack, { backend: mallory({ payloadToSign: 'opaque' }) })
  expect(await codeOf(first.exportWallet())).toBe('resolved')
})

test('an export that arrives without a stamp is refused', async () => {
  const stack = await createStack()
  const unasked = { id: stack.accountId, encryptedWalletCredentials: '{}' }
  const { backend, stamps } = lyingBackend(stack, { on: /\/export$/, status: 200, down: () => unasked })
  const wallet = await signedIn(stack, { backend })
  expect([await codeOf(wallet.exportWallet()), stamps]).toEqual(['PAYLOAD_REFUSED', []])
})
