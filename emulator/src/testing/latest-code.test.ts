/** Uses codes and the control of an emulator as a Playwright test does. @module */

import { serve } from 'embedded-wallet-auth/node'
import { createEmulator } from 'embedded-wallet-auth-emulator'
import { createTestStack, emulatorControl } from 'embedded-wallet-auth-emulator/testing'
import { expect, onTestFinished, test } from 'vitest'
import { codesOf } from './latest-code.js'

test('codes.latest() waits for a code that is not mailed yet, and ignores earlier codes', async () => {
  const { emulator, email, wallet, signIn, code, dispose } = await createTestStack()
  onTestFinished(dispose)
  await signIn()
  const codes = await codesOf(emulatorControl(emulator))
  const waiting = codes.latest(email.toUpperCase())
  await new Promise((resolve) => setTimeout(resolve, 80))
  await wallet.signIn({ type: 'EMAIL_OTP' })
  expect(await waiting).toBe(code())
  const next = codes.latest(email)
  await emulator.clock.advance(61_000)
  await wallet.resend()
  expect(await next).toBe(code())
})

test('the control works the same for an address and for an emulator in the process', async () => {
  const emulator = createEmulator()
  const served = await serve(emulator.fetch, { port: 0 })
  onTestFinished(() => served.close())
  const [remote, local] = [emulatorControl(`${served.url}/emulator/`), emulatorControl(emulator)]
  const { account } = await remote.provision({ email: 'ada@example.com', balance: 5 })
  await local.fund(account.id, 7)
  expect(emulator.ledger.balance(account.id, 'USDB')).toBe(12n)
  const before = emulator.clock.now()
  await remote.advance(60_000)
  expect(emulator.clock.now() - before).toBeGreaterThanOrEqual(60_000)
  await remote.fault('GET /auth/sessions', { drop: true })
  expect(emulator.faults.pending()).toMatchObject([{ call: 'GET /auth/sessions', fault: { drop: true } }])
  expect(await local.requests()).toEqual(await remote.requests())
  expect((await remote.idToken({ sub: 'ada' })).split('.')).toHaveLength(3)
  await local.reset()
  expect(await remote.inbox()).toEqual([])
  await expect(remote.fund(account.id, 1)).rejects.toThrow(
    /The emulator refused POST \/emulator\/fund: .*"code"/,
  )
})

test('the error for an emulator that is not running names the address and the command that starts one', async () => {
  const served = await serve(createEmulator().fetch, { port: 0 })
  await served.close()
  await expect(emulatorControl(served.url).inbox()).rejects.toThrow(
    `No emulator answers at ${served.url}. Start one with: npx embedded-wallet-auth-emulator`,
  )
})
