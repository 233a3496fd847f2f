/** Sessions whose keys are made in the page: every flow, and what happens to lost and dishonest answers. @module */
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { Wallet } from '../api.js'
import { sha256Hex } from '../crypto/fixtures/client-keys.js'
import { heldOptions, openedHeld, signedInHeld, verifiesOf } from '../fixtures/held.js'
import { lyingBackend } from '../fixtures/lying-backend.js'
import { codeOf, opened, signedIn } from '../fixtures/open-wallets.js'
import { stubPasskeys } from '../fixtures/passkeys.js'
import { createStack, type Stack } from '../fixtures/stack.js'
import type { AccountRecord } from '../record/record.js'
import { memoryStore } from '../record/storage.js'

afterEach(() => void vi.unstubAllGlobals())

const held = (more: Parameters<typeof createStack>[0] = {}): Promise<Stack> =>
  createStack({ keyDelivery: 'client-held', ...more })

const publicKeyOf = (wallet: { getState(): { session: object } }): unknown =>
  (wallet.getState().session as { publicKey?: string }).publicKey

const recordOf = async (
  store: ReturnType<typeof memoryStore>,
  { accountId }: Stack,
): Promise<AccountRecord> => (await store.read(accountId)) as AccountRecord

describe('a sign-in by code', () => {
  test('the code is sent encrypted in two requests, and the key of the session is the one that the page has made', async () => {
    const stack = await held()
    const wallet = await signedInHeld(stack)
    expect(wallet.getState().session).toMatchObject({ status: 'active', type: 'EMAIL_OTP' })
    const verifies = verifiesOf(stack)
    expect(verifies.map(({ status }) => status)).toEqual([202, 200])
    for (const { body } of verifies)
      expect(Object.keys(body as object)).toEqual(['type', 'encryptedOtpBundle'])
    expect(JSON.stringify(stack.emulator.requests())).not.toContain(stack.otp())
    await wallet.updatePrivacy({ privateEnabled: true })
  })

  test.each([
    ['compressed', undefined],
    ['uncompressed', 'uncompressed'],
  ] as const)(
    'a service that wants the public key %s beside the code is served',
    async (form, otpPublicKey) => {
      const stack = await held({ unknowns: { publicKeyInBundle: form } })
      const wallet = await signedInHeld(stack, { ...(otpPublicKey && { otpPublicKey }) })
      expect(wallet.getState().session.status).toBe('active')
    },
  )

  test.each([
    ['kept', 'first'],
    ['kept', 'second'],
    ['void', 'first'],
    ['void', 'second'],
  ] as const)(
    'after a wrong code (%s, refused at the %s request) another code signs in',
    async (afterWrongCode, wrongCodeAt) => {
      const stack = await held({ unknowns: { afterWrongCode, wrongCodeAt } })
      const wallet = await openedHeld(stack)
      await wallet.signIn({ type: 'EMAIL_OTP' })
      expect(await codeOf(wallet.submit({ otp: '999999' }))).toBe('UNAUTHORIZED')
      expect(wallet.getState().flow).toMatchObject({
        status: 'awaitingProof',
        fault: { code: 'UNAUTHORIZED' },
      })
      if (afterWrongCode === 'void' || wrongCodeAt === 'second') {
        await stack.emulator.clock.advance(60_000)
        await wallet.resend()
      }
      await wallet.submit({ otp: stack.otp() })
      expect(wallet.getState().session.status).toBe('active')
    },
  )

  test('each try has a key of its own, and none is stored before the code is submitted', async () => {
    const stack = await held({ unknowns: { afterWrongCode: 'kept' } })
    const store = memoryStore()
    const wallet = await openedHeld(stack, { store })
    await wallet.signIn({ type: 'EMAIL_OTP' })
    expect((await recordOf(store, stack)).pending).not.toHaveProperty('clientKey')
    const keys = new Set<string | undefined>()
    const update = store.update
    store.update = (id, updater, readBack) =>
      update(
        id,
        (stored) => {
          const next = updater(stored)
          keys.add((next as AccountRecord | undefined)?.pending?.clientKey?.publicKey)
          return next
        },
        readBack,
      )
    await codeOf(wallet.submit({ otp: '999999' }))
    await wallet.submit({ otp: stack.otp() })
    keys.delete(undefined)
    expect(keys.size).toBe(2)
    expect(keys).toContain(publicKeyOf(wallet))
  })

  test('the code of a creation signs in without a challenge, because its bundle came with the creation', async () => {
    const stack = await held({ credential: false })
    const wallet = await openedHeld(stack)
    await wallet.credentials.create({ type: 'EMAIL_OTP', email: stack.email })
    await wallet.signIn({ type: 'EMAIL_OTP' })
    await wallet.submit({ otp: stack.otp() })
    expect(wallet.getState().session.status).toBe('active')
    expect(stack.emulator.requests().filter(({ path }) => path.endsWith('/challenge'))).toEqual([])
  })

  test.each<[string, (first: Wallet, stack: Stack) => Promise<unknown>]>([
    ['', async () => {}],
    [
      ' after a wrong one',
      async (first) => expect(await codeOf(first.submit({ otp: '999999' }))).toBe('UNAUTHORIZED'),
    ],
    [
      ' after this tab was refused another one',
      async (first, stack) => {
        stack.emulator.faults.next('POST /auth/credentials/{id}/challenge', { status: 429, retryAfter: 20 })
        expect(await codeOf(first.resend())).toBe('RATE_LIMITED')
      },
    ],
  ])('a code that another tab has requested is encrypted to its own bundle%s', async (_, act) => {
    const stack = await held({ unknowns: { afterWrongCode: 'kept' } })
    const store = memoryStore()
    const first = await openedHeld(stack, { store })
    await first.signIn({ type: 'EMAIL_OTP' })
    const second = await openedHeld(stack, { store })
    await stack.emulator.clock.advance(60_000)
    await second.resend()
    await stack.emulator.clock.advance(60_000)
    await act(first, stack)
    await first.submit({ otp: stack.otp() })
    expect(first.getState().session.status).toBe('active')
  })

  test('the stamp of the second request is reported to onEvent', async () => {
    const types: string[] = []
    await signedInHeld(await held(), { onEvent: ({ type }) => types.push(type) })
    expect(types.filter((type) => type === 'stamp')).toEqual(['stamp'])
  })

  test('between the two requests the record tells other tabs to wait', async () => {
    const stack = await held()
    const store = memoryStore()
    const { update } = store
    const deadlines: number[] = []
    store.update = (id, updater, readBack) =>
      update(
        id,
        (stored) => {
          const next = updater(stored)
          const { pending } = (next ?? {}) as Partial<AccountRecord>
          if (pending?.confirmation && pending.sentAt === undefined) deadlines.push(pending.deadline)
          return next
        },
        readBack,
      )
    let isFirst = true
    const backend: Stack['backend'] = async (request) => {
      if (request.url.endsWith('/verify') && isFirst) await stack.emulator.clock.advance(20_000)
      isFirst &&= !request.url.endsWith('/verify')
      return stack.backend(request)
    }
    await signedInHeld(stack, { store, backend })
    expect(deadlines).toHaveLength(1)
    // The second request has its own 35 s.
    expect(deadlines[0]).toBeGreaterThan(stack.emulator.clock.now() + 30_000)
  })

  // The emulator did not make these tokens, so it refuses their stamps.
  test.each([
    'opaque',
    'a.!!!.c',
    ...['7', 'null', '{}', '{"public_key":7}', '{'].map((text) => `a.${btoa(text)}.c`),
  ])('the token %s names no key, and is stamped', async (payloadToSign) => {
    const stack = await held()
    const { backend, stamps } = lyingBackend(stack, {
      on: /\/verify$/,
      down: (answer) => ({ ...answer, payloadToSign }),
    })
    const wallet = await openedHeld(stack, { backend })
    await wallet.signIn({ type: 'EMAIL_OTP' })
    expect(await codeOf(wallet.submit({ otp: stack.otp() }))).toBe('WALLET_SIGNATURE_INVALID')
    expect(stamps).toHaveLength(1)
  })

  test('a code that an earlier page has requested is sent by the next page in the same mode', async () => {
    const stack = await held()
    const store = memoryStore()
    const first = await openedHeld(stack, { store })
    await first.signIn({ type: 'EMAIL_OTP' })
    first.dispose()
    // The option of the next page does not change an attempt that has begun.
    const wallet = await opened(stack, { store, otpSigner: stack.emulator.otpSigner })
    await wallet.submit({ otp: stack.otp() })
    expect(wallet.getState().session.status).toBe('active')
    expect(verifiesOf(stack).map(({ status }) => status)).toEqual([202, 200])
  })
})

describe('the key to which a code is encrypted', () => {
  test('without otpSigner no code is requested', async () => {
    const stack = await held()
    const wallet = await opened(stack, { keyDelivery: 'client-held' })
    expect(await codeOf(wallet.signIn({ type: 'EMAIL_OTP' }))).toBe('OTP_SIGNER_REQUIRED')
    expect(stack.emulator.inbox.latest(stack.email)).toBeUndefined()
  })

  test('an otpSigner that is not on the curve is found out when a sign-in is prepared, and no code is sent', async () => {
    const stack = await held()
    const wallet = await openedHeld(stack, { otpSigner: `02${'f'.repeat(64)}` })
    const says = 'The code signer must be a P-256 public key in hex.'
    await expect(wallet.prepare({ type: 'EMAIL_OTP' })).rejects.toThrow(says)
    await expect(wallet.signIn({ type: 'EMAIL_OTP' })).rejects.toThrow(says)
    expect(stack.emulator.inbox.latest(stack.email)).toBeUndefined()
  })

  test('a bundle by another signer is refused when the code is requested, before the person types it', async () => {
    const stack = await held()
    const wallet = await openedHeld(stack, { otpSigner: stack.emulator.exportSigner })
    expect(await codeOf(wallet.signIn({ type: 'EMAIL_OTP' }))).toBe('OTP_SIGNER_MISMATCH')
    expect(verifiesOf(stack)).toEqual([])
  })

  test('a bundle by another signer is refused when another code is requested, too, and is not kept', async () => {
    const stack = await held()
    const theirs = await held()
    let challenges = 0
    const { backend } = lyingBackend(stack, {
      on: /\/challenge$/,
      down: async (answer) => {
        challenges += 1
        if (challenges === 1) return answer
        const other = memoryStore()
        await (await openedHeld(theirs, { store: other })).signIn({ type: 'EMAIL_OTP' })
        return { ...answer, otpEncryptionTargetBundle: (await recordOf(other, theirs)).pending?.otpBundle }
      },
    })
    const store = memoryStore()
    const wallet = await openedHeld(stack, { store, backend })
    await wallet.signIn({ type: 'EMAIL_OTP' })
    const before = (await recordOf(store, stack)).pending?.otpBundle
    await stack.emulator.clock.advance(60_000)
    expect(await codeOf(wallet.resend())).toBe('OTP_SIGNER_MISMATCH')
    expect((await recordOf(store, stack)).pending?.otpBundle).toBe(before)
    expect(wallet.getState().flow).toMatchObject({ status: 'awaitingProof' })
  })

  test.each([
    [
      'another code',
      async (wallet: Wallet, stack: Stack) => {
        await stack.emulator.clock.advance(60_000)
        await wallet.resend()
      },
    ],
    [
      'a wrong code',
      async (wallet: Wallet) => {
        expect(await codeOf(wallet.submit({ otp: '999999' }))).toBe('UNAUTHORIZED')
      },
    ],
  ])('after %s the next page still knows the key to encrypt with', async (_, act) => {
    const stack = await held({ unknowns: { afterWrongCode: 'kept' } })
    const store = memoryStore()
    const first = await openedHeld(stack, { store })
    await first.signIn({ type: 'EMAIL_OTP' })
    await act(first, stack)
    first.dispose()
    const wallet = await openedHeld(stack, { store })
    await wallet.submit({ otp: stack.otp() })
    expect(wallet.getState().session.status).toBe('active')
  })

  test('one of several pinned signers is enough, and "unverified" accepts any', async () => {
    const stack = await held()
    const { otpSigner, exportSigner } = stack.emulator
    for (const signer of [[exportSigner, otpSigner], 'unverified'] as const) {
      const wallet = await signedInHeld(stack, { otpSigner: signer })
      expect(wallet.getState().session.status).toBe('active')
      await wallet.signOut()
      await stack.emulator.clock.advance(60_000)
    }
  })

  test('a bundle that an earlier script has put into the record is refused, and the code is not sent', async () => {
    const stack = await held()
    const theirs = await held()
    const store = memoryStore()
    const wallet = await openedHeld(stack, { store })
    await wallet.signIn({ type: 'EMAIL_OTP' })
    const other = memoryStore()
    await (await openedHeld(theirs, { store: other })).signIn({ type: 'EMAIL_OTP' })
    const { otpBundle = '' } = (await recordOf(other, theirs)).pending ?? {}
    await store.update(stack.accountId, (record) => {
      const { pending, ...rest } = record as AccountRecord
      return { ...rest, pending: { ...pending, otpBundle } }
    })
    expect(await codeOf(wallet.submit({ otp: stack.otp() }))).toBe('OTP_SIGNER_MISMATCH')
    expect(wallet.getState().flow).toMatchObject({ status: 'awaitingProof' })
    expect(verifiesOf(stack)).toEqual([])
  })

  test('a service that sends no bundle gets no code in plain text', async () => {
    const stack = await createStack({ keyDelivery: 'sealed' })
    const wallet = await openedHeld(stack)
    expect(await codeOf(wallet.signIn({ type: 'EMAIL_OTP' }))).toBe('MALFORMED_ANSWER')
    expect(wallet.getState().flow).toMatchObject({ status: 'idle' })
    expect(verifiesOf(stack)).toEqual([])
  })

  test.each(['sealed', 'held'])('%j is not a way of delivering keys, or is one', async (keyDelivery) => {
    const stack = await createStack()
    const listed = opened(stack, { keyDelivery: keyDelivery as 'sealed' }).then(({ sessions }) =>
      sessions.list(),
    )
    if (keyDelivery === 'sealed') expect(await listed).toEqual([])
    else await expect(listed).rejects.toThrow(TypeError)
  })

  test.each([
    ['otpSigner', '04ab'],
    ['otpSigner', ['unverified', '02']],
    ['otpPublicKey', 'hybrid'],
  ])('the option %s cannot be %j', async (name, value) => {
    const stack = await createStack()
    await expect(opened(stack, { [name]: value })).rejects.toThrow(`\`${name}\``)
  })
})

describe('a sign-in by passkey or ID token', () => {
  const withPasskey = async (stack: Stack) => {
    await stubPasskeys()
    const wallet = await signedInHeld(stack, { passkey: { rpId: 'localhost' } })
    await wallet.credentials.create({ type: 'PASSKEY', nickname: 'Laptop' })
    return wallet
  }

  test('a passkey signs in, and the key that its challenge named is the key of the session', async () => {
    const stack = await held()
    const wallet = await withPasskey(stack)
    await wallet.signIn({ type: 'PASSKEY' })
    expect(wallet.getState().session).toMatchObject({ status: 'active', type: 'PASSKEY' })
    const asked = stack.emulator
      .requests()
      .filter(({ path }) => path.endsWith('/challenge'))
      .at(-1)
    expect(asked?.body).toEqual({ clientPublicKey: publicKeyOf(wallet) })
    await wallet.updatePrivacy({ privateEnabled: true })
  })

  // The emulator did not make these challenges, so it refuses the assertion if the ceremony takes place.
  test.each([
    ['the body that it is the hash of', undefined, undefined, 'UNAUTHORIZED'],
    ['a body with another key', '02'.padEnd(66, '1'), undefined, 'PAYLOAD_REFUSED'],
    ['another body', undefined, '{"organizationId":"x"}', 'PAYLOAD_REFUSED'],
    ['a body that is another activity', undefined, undefined, 'PAYLOAD_REFUSED', 'SIGN_TRANSACTION_V2'],
  ])(
    'a passkey challenge with %s is compared with it',
    async (_, otherKey, otherBody, code, activity?: string) => {
      const stack = await held()
      await withPasskey(stack)
      let sent = ''
      const { backend } = lyingBackend(stack, {
        on: /\/challenge$/,
        up: (asked) => {
          sent = String(asked['clientPublicKey'])
          return asked
        },
        down: (answer) => {
          const type = `ACTIVITY_TYPE_${activity ?? 'CREATE_READ_WRITE_SESSION_V2'}`
          const body = JSON.stringify({ parameters: { targetPublicKey: otherKey ?? sent }, type })
          return { ...answer, challenge: sha256Hex(body), payloadToSign: otherBody ?? body }
        },
      })
      const wallet = await openedHeld(stack, { backend, passkey: { rpId: 'localhost' } })
      expect(await codeOf(wallet.signIn({ type: 'PASSKEY' }))).toBe(code)
    },
  )

  test('an ID token signs in, with the nonce of the compressed key', async () => {
    const stack = await held({ credential: false })
    const wallet = await openedHeld(stack)
    const token = (nonce: string) => stack.emulator.issuer.token({ sub: 'ada', nonce })
    const nonces: string[] = []
    const getOidcToken = ({ nonce, clientPublicKey }: { nonce: string; clientPublicKey: string }) => {
      nonces.push(`${nonce === sha256Hex(clientPublicKey)} ${clientPublicKey.length}`)
      return token(nonce)
    }
    await wallet.credentials.create({ type: 'OAUTH', getOidcToken: ({ nonce }) => token(nonce) })
    await wallet.signIn({ type: 'OAUTH', getOidcToken })
    expect(nonces).toEqual(['true 66'])
    expect(wallet.getState().session).toMatchObject({ status: 'active', type: 'OAUTH' })
    expect(verifiesOf(stack).at(-1)?.body).toMatchObject({ clientPublicKey: publicKeyOf(wallet) })
  })

  test('the key survives the trip to the identity provider: the page that comes back signs in with it', async () => {
    const stack = await held({ credential: false })
    const store = memoryStore()
    const first = await openedHeld(stack, { store })
    const token = (nonce: string) => stack.emulator.issuer.token({ sub: 'ada', nonce })
    await first.credentials.create({ type: 'OAUTH', getOidcToken: ({ nonce }) => token(nonce) })
    let asked = { nonce: '', clientPublicKey: '' }
    const left = new Promise<void>((leave) => {
      const getOidcToken = (request: { nonce: string; clientPublicKey: string }) => {
        asked = request
        leave()
        return new Promise<string>(() => {})
      }
      void first.signIn({ type: 'OAUTH', getOidcToken }).catch(() => {})
    })
    await left
    first.dispose()
    const wallet = await openedHeld(stack, { store })
    expect(wallet.getState().flow).toMatchObject({ status: 'awaitingProof', proof: 'oidcToken' })
    await wallet.submit({ oidcToken: await token(asked.nonce) })
    expect(publicKeyOf(wallet)).toBe(asked.clientPublicKey)
  })
})

describe('a refresh', () => {
  test('a session is refreshed into one with a new key of the page', async () => {
    const stack = await held()
    const wallet = await signedInHeld(stack)
    const before = publicKeyOf(wallet)
    await wallet.sessions.refresh()
    expect(publicKeyOf(wallet)).not.toBe(before)
    await wallet.updatePrivacy({ privateEnabled: true })
  })

  test('a sealed session is refreshed into a client-held one', async () => {
    const stack = await createStack()
    const store = memoryStore()
    const sealed = await signedIn(stack, { store })
    sealed.dispose()
    const wallet = await openedHeld(stack, { store })
    expect(wallet.getState().session.status).toBe('active')
    await wallet.sessions.refresh()
    const asked = stack.emulator
      .requests()
      .filter(({ path }) => path.endsWith('/refresh'))
      .at(-1)
    expect(asked?.body).toEqual({ clientPublicKey: publicKeyOf(wallet) })
    await wallet.updatePrivacy({ privateEnabled: true })
  })

  test('a payload that names the new key in the other encoding is stamped, and one with another key is not', async () => {
    const stack = await held()
    const { backend, stamps } = lyingBackend(stack, {
      on: /\/refresh$/,
      down: (answer) => ({
        ...answer,
        payloadToSign: JSON.stringify({ parameters: { targetPublicKey: '02'.padEnd(66, '7') } }),
      }),
    })
    const wallet = await signedInHeld(stack, { backend })
    const before = stamps.length
    expect(await codeOf(wallet.sessions.refresh())).toBe('PAYLOAD_REFUSED')
    expect(stamps).toHaveLength(before)
    expect(wallet.getState().session.status).toBe('active')
  })
})

describe('a dishonest answer', () => {
  test.each([
    ['an activity', () => JSON.stringify({ type: 'ACTIVITY_TYPE_SIGN_TRANSACTION_V2' })],
    ['a token for another key', () => `e30.${btoa(JSON.stringify({ public_key: '02'.padEnd(66, '1') }))}.x`],
  ])('%s in place of the token is not stamped', async (_, payload) => {
    const stack = await held()
    const { backend, stamps } = lyingBackend(stack, {
      on: /\/verify$/,
      down: (answer) => ('payloadToSign' in answer ? { ...answer, payloadToSign: payload() } : answer),
    })
    const wallet = await openedHeld(stack, { backend })
    await wallet.signIn({ type: 'EMAIL_OTP' })
    expect(await codeOf(wallet.submit({ otp: stack.otp() }))).toBe('PAYLOAD_REFUSED')
    expect(stamps).toEqual([])
  })

  test('a session without a request for a stamp is not taken', async () => {
    const stack = await held()
    const session = {
      id: `Session:${crypto.randomUUID()}`,
      accountId: stack.accountId,
      type: 'EMAIL_OTP',
      nickname: 'x',
      createdAt: '2026-11-21T12:00:00Z',
      updatedAt: '2026-11-21T12:00:00Z',
      expiresAt: '2026-11-21T12:15:00Z',
    }
    const { backend } = lyingBackend(stack, { on: /\/verify$/, down: () => session, status: 200 })
    const wallet = await openedHeld(stack, { backend })
    await wallet.signIn({ type: 'EMAIL_OTP' })
    expect(await codeOf(wallet.submit({ otp: stack.otp() }))).toBe('MALFORMED_ANSWER')
    expect(wallet.getState().session.status).toBe('none')
  })

  test('an error never makes the wallet send what the sealed way would send', async () => {
    const stack = await createStack({ keyDelivery: 'sealed' })
    await stubPasskeys()
    const sealed = await signedIn(stack)
    await sealed.credentials.create({ type: 'PASSKEY', nickname: 'Laptop' })
    const wallet = await opened(stack, heldOptions(stack))
    expect(await codeOf(wallet.signIn({ type: 'PASSKEY' }))).toBe('KEY_DELIVERY_REFUSED')
    const asked = stack.emulator
      .requests()
      .filter(({ path }) => path.endsWith('/challenge'))
      .slice(1)
    expect(asked.map(({ body }) => (body as { clientPublicKey: string }).clientPublicKey.length)).toEqual([
      66,
    ])
  })
})
