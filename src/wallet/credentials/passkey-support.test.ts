/** What a page learns about passkeys before it offers them, and the errors in a frame without permission. @module */
import { afterEach, describe, expect, test, vi } from 'vitest'
import { codeOf, signedIn } from '../fixtures/open-wallets.js'
import { stubPasskeys } from '../fixtures/passkeys.js'
import { createStack } from '../fixtures/stack.js'
import { ceremonyError } from './ceremony-error.js'
import { passkeySupport } from './passkey-support.js'

afterEach(() => {
  vi.unstubAllGlobals()
})

/** A browser with WebAuthn, in a page whose permissions policy allows these features; `undefined`: it does not tell. */
function browser(allowed: readonly string[] | undefined, abilities: object = {}): void {
  vi.stubGlobal('isSecureContext', true)
  vi.stubGlobal('PublicKeyCredential', Object.assign(class {}, abilities))
  // The authenticator of an earlier stub stays.
  const credentials = globalThis.navigator?.credentials ?? { get: () => {}, create: () => {} }
  vi.stubGlobal('navigator', { credentials })
  const features = (): readonly string[] => ['publickey-credentials-get', 'publickey-credentials-create']
  const allowsFeature = (name: string): boolean => allowed?.includes(name) === true
  vi.stubGlobal('document', {
    visibilityState: 'visible',
    addEventListener: () => {},
    removeEventListener: () => {},
    ...(allowed && { featurePolicy: { features, allowsFeature } }),
  })
}

/** A frame in a page of another origin. */
function foreignFrame(): void {
  const location = {
    get origin(): string {
      throw new DOMException('Blocked a frame', 'SecurityError')
    },
  }
  vi.stubGlobal('self', globalThis)
  vi.stubGlobal('top', { location })
}

const all = ['publickey-credentials-get', 'publickey-credentials-create']

describe('passkeySupport()', () => {
  test('passkeySupport reports no support without WebAuthn, for example in Node', async () => {
    expect(await passkeySupport()).toEqual({
      signIn: false,
      create: false,
      platformAuthenticator: false,
      conditionalMediation: false,
      foreignFrame: false,
    })
  })

  test('passkeySupport reports what the browser says about the device and autofill', async () => {
    browser(all, {
      isUserVerifyingPlatformAuthenticatorAvailable: async () => true,
      isConditionalMediationAvailable: async () => true,
    })
    expect(await passkeySupport()).toEqual({
      signIn: true,
      create: true,
      platformAuthenticator: true,
      conditionalMediation: true,
      foreignFrame: false,
    })
  })

  test('passkeySupport reports a feature that an older browser lacks, refuses or never answers for as missing', async () => {
    browser(undefined, { isUserVerifyingPlatformAuthenticatorAvailable: () => Promise.reject(new Error()) })
    expect(await passkeySupport()).toMatchObject({ signIn: true, platformAuthenticator: false })
    browser(undefined, { isConditionalMediationAvailable: () => new Promise(() => {}) })
    expect(await passkeySupport()).toMatchObject({ signIn: true, conditionalMediation: false })
  })

  test.each([
    ['no credentials', {}],
    ['credentials without methods', { credentials: {} }],
    [
      'credentials that throw',
      {
        get credentials() {
          throw new Error('blocked')
        },
      },
    ],
  ])('passkeySupport reports no support if an extension leaves %s', async (_, navigator) => {
    browser(all)
    vi.stubGlobal('navigator', navigator)
    expect(await passkeySupport()).toMatchObject({ signIn: false, create: false })
  })

  test('passkeySupport reports as missing what is answered with anything but true', async () => {
    browser(all, { isConditionalMediationAvailable: async () => 'yes' })
    expect(await passkeySupport()).toMatchObject({ signIn: true, conditionalMediation: false })
  })

  test('passkeySupport reports no support on a page without HTTPS', async () => {
    browser(all)
    vi.stubGlobal('isSecureContext', false)
    expect(await passkeySupport()).toMatchObject({ signIn: false, create: false })
  })

  test('passkeySupport reports what the permissions policy of a frame forbids', async () => {
    browser(['publickey-credentials-get'])
    foreignFrame()
    expect(await passkeySupport()).toMatchObject({ signIn: true, create: false, foreignFrame: true })
    browser([])
    expect(await passkeySupport()).toMatchObject({ signIn: false, create: false })
  })

  test('passkeySupport reports support in a browser whose policy does not know passkeys', async () => {
    browser(all)
    vi.stubGlobal('document', {
      featurePolicy: { features: () => ['geolocation'], allowsFeature: () => false },
    })
    expect(await passkeySupport()).toMatchObject({ signIn: true, create: true })
  })
})

describe('a frame whose policy forbids passkeys', () => {
  test('a frame that may not use passkeys rejects with PASSKEYS_NOT_ALLOWED and what its allow attribute lacks, and opens no dialog', async () => {
    const dialogs: string[] = []
    await stubPasskeys((kind) => dialogs.push(kind))
    const stack = await createStack()
    const wallet = await signedIn(stack, { passkey: { rpId: 'localhost' } })
    await wallet.credentials.create({ type: 'PASSKEY', nickname: 'Phone' })
    dialogs.splice(0)
    browser([])
    await expect(wallet.signIn({ type: 'PASSKEY' })).rejects.toMatchObject({
      kind: 'ceremony',
      code: 'PASSKEYS_NOT_ALLOWED',
      message: expect.stringContaining('allow="publickey-credentials-get"'),
    })
    expect(wallet.getState().flow).toMatchObject({ fault: { code: 'PASSKEYS_NOT_ALLOWED' } })
    expect(dialogs).toEqual([])
    browser(['publickey-credentials-get'])
    expect(await codeOf(wallet.signIn({ type: 'PASSKEY' }))).toBe('resolved')
  })

  test('in a browser that does not reveal its policy, the error of a dismissed dialog says what a frame needs', () => {
    const dismissed = new DOMException('The operation failed.', 'NotAllowedError')
    expect(ceremonyError(dismissed, 'get').message).not.toContain('allow=')
    browser(undefined)
    foreignFrame()
    expect(ceremonyError(dismissed, 'get')).toMatchObject({
      code: 'CEREMONY_CANCELLED',
      message: expect.stringContaining('allow="publickey-credentials-get; publickey-credentials-create"'),
    })
  })
})
