/** A platform that requires a recent proof before a call. @module */
import { expect, test } from 'vitest'
import type { Wallet } from '../api.js'
import { codeOf, signedIn } from '../fixtures/open-wallets.js'
import { createStack } from '../fixtures/stack.js'

const refusal = {
  status: 403,
  code: 'STEP_UP_REQUIRED',
  message: 'from the backend',
  reason: 'a reason',
  details: { maxAge: 300, reason: 'another' },
}

/** A signed-in wallet whose backend refuses the calls whose method and path match. */
const guarded = async (refused: RegExp) => {
  const stack = await createStack()
  let isOn = true
  const wallet = await signedIn(stack, {
    backend: async (request) => {
      const call = `${request.method} ${new URL(request.url).pathname}`
      if (isOn && refused.test(call)) return Response.json(refusal, { status: 403 })
      return stack.backend(request)
    },
  })
  const satisfied = (): void => {
    isOn = false
  }
  return { stack, wallet, satisfied }
}

const calls: readonly (readonly [string, RegExp, (wallet: Wallet) => Promise<unknown>])[] = [
  ['an export', /\/export$/, (wallet) => wallet.exportWallet()],
  [
    'a creation',
    /^POST \/auth\/(credentials|passkey-registration-options)$/,
    (wallet) => wallet.credentials.create({ type: 'PASSKEY', nickname: 'Laptop' }),
  ],
  [
    'a revocation',
    /^DELETE \/auth\/credentials/,
    (wallet) => wallet.credentials.revoke(`AuthMethod:${crypto.randomUUID()}`),
  ],
  ['a refresh', /\/refresh$/, (wallet) => wallet.sessions.refresh()],
  [
    'a signed request',
    /^PATCH \/customers/,
    (wallet) => wallet.signedRequest({ method: 'PATCH', path: '/customers/Customer:1', body: {} }),
  ],
]

test.each(calls)(
  '%s that needs a fresh proof is STEP_UP_REQUIRED, and says what to do',
  async (_, path, call) => {
    const { wallet } = await guarded(path)
    const before = wallet.getState()
    const error = await call(wallet).catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ kind: 'session', code: 'STEP_UP_REQUIRED' })
    expect(String(error)).toContain('sign in again, then repeat')
    expect(String(error)).not.toContain('from the backend')
    expect(wallet.getState().session).toEqual(before.session)
    const { flow } = wallet.getState()
    expect(flow).toEqual(
      flow.status === 'idle' && flow.fault
        ? { status: 'idle', fault: { kind: 'session', code: 'STEP_UP_REQUIRED' } }
        : before.flow,
    )
  },
)

test('after another sign-in the same call goes through', async () => {
  const { stack, wallet, satisfied } = await guarded(/\/export$/)
  expect(await codeOf(wallet.exportWallet())).toBe('STEP_UP_REQUIRED')
  await wallet.signIn({ type: 'EMAIL_OTP' })
  await wallet.submit({ otp: stack.otp() })
  satisfied()
  const { phrase, wipe } = await wallet.exportWallet()
  expect(phrase.length).toBeGreaterThan(40)
  wipe()
})

test('STEP_UP_REQUIRED with another status than 403 stays a ServiceError', async () => {
  const { wallet, stack } = await guarded(/^never/)
  stack.emulator.faults.next('PATCH /internal-accounts/{id}', { status: 409, code: 'STEP_UP_REQUIRED' })
  await expect(wallet.updatePrivacy({ privateEnabled: true })).rejects.toMatchObject({
    kind: 'service',
    status: 409,
  })
})
