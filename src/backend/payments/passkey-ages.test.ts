/** From when on a new passkey proves payments, by what had proven its registration. @module */
import { describe, expect, it } from 'vitest'
import type { TestAuthenticator } from '../../../emulator/src/fixtures/authenticator.js'
import { clientKey, nonceOf } from '../../../emulator/src/fixtures/client.js'
import { encryptedCode, heldKey, targetIn } from '../../../emulator/src/fixtures/held-keys.js'
import type { Quote } from '../../wire/quotes.js'
import { hexDigest } from '../digest.js'
import {
  askedIn,
  type PayingStage,
  payingStageAt,
  phoneNumber,
  proofHeader,
  said,
  sendOf,
} from '../fixtures/paying.js'
import { origin, type SignedIn } from '../fixtures/platform.js'
import {
  type BackendEvent,
  type BackendStore,
  type CountingStore,
  memoryStore,
  type NewPasskey,
  type PaymentOptions,
} from '../index.js'

const day = 24 * 60 * 60_000

type Means = 'code' | 'text' | 'ID token' | 'passkey'

interface Listed {
  readonly id: string
  readonly type: string
  readonly credentialId?: string
}

interface Bank extends PayingStage {
  readonly events: readonly BackendEvent[]
  /** The passkeys that Ada has had for a long time, and has signed in with. */
  readonly old: readonly TestAuthenticator[]
  /** A session to stamp with, whose sign-in is not the last one. */
  readonly session: SignedIn
  /** Lets time pass for the service and the backend. */
  pass(ms: number): Promise<void>
  /** Signs in, so that this is the last proof. */
  prove(means: Means): Promise<void>
  list(): Promise<readonly Listed[]>
  /** Sends both legs of a call, with the stamp of `session`. */
  signed(call: string, body?: unknown, beforeStamped?: () => void): Promise<unknown>
  /** Registers a passkey. Resolves with it, or with what the backend said. */
  add(passkey?: TestAuthenticator): Promise<TestAuthenticator>
  remove(passkey: TestAuthenticator, beforeStamped?: () => void): Promise<unknown>
  /** Pays with a proof by this passkey, in a session that a code has begun. */
  payWith(passkey?: TestAuthenticator): Promise<unknown>
}

/**
 * Ada can sign in by code, by text message and by ID token, and has had some passkeys for two days. Two instances of
 * the backend answer in turn.
 */
async function bank(
  passkeys: number,
  payments: Partial<PaymentOptions> = {},
  store: BackendStore = memoryStore(),
): Promise<Bank> {
  const events: BackendEvent[] = []
  const above = { amount: 0, currency: 'USDB' }
  const stage = await payingStageAt(
    { unknowns: { passkeys: 'several' }, codesPerMinute: 100 },
    ...[1, 2].map(() => ({
      ...{ store, stepUp: { payments: { above, ...payments } } },
      onEvent: (event: BackendEvent) => void events.push(event),
    })),
  )
  const { emulator, page, adaId, time } = stage
  let session = await stage.signIn()

  const list: Bank['list'] = async () =>
    (await page(`GET /auth/credentials?accountId=${adaId}`)).body.data as readonly Listed[]
  const idOf = async (type: string): Promise<string> =>
    (await list()).find((each) => each.type === type)?.id ?? ''
  const signed: Bank['signed'] = async (call, body, beforeStamped) => {
    const first = await page(call, body)
    if (first.status !== 202) return said(first)
    beforeStamped?.()
    const headers = {
      'Wallet-Signature': session.stamp(first.body.payloadToSign),
      'Wallet-Request-Id': first.body.requestId,
    }
    return said(await page(call, body, headers))
  }
  const byMeans: Readonly<Record<Means, () => Promise<number>>> = {
    code: async () => {
      await stage.signIn()
      return 200
    },
    async text() {
      const path = `/auth/credentials/${await idOf('SMS_OTP')}`
      const { body } = await page(`POST ${path}/challenge`)
      const { otpEncryptionTargetBundle: bundle = '' } = body as { otpEncryptionTargetBundle?: string }
      const key = heldKey()
      const otp = emulator.inbox.latest(phoneNumber)?.otp ?? ''
      const sent = await encryptedCode(otp, key.compressed, targetIn(bundle, emulator.otpSigner))
      const verify = { type: 'SMS_OTP', encryptedOtpBundle: sent }
      const first = await page(`POST ${path}/verify`, verify)
      const headers = {
        'Wallet-Signature': key.stamp(first.body.payloadToSign),
        'Wallet-Request-Id': first.body.requestId,
      }
      return (await page(`POST ${path}/verify`, verify, headers)).status
    },
    async 'ID token'() {
      const { publicKey: clientPublicKey } = clientKey()
      const nonce = await nonceOf(clientPublicKey)
      const body = {
        type: 'OAUTH',
        oidcToken: await emulator.issuer.token({ sub: 'ada', nonce }),
        clientPublicKey,
      }
      return (await page(`POST /auth/credentials/${await idOf('OAUTH')}/verify`, body)).status
    },
    async passkey() {
      const [first] = old
      return first === undefined ? 0 : (await stage.signInBy(first)).status
    },
  }
  const prove: Bank['prove'] = async (means) => {
    const status = await byMeans[means]()
    if (status !== 200) throw new Error(`The sign-in by ${means} was answered ${status}.`)
  }
  const pass: Bank['pass'] = async (ms) => {
    await emulator.clock.advance(ms)
    time.now += ms
  }

  await signed('POST /auth/credentials', { type: 'SMS_OTP', accountId: adaId })
  await prove('code')
  const oidcToken = await emulator.issuer.token({ sub: 'ada' })
  await signed('POST /auth/credentials', { type: 'OAUTH', accountId: adaId, oidcToken })
  const old: TestAuthenticator[] = []
  for (let made = 0; made < passkeys; made++) {
    await prove('code')
    old.push(await stage.register(session))
  }
  await pass(2 * day)
  session = await stage.signIn()
  events.length = 0
  return {
    ...{ ...stage, events, old, session, pass, prove, list, signed },
    add: async (passkey) => stage.register(session, passkey),
    async remove({ credentialId }, beforeStamped) {
      const found = (await list()).find((each) => each.credentialId === credentialId)
      return signed(`DELETE /auth/credentials/${found?.id}`, undefined, beforeStamped)
    },
    async payWith(passkey) {
      const own = await stage.signIn()
      const quote: Quote = await stage.quote()
      const headers = sendOf(own, quote)
      const asked = await stage.execute(quote, headers)
      if (passkey === undefined || asked.body.code !== 'PAYMENT_PROOF_REQUIRED') return said(asked)
      const { nonce, options } = askedIn(asked)
      const proof = proofHeader(nonce, await passkey.get(options.challenge, { origin }))
      return said(await stage.execute(quote, { ...headers, ...proof }))
    },
  }
}

const notYet = [403, 'PAYMENT_NOT_YET']
const unproven = [403, 'PAYMENT_PROOF_REFUSED', 'passkey']

describe('what a proof of each kind is worth, where payments need a passkey', () => {
  // How many passkeys the account has had for long; what the person, or somebody else, signs in with; and then what a
  // payment says at once and a day later.
  it.each<[have: number, by: Means, atOnce: unknown, aDayLater: unknown]>([
    [0, 'code', notYet, 200],
    [0, 'text', notYet, 200],
    [0, 'ID token', notYet, 200],
    [1, 'code', unproven, 200],
    [1, 'text', unproven, 200],
    [1, 'ID token', unproven, 200],
    [1, 'passkey', 200, 200],
    [2, 'code', unproven, 200],
    [2, 'text', unproven, 200],
    [2, 'ID token', unproven, 200],
    [2, 'passkey', 200, 200],
  ])(
    'with %i passkeys, one that is added after a sign-in by %s pays: %j at once, %j a day later',
    async (have, by, atOnce, aDayLater) => {
      const { prove, add, payWith, pass, events, time } = await bank(have)
      await prove(by)
      const added = await add()
      expect(await payWith(added)).toEqual(atOnce)
      const created = events.find(
        ({ operation, outcome }) => operation === 'createCredential' && outcome === 'done',
      )
      expect(created).toMatchObject({ provenBy: types[by] })
      expect(created?.provesFrom).toBe(atOnce === 200 ? undefined : time.now + day)
      await pass(day)
      expect(await payWith(added)).toEqual(aDayLater)
    },
  )

  it.each<[have: number, by: Means, atOnce: unknown, aDayLater: unknown]>([
    [1, 'code', notYet, 200],
    [1, 'text', notYet, 200],
    [1, 'ID token', notYet, 200],
    [1, 'passkey', 200, 200],
  ])(
    'where a sign-in may stand in, a payment after the removal of the only passkey (%i), proven by %s, says %j at once and %j a day later',
    async (have, by, atOnce, aDayLater) => {
      const { prove, remove, payWith, pass, old } = await bank(have, { withoutPasskey: 'sign-in' })
      await prove(by)
      expect(await remove(old[0] ?? never())).toBe(204)
      expect(await payWith()).toEqual(atOnce)
      await pass(day)
      expect(await payWith()).toEqual(aDayLater)
    },
  )

  it.each<[by: Means]>([['code'], ['text'], ['ID token'], ['passkey']])(
    'after the removal of one of two passkeys, proven by %s, the other one pays',
    async (by) => {
      const { prove, remove, payWith, old } = await bank(2, { withoutPasskey: 'sign-in' })
      await prove(by)
      expect(await remove(old[1] ?? never())).toBe(204)
      expect(await payWith()).toEqual([403, 'PAYMENT_PROOF_REQUIRED'])
      expect(await payWith(old[0])).toBe(200)
    },
  )

  it.each<[have: number, by: Means, pays: unknown]>([
    [0, 'code', [403, 'PAYMENT_PASSKEY_REQUIRED']],
    [0, 'text', [403, 'PAYMENT_PASSKEY_REQUIRED']],
    [0, 'ID token', [403, 'PAYMENT_PASSKEY_REQUIRED']],
    [1, 'code', [403, 'PAYMENT_PROOF_REQUIRED']],
    [1, 'passkey', [403, 'PAYMENT_PROOF_REQUIRED']],
    [2, 'text', [403, 'PAYMENT_PROOF_REQUIRED']],
    [2, 'passkey', [403, 'PAYMENT_PROOF_REQUIRED']],
  ])(
    'with %i passkeys, a sign-in by %s admits an export and another address, and no payment: %j',
    async (have, by, pays) => {
      const { prove, signed, execute, quote, session, list, page, adaId } = await bank(have)
      await prove(by)
      const one = await quote()
      expect(said(await execute(one, sendOf(session, one)))).toEqual(pays)
      const body = { clientPublicKey: clientKey().publicKey }
      expect((await page(`POST /internal-accounts/${adaId}/export`, body)).status).toBe(202)
      expect(said(await page(`POST /internal-accounts/${adaId}/export`, body))).toEqual([
        403,
        'STEP_UP_REQUIRED',
      ])
      await prove(by)
      const text = (await list()).find(({ type }) => type === 'SMS_OTP')
      expect(await signed(`DELETE /auth/credentials/${text?.id}`)).toBe(204)
      await prove(by === 'text' ? 'code' : by)
      expect(await signed('POST /auth/credentials', { type: 'SMS_OTP', accountId: adaId })).toBe(201)
      const other = await quote()
      expect(said(await execute(other, sendOf(session, other)))).toEqual(pays)
    },
  )
})

const types = { code: 'EMAIL_OTP', text: 'SMS_OTP', 'ID token': 'OAUTH', passkey: 'PASSKEY' } as const

const never = (): never => {
  throw new Error('There is no such passkey.')
}

describe('who may vouch for a passkey', () => {
  it('nobody, if the platform lets every passkey wait', async () => {
    const { prove, add, payWith, remove, old } = await bank(1, {
      withoutPasskey: 'sign-in',
      newPasskeyAfter: (_: NewPasskey) => day,
    })
    await prove('passkey')
    const added = await add()
    expect(await payWith(added)).toEqual(unproven)
    for (const each of [added, old[0] ?? never()]) {
      await prove('passkey')
      await remove(each)
    }
    expect(await payWith()).toEqual(notYet)
  })

  it('a passkey that does not count yet vouches for nobody', async () => {
    const { prove, add, payWith, signInBy } = await bank(0)
    await prove('code')
    const thief = await add()
    expect(said(await signInBy(thief))).toBe(200)
    const second = await add()
    expect(await payWith(second)).toEqual(notYet)
  })

  it('a sign-in by passkey that was used up vouches for nothing more', async () => {
    const { prove, add, payWith } = await bank(1)
    await prove('passkey')
    await add()
    await prove('code')
    const later = await add()
    expect(await payWith(later)).toEqual(unproven)
  })

  it('the refusal says from when on, and the removal of the passkey that counted shortens nothing', async () => {
    const { prove, add, remove, old, signIn, quote, execute, time, pass } = await bank(1)
    await prove('code')
    await add()
    const from = new Date(time.now + day).toISOString()
    await pass(60_000)
    await prove('code')
    await remove(old[0] ?? never())
    const [own, one] = [await signIn(), await quote()]
    const { body } = await execute(one, sendOf(own, one))
    expect(body).toMatchObject({ code: 'PAYMENT_NOT_YET', details: { forwarded: false, from } })
  })
})

describe('a passkey that was removed', () => {
  it.each<[string, object | undefined]>([
    ['answered', undefined],
    ['not answered', { answer: 'lost' }],
  ])('and added again by a call that was %s waits, although it was known for long', async (_, fault) => {
    const { emulator, prove, add, remove, payWith, old, pass } = await bank(1)
    await prove('code')
    await remove(old[0] ?? never())
    await prove('code')
    // The first leg is answered.
    if (fault) emulator.faults.next('POST /auth/credentials', {})
    if (fault) emulator.faults.next('POST /auth/credentials', fault)
    await add(old[0]).catch(() => {})
    expect(await payWith(old[0])).toEqual(notYet)
    await pass(day)
    expect(await payWith(old[0])).toBe(200)
  })

  it('proves nothing for which it was asked before', async () => {
    const { prove, remove, signIn, quote, execute, old, received } = await bank(2)
    const [own, one, stolen] = [await signIn(), await quote(), old[1] ?? never()]
    const { nonce, options } = askedIn(await execute(one, sendOf(own, one)))
    const proof = proofHeader(nonce, await stolen.get(options.challenge, { origin }))
    await prove('code')
    expect(await remove(stolen)).toBe(204)
    expect(said(await execute(one, { ...sendOf(own, one), ...proof }))).toEqual(unproven)
    expect(received()).toBe(0)
  })

  it('by the platform’s own server, counts as removed from the next payment on', async () => {
    const { emulator, list, payWith, pass } = await bank(1, { withoutPasskey: 'sign-in' })
    const left = (await list()).filter(({ type }) => type !== 'PASSKEY')
    const payWithout = async (): Promise<unknown> => {
      for (const _ of [1, 2, 3]) emulator.faults.next('GET /auth/credentials', { body: { data: left } })
      return payWith()
    }
    expect(await payWithout()).toEqual(notYet)
    await pass(day - 1)
    expect(await payWithout()).toEqual(notYet)
    await pass(1)
    expect(await payWithout()).toBe(200)
  })
})

describe('what is stored about passkeys', () => {
  const entryOf = async (store: CountingStore, { credentialId }: TestAuthenticator, accountId: string) => {
    const key = { owner: `passkeys:${accountId}`, name: hexDigest(credentialId) }
    return { key, value: JSON.parse((await store.get(key)) ?? '') as Record<string, unknown> }
  }

  it('an entry without a time, as version 0.1.0 stores it, is as old as the service says', async () => {
    const store = memoryStore()
    const { old, adaId, payWith, prove, add } = await bank(1, {}, store)
    await prove('code')
    const added = await add()
    for (const passkey of [old[0] ?? never(), added]) {
      const { key, value } = await entryOf(store, passkey, adaId)
      await store.set(key, JSON.stringify({ keys: value['keys'], counter: value['counter'] }), day)
    }
    expect(await payWith(added)).toEqual(unproven)
    expect(await payWith(old[0])).toBe(200)
  })

  it.each<[string, (value: Record<string, unknown>) => unknown]>([
    ['a time that is a text', (value) => ({ ...value, since: '0' })],
    ['a voucher that is not a text', (value) => ({ ...value, vouchedBy: true })],
    ['no key', (value) => ({ ...value, keys: [] })],
    ['nothing that can be read', () => 'x'],
  ])('an entry with %s does not count', async (_, change) => {
    const store = memoryStore()
    const { old, adaId, payWith } = await bank(1, {}, store)
    const { key, value } = await entryOf(store, old[0] ?? never(), adaId)
    await store.set(key, JSON.stringify(change(value)), day)
    expect(await payWith(old[0])).toEqual([403, 'PAYMENT_PASSKEY_UNKNOWN'])
  })

  it('a passkey that this backend learns at a sign-in is as old as the service says', async () => {
    const store = memoryStore()
    const { old, adaId, payWith, prove, add, signInBy } = await bank(1, {}, store)
    await prove('code')
    const added = await add()
    for (const passkey of [old[0] ?? never(), added]) {
      await store.take((await entryOf(store, passkey, adaId)).key)
      expect(said(await signInBy(passkey))).toBe(200)
    }
    expect(await payWith(added)).toEqual(unproven)
    expect(await payWith(old[0])).toBe(200)
  })

  it('the platform is told of a new passkey although the store fails to keep it', async () => {
    const inner = memoryStore()
    let isFull = false
    const set: BackendStore['set'] = async (key, ...entry) => {
      if (isFull && key.owner.startsWith('passkeys:')) throw new Error('full')
      await inner.set(key, ...entry)
    }
    const { prove, add, payWith, events, time } = await bank(1, {}, { get: inner.get, take: inner.take, set })
    await prove('code')
    isFull = true
    const added = await add()
    expect(events.find(({ provesFrom }) => provesFrom !== undefined)?.provesFrom).toBe(time.now + day)
    expect(await payWith(added)).toEqual(unproven)
  })

  it('a removal counts although its answer was lost, and although its time cannot be read', async () => {
    const store = memoryStore()
    const { emulator, prove, remove, payWith, old, adaId, pass } = await bank(
      1,
      { withoutPasskey: 'sign-in' },
      store,
    )
    await prove('code')
    await remove(old[0] ?? never(), () =>
      emulator.faults.next('DELETE /auth/credentials/{id}', { answer: 'lost' }),
    )
    expect(await payWith()).toEqual(notYet)
    await store.set({ owner: `passkeys:${adaId}`, name: 'removal' }, 'x', 9 * day)
    await pass(2 * day)
    expect(await payWith()).toEqual(notYet)
  })
})

describe('newPasskeyAfter', () => {
  it('a platform vouches for a passkey by means of its own', async () => {
    const asked: NewPasskey[] = []
    const { prove, add, payWith, old, adaId, time } = await bank(1, {
      newPasskeyAfter: async (change) => {
        asked.push(change)
        return change.vouchedBy === undefined && change.at === time.now ? 0 : day
      },
    })
    await prove('code')
    const added = await add()
    const { credentialId } = added
    expect(asked).toContainEqual({ accountId: adaId, change: 'added', at: time.now, credentialId })
    expect(await payWith(added)).toBe(200)
    await prove('passkey')
    const vouched = await add()
    expect(asked).toContainEqual({
      ...{ accountId: adaId, change: 'added', at: time.now },
      ...{ credentialId: vouched.credentialId, vouchedBy: old[0]?.credentialId },
    })
    expect(await payWith(vouched)).toEqual(unproven)
  })

  it.each([-1, 0.5, Number.NaN, Number.POSITIVE_INFINITY, '0', null])(
    'a wait of %j is a TypeError, and as the result of a function a refusal',
    async (wait) => {
      const newPasskeyAfter = wait as number
      await expect(bank(0, { newPasskeyAfter })).rejects.toThrow(TypeError)
      const { payWith } = await bank(1, { newPasskeyAfter: () => newPasskeyAfter })
      expect(await payWith()).toEqual([500, 'INTERNAL_ERROR'])
    },
  )

  it('an account with a credential of an unknown type, or with no credential at all, does not pass for one without a passkey', async () => {
    const { emulator, signIn, quote, execute, list } = await bank(0, { withoutPasskey: 'sign-in' })
    const [own, one] = [await signIn(), await quote()]
    const data = [...(await list()), { id: 'AuthMethod:1', type: 'HARDWARE_KEY' }]
    emulator.faults.next('GET /auth/credentials', { body: { data } })
    expect(said(await execute(one, sendOf(own, one)))).toEqual([403, 'PAYMENT_PASSKEY_REQUIRED'])
    emulator.faults.next('GET /auth/credentials', { body: { data: [] } })
    expect(said(await execute(one, sendOf(own, one)))).toEqual([403, 'PAYMENT_PASSKEY_REQUIRED'])
    expect(said(await execute(one, sendOf(own, one)))).toBe(200)
  })
})
