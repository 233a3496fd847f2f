/** From an answer to a session. @module */
import { afterEach, describe, expect, test, vi } from 'vitest'
import { SealedKeyError } from '../../errors.js'
import type { Session } from '../../wire/sessions.js'
import { keyDeliveries } from '../crypto/key-deliveries.js'
import { opened, signedIn } from '../fixtures/open-wallets.js'
import { accountId, openedKey, opening } from '../fixtures/opening.js'
import { at, now, recordParts } from '../fixtures/records.js'
import { createStack } from '../fixtures/stack.js'
import type { SessionInfo } from '../machine/machine.js'
import { type AccountRecord, infoOf } from '../record/record.js'
import { type AccountStore, memoryStore } from '../record/storage.js'
import { deliver, openSession } from './open-session.js'

const sessionOf = (wallet: { getState(): { readonly session: object } }): SessionInfo =>
  wallet.getState().session as SessionInfo

describe('authenticatedAt', () => {
  test('authenticatedAt is the server’s time of the proof, even on a device whose clock is wrong', async () => {
    const stack = await createStack()
    const { clock } = stack.emulator
    const wallet = await opened(stack, { clock: { now: () => clock.now() - 86_400_000, after: clock.after } })
    await wallet.signIn({ type: 'EMAIL_OTP' })
    await clock.advance(90_000)
    const proved = clock.now()
    await wallet.submit({ otp: stack.otp() })
    expect(Date.parse(sessionOf(wallet).authenticatedAt)).toBe(proved)
  })

  test('a refresh and a reload keep authenticatedAt, and the next sign-in replaces it', async () => {
    const stack = await createStack()
    const store = memoryStore()
    const wallet = await signedIn(stack, { store })
    const { id, authenticatedAt } = sessionOf(wallet)
    await stack.emulator.clock.advance(60_000)
    await wallet.sessions.refresh()
    expect(sessionOf(wallet).id).not.toBe(id)
    expect(sessionOf(wallet).authenticatedAt).toBe(authenticatedAt)
    const next = await opened(stack, { store })
    expect(sessionOf(next).authenticatedAt).toBe(authenticatedAt)
    await next.signIn({ type: 'EMAIL_OTP' })
    await next.submit({ otp: stack.otp() })
    expect(Date.parse(sessionOf(next).authenticatedAt)).toBe(stack.emulator.clock.now())
  })

  test('a refresh whose answer comes after the old session has expired keeps authenticatedAt', async () => {
    const stack = await createStack()
    let release = (): void => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    let isAnswered = false
    const wallet = await signedIn(stack, {
      backend: async (request) => {
        const answer = await stack.backend(request)
        if (request.url.endsWith('/refresh') && answer.status === 201) {
          isAnswered = true
          await held
        }
        return answer
      },
    })
    const { id, authenticatedAt } = sessionOf(wallet)
    await stack.emulator.clock.advance(15 * 60_000 - 10_000)
    const refreshed = wallet.sessions.refresh()
    await expect.poll(() => isAnswered).toBe(true)
    await stack.emulator.clock.advance(11_000)
    expect(wallet.getState().session).toEqual({ status: 'none', reason: 'expired' })
    release()
    await refreshed
    await expect.poll(() => wallet.getState().session.status).toBe('active')
    expect(sessionOf(wallet).id).not.toBe(id)
    expect(sessionOf(wallet).authenticatedAt).toBe(authenticatedAt)
  })
})

describe('an answer that has come', () => {
  /** A store whose commits run at once and are then held: they succeed after `release`, and fail after `fail`. */
  const holdingStore = () => {
    const store = memoryStore()
    let held = 0
    let open = (): void => {}
    let fail = (): void => {}
    const opened = new Promise<void>((resolve, reject) => {
      open = resolve
      fail = () => reject(new Error('The disk is full.'))
    })
    const update: AccountStore['update'] = async (key, updater) => {
      const before = await store.read(key)
      const next = updater(before)
      // The fixture writes the record first.
      if (before !== undefined) {
        held += 1
        await opened
      }
      await store.update(key, () => next)
    }
    return {
      store: { ...store, tier: 'indexeddb', update } as const,
      held: () => held,
      open: () => open(),
      fail: () => fail(),
    }
  }

  /** Waits until nothing more happens without the store. */
  const quiet = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 100))

  /** What the steps of HPKE do: derive the secret, and decrypt. */
  const watchOpening = () => ({
    deriveBits: vi.spyOn(crypto.subtle, 'deriveBits'),
    decrypt: vi.spyOn(crypto.subtle, 'decrypt'),
  })

  afterEach(() => {
    vi.restoreAllMocks()
  })

  test('an answer is stored with a deadline of ten seconds, and its session with the next commit', async () => {
    const { store, ...rest } = holdingStore()
    const seen: unknown[] = []
    const update: AccountStore['update'] = async (key, updater) =>
      store.update(key, (before) => {
        const next = updater(before)
        seen.push(next)
        return next
      })
    rest.open()
    const { context, answer, sent, clientKey, stored } = await opening(
      (made) => ({ pending: made.sent }),
      {},
      { ...store, update },
    )
    const session = await deliver(context, { attemptId: 'one', keyDelivery: 'sealed', clientKey }, answer)
    expect(seen.slice(1)).toMatchObject([
      { pending: { ...sent, phase: 'delivered', answer, deadline: now + 10_000 } },
      { session: { id: 'Session:2' } },
    ])
    expect((await stored()).session).toEqual(session)
  })

  test('an answer is not opened before it is stored', async () => {
    const { store, open, held } = holdingStore()
    const { context, answer, clientKey } = await opening((made) => ({ pending: made.sent }), {}, store)
    const { deriveBits, decrypt } = watchOpening()
    const delivering = deliver(context, { attemptId: 'one', keyDelivery: 'sealed', clientKey }, answer)
    await quiet()
    expect([held(), deriveBits.mock.calls.length, decrypt.mock.calls.length]).toEqual([1, 0, 0])
    open()
    expect((await delivering).publicKey).toBe(openedKey)
    expect(decrypt).toHaveBeenCalledTimes(1)
  })

  test('an answer whose commit fails is opened once it is stored in memory', async () => {
    const { store, fail } = holdingStore()
    const { context, answer, clientKey } = await opening((made) => ({ pending: made.sent }), {}, store)
    await context.journal.read()
    const { decrypt } = watchOpening()
    const tiers: string[] = []
    decrypt.mockImplementationOnce((...args) => {
      tiers.push(context.journal.tier())
      return Reflect.apply(Object.getPrototypeOf(crypto.subtle).decrypt, crypto.subtle, args)
    })
    const delivering = deliver(context, { attemptId: 'one', keyDelivery: 'sealed', clientKey }, answer)
    await quiet()
    expect(decrypt).not.toHaveBeenCalled()
    fail()
    expect((await delivering).publicKey).toBe(openedKey)
    expect(tiers).toEqual(['memory'])
  })

  test('a page that is disposed while it stores an answer does not decrypt it, and the next page opens it', async () => {
    const { store, open, held } = holdingStore()
    const page = new AbortController()
    const { context, answer, clientKey, stored } = await opening(
      (made) => ({ pending: made.sent }),
      { disposed: page.signal },
      store,
    )
    const { decrypt } = watchOpening()
    const delivering = deliver(context, { attemptId: 'one', keyDelivery: 'sealed', clientKey }, answer)
    await expect.poll(held).toBe(1)
    const reason = new Error('disposed')
    page.abort(reason)
    open()
    await expect(delivering).rejects.toBe(reason)
    await quiet()
    expect(decrypt).not.toHaveBeenCalled()
    const { pending } = await stored()
    if (pending === undefined) throw new Error('the answer is lost')
    expect(await openSession(context, pending)).toMatchObject({ id: 'Session:2', publicKey: openedKey })
  })

  test('a damaged key is reported only after its answer has been stored, and then ends its attempt', async () => {
    const sessionKey = vi.fn(() => Promise.reject(new SealedKeyError('SEALED_KEY_OPEN', 'No stand-in.')))
    for (const sandbox of [{}, { sessionKey }]) {
      const { store, open } = holdingStore()
      const { context, answer, clientKey, stored } = await opening(
        (made) => ({ pending: made.sent }),
        { sandbox },
        store,
      )
      const outcome = vi.fn()
      const damaged = { ...answer, encryptedSessionSigningKey: 'damaged' }
      const delivering = deliver(
        context,
        { attemptId: 'one', keyDelivery: 'sealed', clientKey },
        damaged,
      ).catch(outcome)
      await quiet()
      expect([outcome.mock.calls, sessionKey.mock.calls]).toEqual([[], []])
      open()
      await delivering
      expect(outcome).toHaveBeenCalledWith(expect.any(SealedKeyError))
      expect(await stored()).not.toHaveProperty('pending')
    }
  })

  test('an answer for another account is refused and never opened, and its attempt ends', async () => {
    const { context, answer, clientKey, stored } = await opening(({ sent }) => ({ pending: sent }))
    const { deriveBits, decrypt } = watchOpening()
    const foreign = { ...answer, accountId: 'InternalAccount:2' }
    await expect(
      deliver(context, { attemptId: 'one', keyDelivery: 'sealed', clientKey }, foreign),
    ).rejects.toMatchObject({
      code: 'MALFORMED_ANSWER',
    })
    await quiet()
    expect([deriveBits.mock.calls, decrypt.mock.calls]).toEqual([[], []])
    expect(await stored()).not.toHaveProperty('pending')
  })

  test('an answer is dropped and never opened if its attempt has ended', async () => {
    for (const left of [{}, { refresh: undefined }]) {
      const { context, answer, clientKey } = await opening(() => left as object)
      const { deriveBits, decrypt } = watchOpening()
      await expect(
        deliver(context, { attemptId: 'one', keyDelivery: 'sealed', clientKey }, answer),
      ).rejects.toMatchObject({ code: 'SUPERSEDED' })
      await quiet()
      expect([deriveBits.mock.calls, decrypt.mock.calls]).toEqual([[], []])
    }
  })
})

describe('opening a delivered key', () => {
  const superseded = { kind: 'session', code: 'SUPERSEDED' }

  test('opening a delivered key makes its session the account’s, and removes the attempt', async () => {
    const { context, delivered, stored } = await opening((made) => ({ pending: made.delivered }))
    const session = await openSession(context, delivered)
    expect(infoOf(session)).toEqual({
      id: 'Session:2',
      accountId,
      credential: 'AuthMethod:1',
      type: 'EMAIL_OTP',
      nickname: 'ada@example.com',
      expiresAt: at(900),
      authenticatedAt: at(0),
      publicKey: openedKey,
    })
    const after = await stored()
    expect(after).not.toHaveProperty('pending')
    expect(after.session).toEqual(session)
  })

  test.each([
    ['keeps an end in thirty days', 0, 0],
    ['brings a later end forward to thirty days from now', 1, 0],
    ['keeps an earlier end', -1, -1],
  ])('%s', async (_, more, kept) => {
    const month = now + 30 * 24 * 3_600_000
    const { context, delivered } = await opening(({ delivered, answer }) => ({
      pending: { ...delivered, answer: { ...answer, expiresAt: new Date(month + more).toISOString() } },
    }))
    const answer = { ...delivered.answer, expiresAt: new Date(month + more).toISOString() } as Session
    const session = await openSession(context, { ...delivered, answer })
    expect(Date.parse(session.expiresAt)).toBe(month + kept)
  })

  test('an expiry within thirty days is kept exactly as the service wrote it', async () => {
    const expiresAt = new Date(now + 30 * 24 * 3_600_000).toISOString().replace('.000Z', 'Z')
    const { context, delivered, answer } = await opening((made) => ({ pending: made.delivered }))
    expect(await openSession(context, { ...delivered, answer: { ...answer, expiresAt } })).toMatchObject({
      expiresAt,
    })
  })

  test('a delivered key that does not open ends its attempt', async () => {
    const { context, delivered, answer, stored } = await opening((made) => ({ pending: made.delivered }))
    const damaged = { ...delivered, answer: { ...answer, encryptedSessionSigningKey: 'damaged' } }
    await expect(openSession(context, damaged)).rejects.toBeInstanceOf(SealedKeyError)
    expect(await stored()).not.toHaveProperty('pending')
  })

  test('the attempt stays if its key cannot be opened just now, with or without the sandbox', async () => {
    const passing = new DOMException('no memory', 'OperationError')
    const open = () => Promise.reject(passing)
    const deliveries = { ...keyDeliveries, sealed: { ...keyDeliveries.sealed, open } }
    const sessionKey = () => Promise.reject(new Error('not asked for'))
    for (const sandbox of [{}, { sessionKey }]) {
      const { context, delivered, stored } = await opening((made) => ({ pending: made.delivered }), {
        deliveries,
        sandbox,
      })
      await expect(openSession(context, delivered)).rejects.toBe(passing)
      expect((await stored()).pending?.phase).toBe('delivered')
    }
  })

  test('the stand-in key of the sandbox replaces a key that does not open', async () => {
    const { privateKey, publicKey: verifyKey } = (await recordParts()).signing
    const sandbox = { sessionKey: async () => ({ privateKey, verifyKey, publicKey: '02ab' }) }
    const { context, delivered, answer } = await opening((made) => ({ pending: made.delivered }), { sandbox })
    const stub = { ...delivered, answer: { ...answer, encryptedSessionSigningKey: 'stub' } }
    expect((await openSession(context, stub)).publicKey).toBe('02ab')
  })

  test('without an answer or a client key nothing is opened, and the attempt stays', async () => {
    const { context, delivered, sent, stored } = await opening((made) => ({ pending: made.delivered }))
    const { clientKey: _, ...keyless } = delivered
    for (const part of [sent, keyless])
      await expect(openSession(context, part)).rejects.toMatchObject(superseded)
    expect((await stored()).pending?.phase).toBe('delivered')
  })

  test('resolves with the session that another page opened from the same answer', async () => {
    const { context, delivered } = await opening((made) => ({ pending: made.delivered }))
    const first = await openSession(context, delivered)
    expect(await openSession(context, delivered)).toEqual(first)
  })

  test('opening is SUPERSEDED if the attempt ended, another session was stored, or the stored key does not sign', async () => {
    const { session, sessionOf } = await recordParts()
    const strange = { ...sessionOf('Session:2'), verifyKey: (await recordParts()).signing.publicKey }
    for (const left of [{}, { session }, { session: strange }]) {
      const { context, delivered } = await opening(() => left)
      await expect(openSession(context, delivered)).rejects.toMatchObject(superseded)
    }
  })

  /** A store that changes a record with a session when it is read. */
  const changing = (change: (record: AccountRecord) => AccountRecord): AccountStore => {
    const store = memoryStore()
    return {
      ...store,
      tier: 'indexeddb',
      read: async (key) => {
        const record = (await store.read(key)) as AccountRecord
        return record.session ? change(record) : record
      },
    }
  }

  test('a session stays in the storage if the store returns a key that signs', async () => {
    const { context, delivered } = await opening(
      (made) => ({ pending: made.delivered }),
      {},
      changing((record) => record),
    )
    const tier = context.journal.tier()
    expect((await openSession(context, delivered)).publicKey).toBe(openedKey)
    expect(context.journal.tier()).toBe(tier)
    expect(tier).not.toBe('memory')
  })

  test('a session continues in memory if the store returns a key that does not sign', async () => {
    const other = (await recordParts()).signing.publicKey
    for (const broken of [
      ({ session, ...rest }: AccountRecord) => ({
        ...rest,
        ...(session && { session: { ...session, verifyKey: other } }),
      }),
      ({ session: _, ...rest }: AccountRecord) => rest,
    ]) {
      const { context, delivered } = await opening(
        (made) => ({ pending: made.delivered }),
        {},
        changing(broken),
      )
      const session = await openSession(context, delivered)
      expect(session.publicKey).toBe(openedKey)
      expect(context.journal.tier()).toBe('memory')
      expect(await context.journal.read()).toMatchObject({ session: { id: 'Session:2' } })
      expect(await context.journal.read()).not.toHaveProperty('pending')
    }
  })

  test('a sign-out just after a session was stored supersedes the sign-in', async () => {
    const signedOut = ({ session: _, ...rest }: AccountRecord) => ({ ...rest, revision: rest.revision + 1 })
    const { context, delivered } = await opening(
      (made) => ({ pending: made.delivered }),
      {},
      changing(signedOut),
    )
    await expect(openSession(context, delivered)).rejects.toMatchObject(superseded)
    expect(context.journal.tier()).toBe('indexeddb')
  })
})
