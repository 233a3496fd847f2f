/** Uses codes and the control of an emulator as a Playwright test does. @module */

import { serve } from 'embedded-wallet-auth/node'
import { createEmulator } from 'embedded-wallet-auth-emulator'
import { createTestStack, emulatorControl } from 'embedded-wallet-auth-emulator/testing'
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { codesOf } from './latest-code.js'
import type { BrowserPage } from './playwright-types.js'
import { type SignInSteps, walletFixtures } from './wallet-fixtures.js'

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

describe('the fixtures', () => {
  afterEach(() => {
    vi.unstubAllEnvs()
  })

  test('take the emulator and the address of the account from the variables that --env writes', async () => {
    const emulator = createEmulator()
    const served = await serve(emulator.fetch, { port: 0 })
    onTestFinished(() => served.close())
    vi.stubEnv('EMULATOR_CONTROL_URL', `${served.url}/emulator/`)
    vi.stubEnv('ACCOUNT_EMAIL', 'mary@example.com')
    const fixtures = walletFixtures()
    expect(await fixtures.emulator.inbox()).toEqual([])
    const asked: string[] = []
    const codes = { latest: async (email: string) => asked.push(email).toString() }
    const steps = { askForCode: async () => {}, enterCode: async () => {} }
    // No browser is needed: these steps do not touch the page.
    await walletFixtures({ signIn: steps }).signIn({ page: {} as BrowserPage, codes }, (signIn) => signIn())
    expect(asked).toEqual(['mary@example.com'])
  })

  test('an emulator that does not answer is named with the variable that may be missing', async () => {
    vi.stubEnv('EMULATOR_CONTROL_URL', 'http://127.0.0.1:1/emulator/')
    await expect(emulatorControl().inbox()).rejects.toThrow(
      /^No emulator answers at http:\/\/127\.0\.0\.1:1\. .+EMULATOR_CONTROL_URL/,
    )
    vi.stubEnv('EMULATOR_CONTROL_URL', '127.0.0.1')
    expect(() => emulatorControl()).toThrow(/EMULATOR_CONTROL_URL, must be an address/)
  })

  test('an option that does not exist is named', async () => {
    const wrong: object = { emial: 'ada@example.com' }
    expect(() => walletFixtures(wrong)).toThrow('`emial` is not an option.')
    expect(() => walletFixtures({ signIn: {} as SignInSteps })).toThrow(
      '`signIn` must be { askForCode, enterCode }',
    )
    await expect(createTestStack(wrong)).rejects.toThrow('`emial` is not an option.')
  })
})
