/** From when on a new passkey proves payments: who may vouch for it, and what is stored about it. @module */
import { describe, expect, it, vi } from 'vitest'
import type { TestAuthenticator } from '../../../emulator/src/fixtures/authenticator.js'
import { hexDigest } from '../digest.js'
import { bank, day } from '../fixtures/bank.js'
import { askedIn, proofHeader, said, sendOf } from '../fixtures/paying.js'
import { origin } from '../fixtures/platform.js'
import { type BackendStore, type CountingStore, memoryStore, type NewPasskey } from '../index.js'
import { ownState } from '../stores/shared-state.js'
import { createKnownPasskeys } from './known-passkeys.js'
import { createPasskeyAges } from './passkey-ages.js'

const notYet = [403, 'PAYMENT_NOT_YET']
const unproven = [403, 'PAYMENT_PROOF_REFUSED', 'passkey']

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

  it('a sign-in by passkey without its type, as version 0.1.0 stores it, vouches for nothing', async () => {
    const store = memoryStore()
    const { adaId, payWith, prove, add } = await bank(1, {}, store)
    await prove('passkey')
    const key = { owner: `proofs:${adaId}`, name: hexDigest('first') }
    const { id, at } = JSON.parse((await store.get(key)) ?? '') as { id: string; at: number }
    await store.set(key, JSON.stringify({ id, at }), day)
    expect(await payWith(await add())).toEqual(unproven)
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

  it.each([undefined, 'yesterday', 1])(
    'a passkey that this backend does not know, and whose listed time is %j, is as good as one of today',
    async (createdAt) => {
      const store = memoryStore()
      const { old, adaId, signIn, signInBy, quote, execute, emulator, list } = await bank(1, {}, store)
      const [first] = old
      await store.take((await entryOf(store, first ?? never(), adaId)).key)
      await signInBy(first ?? never())
      const [own, one] = [await signIn(), await quote()]
      const data = (await list()).map((each) => ({ ...each, createdAt }))
      emulator.faults.next('GET /auth/credentials', { body: { data } })
      expect(said(await execute(one, sendOf(own, one)))).toEqual(notYet)
      expect(said(await execute(one, sendOf(own, one)))).toEqual([403, 'PAYMENT_PROOF_REQUIRED'])
    },
  )

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

  it('a removal that the store does not keep is not forwarded, and uses up no sign-in', async () => {
    const inner = memoryStore()
    let isFull = false
    const set: BackendStore['set'] = async (key, ...entry) => {
      if (isFull && key.name === 'removal') throw new Error('full')
      await inner.set(key, ...entry)
    }
    const { prove, remove, old, list } = await bank(1, {}, { ...inner, set })
    await prove('code')
    isFull = true
    expect(await remove(old[0] ?? never())).toEqual([503, 'STORE_UNREACHABLE'])
    expect((await list()).map(({ type }) => type)).toContain('PASSKEY')
    isFull = false
    expect(await remove(old[0] ?? never())).toBe(204)
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

describe('the age of a passkey', () => {
  const now = Date.UTC(2026, 0, 1)
  const ago = (minutes: number): string => new Date(now - minutes * 60_000).toISOString()

  /** The ages of the passkeys that the service lists, where each change waits for a day unless it is vouched for. */
  function ages(listed: readonly object[]) {
    const passkeys = createKnownPasskeys(ownState(), () => now)
    const credentialsOf = vi.fn(async () => listed.map((each) => ({ type: 'PASSKEY', ...each })))
    const waitFor = vi.fn(async ({ vouchedBy }: NewPasskey) => (vouchedBy === undefined ? day : 0))
    const ownership = { credentialsOf } as never
    return {
      ...{ passkeys, credentialsOf, waitFor },
      ages: createPasskeyAges({ passkeys, ownership, now: () => now, waitFor }),
    }
  }
  const key = { keys: ['AAAA'], counter: 0 }
  const dayAfter = (minutes: number): number => now - minutes * 60_000 + day

  it('a passkey vouches only if it signed in itself, is known, and counts by now', async () => {
    const {
      passkeys,
      ages: own,
      credentialsOf,
    } = ages([
      { credentialId: 'OLD0', createdAt: ago(1440) },
      { credentialId: 'NEW0', createdAt: ago(1439) },
      { credentialId: 'UNKN', createdAt: ago(9_999) },
    ])
    for (const each of [undefined, {}]) expect(await own.vouches('ada', each as never)).toBe(false)
    expect(credentialsOf).not.toHaveBeenCalled()
    for (const id of ['OLD0', 'NEW0']) await passkeys.update('ada', id, key)
    const vouching = async (passkey: string) => [passkey, await own.vouches('ada', { passkey } as never)]
    expect(await Promise.all(['OLD0', 'NEW0', 'UNKN', 'NONE'].map(vouching))).toEqual([
      ['OLD0', true],
      ['NEW0', false],
      ['UNKN', false],
      ['NONE', false],
    ])
  })

  it('is what the service lists, and of today if the service says nothing that can be read, or a later time', async () => {
    const { ages: own } = ages([
      { credentialId: 'AAAA', createdAt: ago(60) },
      ...[5, undefined, 'soon', ago(-60)].map((createdAt) => ({ credentialId: 'BBBB', createdAt })),
    ])
    const { passkeys } = await own.of('ada')
    expect(passkeys.map(({ from }) => from)).toEqual([
      dayAfter(60),
      dayAfter(0),
      dayAfter(0),
      dayAfter(0),
      dayAfter(0),
    ])
  })

  it('is what this backend knows, unless the service lists the passkey as made more than five minutes later', async () => {
    for (const [listedAgo, from] of [
      [55, now - 60 * 60_000],
      [54, dayAfter(54)],
    ] as const) {
      const { passkeys, ages: own } = ages([{ credentialId: 'AAAA', createdAt: ago(listedAgo) }])
      await passkeys.update('ada', 'AAAA', { ...key, since: now - 60 * 60_000, vouchedBy: 'BBBB' })
      expect([listedAgo, (await own.of('ada')).passkeys[0]?.from]).toEqual([listedAgo, from])
    }
    const { passkeys, ages: own } = ages([{ credentialId: 'AAAA' }])
    await passkeys.update('ada', 'AAAA', { ...key, since: now - 60 * 60_000 })
    expect((await own.of('ada')).passkeys[0]?.from).toBe(dayAfter(60))
  })

  it('an account is sure to have no passkey only if all its credentials are of other, known types', async () => {
    const sure = async (listed: readonly object[]) => (await ages(listed).ages.of('ada')).isSureOfNone
    expect(await sure([{ type: 'EMAIL_OTP' }])).toBe(true)
    expect(await sure([{ type: 'EMAIL_OTP' }, { credentialId: 'AAAA' }])).toBe(false)
    await expect(sure([{ type: 'EMAIL_OTP' }, {}])).rejects.toMatchObject({ code: 'UPSTREAM_UNREACHABLE' })
  })
})
