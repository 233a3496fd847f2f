import { expect, test } from './fixtures.js'
import { heldFlows } from './flows/held.js'
import { sealedFlows } from './flows/sealed.js'
import { strictFlows } from './flows/strict.js'
import { credentialRows, heldRows } from './support/credential-rows.js'

strictFlows(test, credentialRows, { keyDelivery: 'sealed' })
heldFlows(test, heldRows)
for (const profile of ['seed', 'sandbox', 'production'] as const) {
  test.describe(`client-held keys at ${profile}`, { tag: '@long' }, () => {
    strictFlows(test, heldRows, { keyDelivery: 'client-held', profile })
  })
}
for (const profile of ['sandbox', 'production'] as const) {
  test.describe(`sealed keys at ${profile}`, { tag: '@long' }, () => {
    sealedFlows(test, credentialRows, profile)
  })
}

test('a second credential of a type is refused with the service’s code before any ceremony', async ({
  wallet,
  stack,
}) => {
  await wallet.askForCode()
  await wallet.enterCode(stack.otp())
  await wallet.createPasskey('Laptop')
  // The options of a passkey are asked for beside the list that forbids it.
  const creations = (): readonly unknown[] =>
    stack.arrivals('page').filter(({ method, path }) => method === 'POST' && path === '/auth/credentials')
  const before = creations().length
  await expect(wallet.createPasskey('Phone')).rejects.toMatchObject({
    code: 'PASSKEY_CREDENTIAL_ALREADY_EXISTS',
  })
  await expect(wallet.createEmailOtp('b@example.com')).rejects.toMatchObject({
    code: 'EMAIL_OTP_CREDENTIAL_ALREADY_EXISTS',
  })
  expect(creations()).toHaveLength(before)
})
