/** When the browser is told that a passkey was revoked. @module */
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { WalletOptions } from '../api.js'
import { codeOf, signedIn } from '../fixtures/open-wallets.js'
import { stubPasskeys } from '../fixtures/passkeys.js'
import { createStack } from '../fixtures/stack.js'

afterEach(() => {
  vi.unstubAllGlobals()
})

type Signal = (options: { readonly rpId: string; readonly credentialId: string }) => Promise<void>

/** An account that is signed in by code, in a browser that takes signals unless `signal` is `null`. */
async function page(signal: Signal | null = async () => {}) {
  await stubPasskeys()
  const signals = vi.fn<Signal>(signal ?? undefined)
  if (signal)
    vi.stubGlobal('PublicKeyCredential', Object.assign(class {}, { signalUnknownCredential: signals }))
  const stack = await createStack()
  const calls: string[] = []
  const backend: WalletOptions['backend'] = (request) => {
    calls.push(`${request.method} ${new URL(request.url).pathname}`)
    return stack.backend(request)
  }
  const wallet = await signedIn(stack, { backend, passkey: { rpId: 'localhost' } })
  const create = () => wallet.credentials.create({ type: 'PASSKEY', nickname: 'Phone' })
  return { stack, wallet, signals, create, calls }
}

describe('a revoked passkey', () => {
  test('the browser is told about a revoked passkey, with the relying party', async () => {
    const { wallet, signals, create } = await page()
    const { id, credentialId } = await create()
    await wallet.credentials.revoke(id)
    await expect.poll(() => signals.mock.calls).toEqual([[{ rpId: 'localhost', credentialId }]])
  })

  test('a passkey is revoked at the service even if the browser rejects the signal', async () => {
    const { wallet, signals, create } = await page(() =>
      Promise.reject(new DOMException('no', 'SecurityError')),
    )
    const { id } = await create()
    await wallet.credentials.revoke(id)
    await expect.poll(() => signals).toHaveBeenCalledOnce()
    expect((await wallet.credentials.list()).map(({ type }) => type)).toEqual(['EMAIL_OTP'])
  })

  test('revoking a passkey makes no extra call in a browser without signals', async () => {
    const { wallet, create, calls } = await page(null)
    const { id } = await create()
    calls.splice(0)
    await wallet.credentials.revoke(id)
    expect(calls).toEqual([`DELETE /auth/credentials/${id}`, `DELETE /auth/credentials/${id}`])
  })

  test('the browser is not told about a passkey whose revocation failed', async () => {
    const { stack, wallet, signals, create } = await page()
    const { id } = await create()
    stack.emulator.faults.next('DELETE /auth/credentials/{id}', { status: 409, code: 'CONFLICT' })
    expect(await codeOf(wallet.credentials.revoke(id))).toBe('CONFLICT')
    expect(signals).not.toHaveBeenCalled()
  })

  test('the browser is told nothing when a credential of another type is revoked', async () => {
    const { stack, wallet, signals, create } = await page()
    await create()
    const getOidcToken = ({ nonce }: { nonce: string }) =>
      stack.emulator.issuer.token({ sub: 'ada', email: 'ada@example.com', nonce })
    const { id } = await wallet.credentials.create({ type: 'OAUTH', getOidcToken })
    await wallet.credentials.revoke(id)
    await wallet.credentials.list()
    expect(signals).not.toHaveBeenCalled()
  })
})
