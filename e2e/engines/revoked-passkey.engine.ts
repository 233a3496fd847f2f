import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from '@playwright/test'
import { testAuthenticator } from '../../emulator/src/fixtures/authenticator.js'
import { passkeyBody, send } from '../../emulator/src/fixtures/client.js'
import type { ServedStack } from '../served-stack.js'
import { signInByCode } from '../support/sign-in.js'
import { engine } from './engine.js'
import { type EnginePage, test } from './engine-fixtures.js'

/** Adds a passkey that another device would have created, where this engine has none itself. */
async function passkeyOfAnotherDevice(wallet: EnginePage, stack: ServedStack): Promise<string> {
  const own = await testAuthenticator()
  const here = {
    ...own,
    create: (challenge: string) => own.create(challenge, { origin: stack.origin, rpId: 'localhost' }),
  }
  const body = await passkeyBody({ id: stack.accountId }, here)
  const first = await send<{ payloadToSign: string; requestId: string }>(
    stack.emulator,
    'POST /auth/credentials',
    { body },
  )
  expect(first).toMatchObject({ status: 202 })
  const headers = {
    'Service-Wallet-Signature': await wallet.stamp(first.body.payloadToSign),
    'Request-Id': first.body.requestId,
  }
  const created = await send<{ id: string }>(stack.emulator, 'POST /auth/credentials', { body, headers })
  expect(created.status).toBe(201)
  return created.body.id
}

test('revoking a passkey raises no error and leaves no rejection unhandled in a browser that takes no signal about it', async ({
  wallet,
  stack,
}) => {
  const complaints = (): Promise<unknown> => wallet.tab.execute('return window.complaints', [])
  await wallet.tab.execute(
    `window.complaints = []
    const note = ({ type }) => window.complaints.push(type)
    for (const type of ['error', 'unhandledrejection']) window.addEventListener(type, note)
    // Nobody handles this one: the watch is tried first.
    void harness.wallet.credentials.revoke('not an id')`,
    [],
  )
  await expect.poll(complaints).toEqual(['unhandledrejection'])
  await wallet.tab.execute('window.complaints.length = 0', [])

  const takesSignals = await wallet.tab.execute(
    'return typeof PublicKeyCredential === "function" && "signalUnknownCredential" in PublicKeyCredential',
    [],
  )
  // Otherwise this is e2e/passkey-dialog.e2e.ts once more, and nothing is tested here.
  expect(takesSignals).toBe(false)
  await signInByCode(wallet, stack)
  const id = engine.hasPasskeys
    ? (await wallet.createPasskey('Laptop')).id
    : await passkeyOfAnotherDevice(wallet, stack)
  expect((await wallet.listCredentials()).map((each) => each.type).sort()).toEqual(['EMAIL_OTP', 'PASSKEY'])
  await wallet.revokeCredential(id)
  // What follows a revocation is not awaited by it.
  await sleep(500)
  expect((await wallet.listCredentials()).map(({ type }) => type)).toEqual(['EMAIL_OTP'])
  expect(await complaints()).toEqual([])
  expect((await wallet.state()).session.status).toBe('active')
})
