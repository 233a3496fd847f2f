/** Passkey ceremonies with a simulated authenticator. @module */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { base64urlToBytes } from '../../base64url.js'
import { bytesToHex } from '../../encoding.js'
import { SessionError } from '../../errors.js'
import type { CredentialChallenge } from '../../wire/credentials.js'
import { CreateCredentialBody, VerifyCredentialBody } from '../../wire/credentials.js'
import type { PaymentProofRequest } from '../../wire/payment-proof.js'
import { parse } from '../../wire/schema.js'
import { manualClock } from '../fixtures/manual-clock.js'
import { assertPayment, webAuthnChallenge } from './ceremonies.js'
import type { CreationRequest, PasskeySettings, ProofRequest } from './method.js'
import { passkey } from './passkey.js'

// The vector `passkey` of the shared vectors, which other code has made.
const vector = {
  challenge: '002942cd10b9c6b822f4d6faa9ab9ade87cf9aade67045314b3a7b53e734f153',
  utf8: {
    bytes:
      '30303239343263643130623963366238323266346436666161396162396164653837636639616164653637303435333134623361376235336537333466313533',
    clientData: 'MDAyOTQyY2QxMGI5YzZiODIyZjRkNmZhYTlhYjlhZGU4N2NmOWFhZGU2NzA0NTMxNGIzYTdiNTNlNzM0ZjE1Mw',
  },
  base64url: {
    bytes: 'd34dbde3671dd746fd73a6fcdb67f877a7da6bd69bf5a75ef3b71ff5a69d7baef4e39df5e1bddaedbe777bbdf87f5e77',
    clientData: '002942cd10b9c6b822f4d6faa9ab9ade87cf9aade67045314b3a7b53e734f153',
  },
  assertion: {
    credentialId: 'xRjN9QvxEIYATcobRPB-YyEPne8VetTvYOkI2voyy-c',
    clientDataJson:
      'eyJ0eXBlIjoid2ViYXV0aG4uZ2V0IiwiY2hhbGxlbmdlIjoiTURBeU9UUXlZMlF4TUdJNVl6WmlPREl5WmpSa05tWmhZVGxoWWpsaFpHVTROMk5tT1dGaFpHVTJOekEwTlRNeE5HSXpZVGRpTlRObE56TTBaakUxTXciLCJvcmlnaW4iOiJodHRwczovL3dhbGxldC5leGFtcGxlIiwiY3Jvc3NPcmlnaW4iOmZhbHNlfQ',
    authenticatorData: '809_uZ0MDjXk3NnjN3ALvGa7xk6tXj9nSWj-rCEDRFUFAAAAAQ',
    signature:
      'MEUCIQCqkzIWf4DUXenN4yB97WTb-kEfGx-8LR_98qMhrg4tvQIgNxPq-6O25FGs1tqHjjf1D-cUZJQ5CxpNF4Ggova8KYk',
  },
}

const buffer = (base64url: string): ArrayBuffer =>
  (base64urlToBytes(base64url) ?? expect.fail(base64url)).buffer
const hexOf = (source: BufferSource | undefined): string =>
  bytesToHex(source instanceof ArrayBuffer ? new Uint8Array(source) : expect.fail('no buffer'))

describe('webAuthnChallenge', () => {
  it('webAuthnChallenge encodes a hex digest as UTF-8 by default', () => {
    expect(webAuthnChallenge(vector.challenge)).toBe(vector.utf8.clientData)
    expect(webAuthnChallenge(vector.challenge, 'utf8')).toBe(vector.utf8.clientData)
    expect(bytesToHex(new Uint8Array(buffer(webAuthnChallenge(vector.challenge))))).toBe(vector.utf8.bytes)
  })

  it('webAuthnChallenge decodes any challenge with the option base64url', () => {
    expect(webAuthnChallenge(vector.challenge, 'base64url')).toBe(vector.base64url.clientData)
    expect(bytesToHex(new Uint8Array(buffer(webAuthnChallenge(vector.challenge, 'base64url'))))).toBe(
      vector.base64url.bytes,
    )
  })

  it.each([
    'VjZ6o8KfE9V3q3LkR2nH5eZ6dM8yA1xW',
    vector.challenge.toUpperCase(),
    vector.challenge.slice(0, 60),
    `${vector.challenge}0000`,
  ])('webAuthnChallenge decodes every challenge but 64 lower-case hex characters: %s', (text) => {
    expect(webAuthnChallenge(text)).toBe(text)
  })

  it('webAuthnChallenge encodes any challenge as UTF-8 with the option utf8', () => {
    expect(webAuthnChallenge('é', 'utf8')).toBe('w6k')
  })

  it.each(['', 'not base64url!', 'A'])('webAuthnChallenge refuses %j', (text) => {
    expect(() => webAuthnChallenge(text)).toThrow(expect.objectContaining({ code: 'CEREMONY_FAILED' }))
  })
})

const challenge: CredentialChallenge = {
  id: 'AuthMethod:1',
  accountId: 'InternalAccount:1',
  type: 'PASSKEY',
  nickname: 'Phone',
  credentialId: vector.assertion.credentialId,
  challenge: vector.challenge,
  requestId: 'Request:1',
  createdAt: '2026-01-01T00:00:00Z',
  updatedAt: '2026-01-01T00:00:00Z',
}

const get = vi.fn<(options: CredentialRequestOptions) => Promise<unknown>>()
const create = vi.fn<(options: CredentialCreationOptions) => Promise<unknown>>()

const asserted = (userHandle: ArrayBuffer | null = null): unknown => ({
  id: vector.assertion.credentialId,
  rawId: buffer(vector.assertion.credentialId),
  type: 'public-key',
  getClientExtensionResults: () => ({}),
  response: {
    clientDataJSON: buffer(vector.assertion.clientDataJson),
    authenticatorData: buffer(vector.assertion.authenticatorData),
    signature: buffer(vector.assertion.signature),
    userHandle,
  },
})

beforeEach(() => {
  vi.stubGlobal('PublicKeyCredential', class {})
  vi.stubGlobal('navigator', { credentials: { get, create } })
  vi.stubGlobal('location', new URL('https://wallet.example/page'))
})
afterEach(() => {
  vi.unstubAllGlobals()
  get.mockReset()
  create.mockReset()
})

function requestWith(settings: PasskeySettings = {}, more: Partial<ProofRequest & CreationRequest> = {}) {
  const clock = manualClock()
  const controller = new AbortController()
  const request: ProofRequest & CreationRequest = {
    clock,
    now: () => 0,
    passkey: settings,
    sandbox: {},
    signal: controller.signal,
    clientPublicKey: '04ab',
    nonce: '',
    challenge,
    getOidcToken: undefined,
    accountId: 'InternalAccount:0191c8a1-7d3e-7c2b-9a51-0e6c2f1b8d44',
    oidcBinding: () => Promise.reject(new Error('not asked')),
    prepared: {
      challenge: 'AAAA',
      rp: { id: 'wallet.example', name: 'Wallet' },
      user: { id: 'BBBB', name: 'My phone', displayName: 'My phone' },
      pubKeyCredParams: [{ type: 'public-key', alg: -7 }],
    },
    until: Number.POSITIVE_INFINITY,
    ...more,
  }
  return { request, clock, controller }
}

const createBody = (request: CreationRequest) =>
  passkey.creationBody({ type: 'PASSKEY', nickname: 'My phone' }, request)

const inputFor = (nickname: string) =>
  passkey.checkedInput?.({ type: 'PASSKEY', nickname }) ?? expect.fail('not checked')

const prove = (request: ProofRequest) => passkey.prove?.(request) ?? expect.fail('no prove')
const pendingUntilAborted = ({ signal }: { readonly signal?: AbortSignal }): Promise<never> =>
  new Promise((_, reject) => {
    signal?.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')))
  })

describe('signing in with a passkey', () => {
  it('asks the authenticator for this credential and this page’s relying party, with user verification', async () => {
    get.mockResolvedValue(asserted())
    await prove(requestWith().request)
    const { publicKey } = get.mock.calls[0]?.[0] ?? {}
    expect(hexOf(publicKey?.challenge)).toBe(vector.utf8.bytes)
    expect(publicKey).toMatchObject({
      rpId: 'wallet.example',
      userVerification: 'required',
      timeout: 240_000,
    })
    expect(publicKey?.allowCredentials).toHaveLength(1)
    expect(hexOf(publicKey?.allowCredentials?.[0]?.id)).toBe(hexOf(buffer(vector.assertion.credentialId)))
  })

  it('opens the dialog in the same task as the click, once everything is loaded', async () => {
    get.mockResolvedValue(asserted())
    await prove(requestWith().request)
    const clicked = prove(requestWith().request)
    expect(get).toHaveBeenCalledTimes(2)
    await clicked
  })

  it('the options set the relying party, the timeout and the encoding of the challenge', async () => {
    get.mockResolvedValue(asserted())
    await prove(requestWith({ rpId: 'example', timeout: 5_000, challengeEncoding: 'base64url' }).request)
    const { publicKey } = get.mock.calls[0]?.[0] ?? {}
    expect(publicKey).toMatchObject({ rpId: 'example', timeout: 5_000 })
    expect(hexOf(publicKey?.challenge)).toBe(vector.base64url.bytes)
  })

  it('sends the assertion exactly as the interface spells it', async () => {
    get.mockResolvedValue(asserted())
    const proof = await prove(requestWith().request)
    expect(proof).toEqual({ assertion: vector.assertion })
    const body = passkey.verifyBody?.(proof, 'not part of it')
    expect(body).toEqual({ type: 'PASSKEY', assertion: vector.assertion })
    expect(parse(VerifyCredentialBody, body).ok).toBe(true)
    expect(() => passkey.verifyBody?.({ otp: '000000' }, 'not part of it')).toThrow(TypeError)
  })

  it('sends a user handle only if the authenticator returned one', async () => {
    get.mockResolvedValue(asserted(buffer('AQID')))
    expect((await prove(requestWith().request)).assertion?.userHandle).toBe('AQID')
    get.mockResolvedValue(asserted(new ArrayBuffer(0)))
    expect((await prove(requestWith().request)).assertion).not.toHaveProperty('userHandle')
  })

  it('accepts credential ids without padding', async () => {
    get.mockResolvedValue(asserted())
    const padded = { ...challenge, credentialId: `${vector.assertion.credentialId}=` }
    await prove(requestWith({}, { challenge: padded }).request)
    expect(hexOf(get.mock.calls[0]?.[0].publicKey?.allowCredentials?.[0]?.id)).toBe(
      hexOf(buffer(vector.assertion.credentialId)),
    )
  })

  it.each([
    ['left out', undefined],
    ['no base64url', 'no base64url!'],
  ])('opens no dialog for a challenge that is %s', async (_, text) => {
    const { challenge: _challenge, ...rest } = challenge
    const given = text === undefined ? rest : { ...rest, challenge: text }
    await expect(prove(requestWith({}, { challenge: given }).request)).rejects.toMatchObject({
      kind: 'ceremony',
      code: 'CEREMONY_FAILED',
    })
    expect(get).not.toHaveBeenCalled()
  })

  it.each([
    ['NotAllowedError', 'CEREMONY_CANCELLED'],
    ['AbortError', 'CEREMONY_CANCELLED'],
    ['OperationError', 'CEREMONY_PENDING'],
    ['SecurityError', 'RELYING_PARTY_MISMATCH'],
    ['UnknownError', 'CEREMONY_FAILED'],
  ])('reports a browser error %s as %s', async (name, code) => {
    get.mockRejectedValue(new DOMException('no', name))
    await expect(prove(requestWith().request)).rejects.toMatchObject({ kind: 'ceremony', code })
  })

  it('reports an empty answer of the browser as CEREMONY_FAILED', async () => {
    get.mockResolvedValue(null)
    await expect(prove(requestWith().request)).rejects.toMatchObject({ code: 'CEREMONY_FAILED' })
  })

  it('rejects with CEREMONY_TIMEOUT five seconds after the timeout of a dialog that the browser left open, and closes the dialog', async () => {
    get.mockImplementation(pendingUntilAborted)
    const { request, clock } = requestWith({ timeout: 1_000 })
    const waiting = prove(request)
    await expect.poll(() => get).toHaveBeenCalled()
    clock.step(5_999)
    expect(get.mock.calls[0]?.[0].signal?.aborted).toBe(false)
    clock.step(1)
    await expect(waiting).rejects.toMatchObject({ code: 'CEREMONY_TIMEOUT' })
    expect(get.mock.calls[0]?.[0].signal?.aborted).toBe(true)
  })

  it('rejects with the signal’s reason and closes the dialog when the sign-in is stopped', async () => {
    get.mockImplementation(pendingUntilAborted)
    const { request, controller } = requestWith()
    const waiting = prove(request)
    await expect.poll(() => get).toHaveBeenCalled()
    const reason = new SessionError('CANCELLED', 'm')
    controller.abort(reason)
    await expect(waiting).rejects.toBe(reason)
    expect(get.mock.calls[0]?.[0].signal?.aborted).toBe(true)
  })

  it('rejects with PASSKEYS_UNSUPPORTED in a browser without passkeys', async () => {
    vi.stubGlobal('PublicKeyCredential', undefined)
    await expect(prove(requestWith().request)).rejects.toMatchObject({ code: 'PASSKEYS_UNSUPPORTED' })
  })

  it('opens no dialog if the sandbox option has an assertion', async () => {
    const assertion = vi.fn(async (_: { credentialId: string; challenge: string }) => vector.assertion)
    expect(await prove(requestWith({}, { sandbox: { assertion } }).request)).toEqual({
      assertion: vector.assertion,
    })
    expect(assertion.mock.calls).toEqual([
      [{ credentialId: vector.assertion.credentialId, challenge: vector.challenge }],
    ])
    expect(get).not.toHaveBeenCalled()
  })
})

describe('creating a passkey', () => {
  const created = (transports?: readonly string[]): unknown => ({
    id: 'CCCC',
    rawId: buffer('CCCC'),
    type: 'public-key',
    getClientExtensionResults: () => ({}),
    response: {
      clientDataJSON: buffer('DDDD'),
      attestationObject: buffer('EEEE'),
      ...(transports && { getTransports: () => transports }),
    },
  })

  it('sends challenge and attestation as the interface spells them, under the trimmed nickname', async () => {
    create.mockResolvedValue(created(['internal', 'hybrid']))
    const body = await createBody(requestWith().request)
    expect(body).toEqual({
      type: 'PASSKEY',
      accountId: 'InternalAccount:0191c8a1-7d3e-7c2b-9a51-0e6c2f1b8d44',
      nickname: 'My phone',
      challenge: 'AAAA',
      attestation: {
        credentialId: 'CCCC',
        clientDataJson: 'DDDD',
        attestationObject: 'EEEE',
        transports: ['internal', 'hybrid'],
      },
    })
    expect(parse(CreateCredentialBody, body).ok).toBe(true)
  })

  it('registers only passkeys that verify the user, even if the backend asks for less', async () => {
    create.mockResolvedValue(created())
    const lax = { residentKey: 'required', userVerification: 'discouraged' }
    const { request } = requestWith()
    const prepared = { ...(request.prepared ?? expect.fail()), authenticatorSelection: lax }
    await createBody({ ...request, prepared })
    await createBody(request)
    const selections = create.mock.calls.map(([options]) => options?.publicKey?.authenticatorSelection)
    expect(selections).toEqual([
      { residentKey: 'required', userVerification: 'required' },
      { userVerification: 'required' },
    ])
  })

  it('opens no dialog for a relying party other than the option passkey.rpId', async () => {
    await expect(createBody(requestWith({ rpId: 'example' }).request)).rejects.toMatchObject({
      code: 'RELYING_PARTY_MISMATCH',
    })
    expect(create).not.toHaveBeenCalled()
    create.mockResolvedValue(created())
    expect(await createBody(requestWith({ rpId: 'wallet.example' }).request)).toMatchObject({
      type: 'PASSKEY',
    })
  })

  it('leaves out the transports if the browser does not report them', async () => {
    create.mockResolvedValue(created())
    const body = await createBody(requestWith().request)
    expect('attestation' in body && Object.keys(body.attestation)).not.toContain('transports')
  })

  // `InvalidStateError`: the authenticator already has a passkey of this account.
  it.each([
    ['InvalidStateError', 'PASSKEY_EXISTS'],
    ['NotAllowedError', 'CEREMONY_CANCELLED'],
    ['AbortError', 'CEREMONY_CANCELLED'],
    ['OperationError', 'CEREMONY_PENDING'],
    ['NotSupportedError', 'PASSKEYS_UNSUPPORTED'],
    ['SecurityError', 'RELYING_PARTY_MISMATCH'],
    ['ConstraintError', 'CEREMONY_FAILED'],
  ])('reports a browser error %s of a registration as %s', async (name, code) => {
    create.mockRejectedValue(new DOMException('no', name))
    await expect(createBody(requestWith().request)).rejects.toMatchObject({ kind: 'ceremony', code })
  })

  it.each(['', '   ', 'x'.repeat(101), 'a/b', '<b>', '👩', 'आईफ़ोन'])(
    'the nickname %j is INPUT_INVALID',
    (nickname) => {
      expect(() => inputFor(nickname)).toThrow(
        expect.objectContaining({ kind: 'ceremony', code: 'INPUT_INVALID' }),
      )
    },
  )

  it('a nickname that is not a string is a TypeError', () => {
    // What a caller without types may pass.
    expect(() => inputFor(undefined as unknown as string)).toThrow(TypeError)
  })

  it.each([
    ["Ada's phone (2)", "Ada's phone (2)"],
    ['Ключ-1.2_x', 'Ключ-1.2_x'],
    ['x'.repeat(100), 'x'.repeat(100)],
    [' My\u00a0 phone ', 'My phone'],
    ['Ada’s iPhone', "Ada's iPhone"],
    ['Ada‘s – work', "Ada's - work"],
    ['Jose\u0301', 'José'],
  ])('the nickname %j is sent as %j', (nickname, sent) => {
    expect(inputFor(nickname)).toEqual({ type: 'PASSKEY', nickname: sent })
  })
})

describe('the proof of a payment', () => {
  const payment = {
    options: { challenge: 'AAAA', rpId: 'wallet.example', timeout: 60_000, allowCredentials: [] },
  } as unknown as PaymentProofRequest

  it('the dialog for a payment opens only for the relying party of the option passkey.rpId', async () => {
    get.mockResolvedValue(asserted())
    const other = requestWith({ rpId: 'example' }).request
    await expect(assertPayment(other, payment, 60_000)).rejects.toMatchObject({
      code: 'RELYING_PARTY_MISMATCH',
    })
    expect(get).not.toHaveBeenCalled()
    for (const settings of [{}, { rpId: 'wallet.example' }])
      expect(await assertPayment(requestWith(settings).request, payment, 60_000)).toHaveProperty('signature')
  })
})
