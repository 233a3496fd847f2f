import { describe, expect, it } from 'vitest'
import { flipped, testAuthenticator } from '../../../emulator/src/fixtures/authenticator.js'
import { bytesToBase64url } from '../../base64url.js'
import { utf8 } from '../../encoding.js'
import type { Assertion } from '../../wire/credentials.js'
import { checkAssertion, type Expected } from './check-assertion.js'
import { attestedPasskey, bytesOf } from './passkey-keys.js'

const origin = 'https://app.example.com'

/** An assertion, and what it fits. */
async function made(counter = 1): Promise<{ assertion: Assertion; expected: Expected }> {
  const authenticator = await testAuthenticator()
  const passkey = attestedPasskey(await authenticator.create('AAAA', { counter: 0 }))
  if (passkey === undefined) throw new Error('The authenticator has no key.')
  return {
    assertion: await authenticator.get('BBBB', { origin, counter }),
    expected: { challenge: 'BBBB', pages: { origins: [origin], topOrigins: [] }, rpId: 'localhost', passkey },
  }
}

/** Changes the client data, which the signature then no longer fits. */
const withClientData = (assertion: Assertion, changes: object): Assertion => {
  const data = JSON.parse(new TextDecoder().decode(bytesOf(assertion.clientDataJson)))
  return { ...assertion, clientDataJson: bytesToBase64url(utf8(JSON.stringify({ ...data, ...changes }))) }
}

describe('checkAssertion', () => {
  it('of several keys, it finds the one that has signed', async () => {
    const { assertion, expected } = await made()
    const [key = ''] = expected.passkey.keys
    const passkey = { keys: ['AAAA', flipped(key), key], counter: 0 }
    expect(await checkAssertion(assertion, { ...expected, passkey })).toEqual({
      ok: true,
      passkey: { keys: [key], counter: 1 },
    })
  })

  it('text that is not a key verifies nothing', async () => {
    const { assertion, expected } = await made()
    const passkey = { keys: ['AAAA', ''], counter: 0 }
    expect(await checkAssertion(assertion, { ...expected, passkey })).toEqual({
      ok: false,
      fault: 'signature',
    })
  })

  it.each(['', 'AAAA', '!'])('the signature %j is refused', async (signature) => {
    const { assertion, expected } = await made()
    expect(await checkAssertion({ ...assertion, signature }, expected)).toEqual({
      ok: false,
      fault: 'signature',
    })
  })

  it.each([
    ['another page around it', { topOrigin: origin }, 'origin'],
    ['a frame of another origin', { crossOrigin: true }, 'origin'],
    ['a frame on another page', { crossOrigin: true, topOrigin: 'https://shop.example' }, 'origin'],
    ['a text that is not true or false', { crossOrigin: 'true' }, 'type'],
    ['a number instead of the page around it', { topOrigin: 7 }, 'type'],
    ['an origin that is a list', { origin: [origin] }, 'type'],
    ['another challenge', { challenge: 'CCCC' }, 'challenge'],
    ['more than WebAuthn names', { more: 1 }, 'signature'],
  ])('client data with %s is refused', async (_, changes, fault) => {
    const { assertion, expected } = await made()
    expect(await checkAssertion(withClientData(assertion, changes), expected)).toEqual({ ok: false, fault })
  })

  it.each([
    ['a page of topOrigins is above it', { crossOrigin: true, topOrigin: 'https://shop.example' }, true],
    ['another page is above it', { crossOrigin: true, topOrigin: 'https://evil.example' }, false],
    ['the browser does not tell what is above it', { crossOrigin: true }, false],
    ['nothing is above it', {}, true],
  ])('with topOrigins, an assertion in a frame is accepted or not if %s', async (_, changes, ok) => {
    const { assertion, expected } = await made()
    const pages = { origins: [origin], topOrigins: ['https://shop.example'] }
    const checked = await checkAssertion(withClientData(assertion, changes), { ...expected, pages })
    // The changed client data no longer fits the signature, which is checked after the origin.
    expect(checked.ok || checked.fault !== 'origin').toBe(ok)
  })

  it.each([0, 31, 32, 36])('authenticator data of %i bytes is refused', async (length) => {
    const { assertion, expected } = await made()
    const authenticatorData = bytesToBase64url(bytesOf(assertion.authenticatorData).subarray(0, length))
    expect(await checkAssertion({ ...assertion, authenticatorData }, expected)).toEqual({
      ok: false,
      fault: 'relying party',
    })
  })

  it.each([
    ['none, as before', 0, 0, true],
    ['its first', 0, 1, true],
    ['the next', 1, 2, true],
    ['the same again', 2, 2, false],
    ['none any more', 2, 0, false],
  ])('a counter is right or wrong: %s', async (_, before, after, ok) => {
    const { assertion, expected } = await made(after)
    const passkey = { ...expected.passkey, counter: before }
    expect(await checkAssertion(assertion, { ...expected, passkey })).toMatchObject({
      ok,
      ...(!ok && { fault: 'counter' }),
    })
  })
})
