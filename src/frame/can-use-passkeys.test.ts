/** When a frame counts as one in which passkey dialogs open. */
import { afterEach, expect, test, vi } from 'vitest'
import { canUsePasskeys } from './can-use-passkeys.js'

/** What a browser has. Its own functions say so in their text, as bound ones do. */
const browser = {
  PublicKeyCredential: class {},
  credentials: { get: (() => {}).bind(undefined), create: (() => {}).bind(undefined) } as object | undefined,
  document: {} as object,
}

const using = (change: Partial<typeof browser>): boolean => {
  const { PublicKeyCredential, credentials, document } = { ...browser, ...change }
  vi.stubGlobal('PublicKeyCredential', PublicKeyCredential)
  vi.stubGlobal('navigator', { credentials })
  vi.stubGlobal('document', document)
  return canUsePasskeys()
}

afterEach(() => void vi.unstubAllGlobals())

const policy = (...forbidden: string[]) => ({
  featurePolicy: { allowsFeature: (feature: string) => !forbidden.includes(feature) },
})
const replaced = () => Promise.resolve()

test.each<[string, Partial<typeof browser>]>([
  ['says nothing of its policy', {}],
  ['allows passkeys', { document: policy('camera') }],
  ['has a policy that cannot be asked', { document: { featurePolicy: {} } }],
  ['has a policy that is not one', { document: { featurePolicy: null } }],
  ['has a policy with a list', { document: { featurePolicy: { allowsFeature: [] } } }],
])('passkeys can be used in a frame whose browser %s', (_, change) => {
  expect(using(change)).toBe(true)
})

test.each<[string, Partial<typeof browser>]>([
  ['has no WebAuthn', { PublicKeyCredential: undefined as never }],
  ['has no credentials, as on plain HTTP', { credentials: undefined }],
  ['has a replaced get()', { credentials: { ...browser.credentials, get: replaced } }],
  ['has a replaced create()', { credentials: { ...browser.credentials, create: replaced } }],
  ['forbids signing in', { document: policy('publickey-credentials-get') }],
  ['forbids creating', { document: policy('publickey-credentials-create') }],
])('passkeys cannot be used in a frame whose browser %s', (_, change) => {
  expect(using(change)).toBe(false)
})
