/** What is read of a damaged record. @module */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { holding, late, recordParts } from '../fixtures/records.js'
import { readWholeRecord as readRecord } from './read-lazy-parts.js'
import type { AccountRecord } from './record.js'

const { signing, agreement, session, answer, awaiting, sent, delivered, refresh } = await recordParts()
const exportable = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, [
  'sign',
  'verify',
])

const keysOf = ({ privateKey, publicKey }: CryptoKeyPair) => ({ privateKey, verifyKey: publicKey })

const execution = {
  quoteId: 'Quote:1',
  since: '2026-01-01T00:00:00.000Z',
  idempotencyKey: 'key',
  unanswered: 1,
}

describe('readRecord', () => {
  const whole = (): AccountRecord =>
    holding({
      session,
      pending: delivered,
      cooldowns: { call: late },
      clockOffset: -5_000,
      organizationId: 'organization',
      unsettled: [execution],
      settled: ['Quote:2'],
    })
  const without = (
    part: 'session' | 'pending' | 'cooldowns' | 'clockOffset' | 'organizationId' | 'unsettled' | 'settled',
  ): AccountRecord => {
    const { [part]: _, ...rest } = whole()
    return rest
  }

  it('reads a complete record unchanged, except that unknown fields are dropped', () => {
    expect(readRecord(whole())).toEqual(whole())
    expect(readRecord({ ...whole(), more: 1 })).toEqual(whole())
    for (const pending of [awaiting, sent])
      expect(readRecord(holding({ pending }))).toEqual(holding({ pending }))
  })

  it('reads an attempt that awaits an ID token, or whose proof is not entered by the user', () => {
    const { proof: _, ...ceremony } = sent
    for (const pending of [ceremony, { ...awaiting, proof: 'oidcToken' as const }]) {
      expect(readRecord(holding({ pending }))).toEqual(holding({ pending }))
    }
  })

  it('reads a record without an attempt', () => {
    expect(readRecord(holding({ session }))).toStrictEqual(holding({ session }))
  })

  it.each(['signed-out', 'expired', 'revoked'] as const)('reads that the last session was %s', (ended) => {
    expect(readRecord(holding({ ended }))).toStrictEqual(holding({ ended }))
  })

  it.each(['stolen', '', 1, null, {}])('reads no reason from %j', (ended) => {
    expect(readRecord({ ...holding({}), ended })).toStrictEqual(holding({}))
  })

  it('reads no reason in a record with a session', () => {
    expect(readRecord(holding({ session, ended: 'expired' }))).toStrictEqual(holding({ session }))
  })

  it.each([null, 'x', 1, []])('drops an attempt that is %j', (pending) => {
    expect(readRecord({ ...whole(), pending })).toEqual(without('pending'))
  })

  it('reads a record after structured cloning', () => {
    expect(readRecord(structuredClone(whole()))).toEqual(whole())
  })

  it.each([undefined, null, 'record', 1, [], {}, { version: 1 }, { revision: 1 }])(
    'reads nothing from %j',
    (stored) => {
      expect(readRecord(stored)).toBeUndefined()
    },
  )

  it.each([0, 2, '1', undefined])('reads nothing from a record of version %j', (version) => {
    expect(readRecord({ ...whole(), version })).toBeUndefined()
  })

  it.each(['1', 1.5, Number.NaN, undefined])('reads nothing from a record of revision %j', (revision) => {
    expect(readRecord({ ...whole(), revision })).toBeUndefined()
  })

  const nonsense = [undefined, null, 42, {}, [], Number.NaN]

  it.each([
    'id',
    'accountId',
    'credential',
    'type',
    'expiresAt',
    'authenticatedAt',
    'publicKey',
    'privateKey',
    'verifyKey',
  ])('drops a session whose %s is wrong', (field) => {
    for (const wrong of [...nonsense, '']) {
      expect(readRecord({ ...whole(), session: { ...session, [field]: wrong } })).toEqual(without('session'))
    }
  })

  it.each(nonsense)('drops a session whose nickname is %j', (nickname) => {
    expect(readRecord({ ...whole(), session: { ...session, nickname } })).toEqual(without('session'))
  })

  it.each([undefined, '0', Number.NaN, Number.POSITIVE_INFINITY])(
    'drops a clock offset of %j',
    (clockOffset) => {
      expect(readRecord({ ...whole(), clockOffset })).toEqual(without('clockOffset'))
    },
  )

  it.each([undefined, null, '', 1, {}])('drops an organization of %j', (organizationId) => {
    expect(readRecord({ ...whole(), organizationId })).toEqual(without('organizationId'))
  })

  it.each(['MAGIC_LINK', 'toString'])('drops a session of the type %s', (type) => {
    expect(readRecord({ ...whole(), session: { ...session, type } })).toEqual(without('session'))
  })

  it('drops a session whose expiry is not a date', () => {
    expect(readRecord({ ...whole(), session: { ...session, expiresAt: 'tomorrow' } })).toEqual(
      without('session'),
    )
  })

  it('drops a session whose key can be exported', () => {
    expect(readRecord({ ...whole(), session: { ...session, privateKey: exportable.privateKey } })).toEqual(
      without('session'),
    )
  })

  it('drops a session whose keys have other usages', () => {
    for (const wrong of [
      { privateKey: signing.publicKey },
      { privateKey: agreement.privateKey },
      { verifyKey: signing.privateKey },
      { verifyKey: agreement.publicKey },
    ]) {
      expect(readRecord({ ...whole(), session: { ...session, ...wrong } })).toEqual(without('session'))
    }
  })

  it.each(['attemptId', 'credential', 'pageId', 'type', 'phase', 'deadline', 'since', 'clientKey', 'answer'])(
    'drops an attempt whose %s is wrong',
    (field) => {
      for (const wrong of [...nonsense, '', 'x', Number.POSITIVE_INFINITY]) {
        if (wrong === 'x' && ['attemptId', 'credential', 'pageId'].includes(field)) continue
        if (wrong === 42 && ['deadline', 'since'].includes(field)) continue
        if (wrong === undefined && field === 'since') continue
        expect(readRecord({ ...whole(), pending: { ...delivered, [field]: wrong } })).toEqual(
          without('pending'),
        )
      }
    },
  )

  it('drops a refresh that does not say what it replaces or when it was authenticated, or that awaits a proof', () => {
    for (const wrong of [
      { replaces: undefined },
      { replaces: '' },
      { authenticatedAt: undefined },
      { authenticatedAt: 'yesterday' },
      { phase: 'awaiting' },
    ]) {
      expect(readRecord({ ...whole(), refresh: { ...refresh, ...wrong } })).toEqual(whole())
    }
    expect(readRecord({ ...whole(), refresh })).toEqual({ ...whole(), refresh })
  })

  it('drops a refresh in the slot of a sign-in', () => {
    expect(readRecord({ ...whole(), pending: refresh })).toEqual(without('pending'))
  })

  it('drops an attempt whose proof or resendAt is wrong', () => {
    for (const wrong of [
      { proof: 'assertion' },
      { proof: 1 },
      { resendAt: 1 },
      { resendAt: {} },
      { resendAt: '' },
    ]) {
      expect(readRecord({ ...whole(), pending: { ...awaiting, ...wrong } })).toEqual(without('pending'))
    }
  })

  it('drops an attempt that was sent without a client key', () => {
    const { clientKey: _, ...rest } = sent
    expect(readRecord({ ...whole(), pending: rest })).toEqual(without('pending'))
  })

  it.each(['id', 'createdAt', 'expiresAt', 'encryptedSessionSigningKey'])(
    'drops an attempt whose answer has no %s',
    (field) => {
      const pending = { ...delivered, answer: { ...answer, [field]: undefined } }
      expect(readRecord({ ...whole(), pending })).toEqual(without('pending'))
    },
  )

  it('drops an attempt whose client key can be exported, has other usages or is not a pair', async () => {
    const open = await crypto.subtle.generateKey({ name: 'ECDH', namedCurve: 'P-256' }, true, ['deriveBits'])
    for (const pair of [
      open,
      signing,
      { privateKey: agreement.privateKey },
      { publicKey: agreement.publicKey },
      null,
    ]) {
      const pending = { ...delivered, clientKey: { pair, publicKey: '04ab' } }
      expect(readRecord({ ...whole(), pending })).toEqual(without('pending'))
    }
  })

  const held = {
    ...delivered,
    keyDelivery: 'client-held' as const,
    clientKey: { privateKey: signing.privateKey, publicKey: '02ab', verifyKey: signing.publicKey },
    answer: { id: answer.id, createdAt: answer.createdAt, expiresAt: answer.expiresAt },
  }

  it('reads an attempt whose key the page has made, and whose answer has no sealed key', () => {
    expect(readRecord({ ...whole(), pending: held })).toEqual({ ...whole(), pending: held })
  })

  it.each<[string, object]>([
    ['has another way of delivery', { keyDelivery: 'held' }],
    ['has the key of a sealed delivery', { clientKey: delivered.clientKey }],
    ['has no key', { clientKey: undefined }],
    ['has a key that is null', { clientKey: null }],
    ['has a key that can be exported', { clientKey: { ...held.clientKey, ...keysOf(exportable) } }],
    ['has a key for other usages', { clientKey: { ...held.clientKey, ...keysOf(agreement) } }],
    ['has no private key', { clientKey: { ...held.clientKey, privateKey: undefined } }],
    ['has no key to verify with', { clientKey: { ...held.clientKey, verifyKey: undefined } }],
    ['has no public key', { clientKey: { ...held.clientKey, publicKey: undefined } }],
    ['has an empty public key', { clientKey: { ...held.clientKey, publicKey: '' } }],
    ['has an answer without an id', { answer: { ...held.answer, id: undefined } }],
    ['has an answer without a creation time', { answer: { ...held.answer, createdAt: undefined } }],
    ['has an answer without an expiry', { answer: { ...held.answer, expiresAt: undefined } }],
    ['is a sealed delivery with a key of its own', { keyDelivery: 'sealed' }],
  ])('drops an attempt with a key of the page that %s', (_, wrong) => {
    expect(readRecord({ ...whole(), pending: { ...held, ...wrong } })).toEqual(without('pending'))
  })

  it.each([
    42,
    'x',
    { call: 'soon' },
    { call: null },
    { call: Number.NaN },
    { call: Number.POSITIVE_INFINITY },
    { call: late, other: 'soon' },
  ])('drops cooldowns that are %j', (cooldowns) => {
    expect(readRecord({ ...whole(), cooldowns })).toEqual(without('cooldowns'))
  })

  it.each(['quoteId', 'since', 'idempotencyKey', 'unanswered'])(
    'drops a payment in doubt whose %s is wrong, and keeps the others',
    (field) => {
      for (const wrong of [
        undefined,
        null,
        {},
        [],
        Number.NaN,
        '',
        -1,
        0,
        1.5,
        ...(field === 'since' ? ['x'] : []),
      ]) {
        const damaged = { ...execution, quoteId: 'Quote:3', [field]: wrong }
        expect(readRecord({ ...whole(), unsettled: [damaged, execution] })).toEqual(whole())
        expect(readRecord({ ...whole(), unsettled: [damaged] })).toEqual(without('unsettled'))
      }
    },
  )

  it('reads what a payment waits for, and drops only that if it is malformed', () => {
    const good = {
      factor: 'SMS_OTP',
      availableFactors: ['SMS_OTP', 'NEW'],
      expiresAt: execution.since,
      purpose: 'PAYOUT',
    }
    const read = (wait: unknown): unknown =>
      readRecord({ ...whole(), unsettled: [{ ...execution, waitsFor: wait }] })?.unsettled
    const { purpose: _, ...withoutPurpose } = good
    for (const wait of [good, withoutPurpose]) expect(read(wait)).toEqual([{ ...execution, waitsFor: wait }])
    const { factor: __, ...noFactor } = good
    for (const wrong of [
      null,
      42,
      'SMS_OTP',
      [],
      {},
      noFactor,
      { ...good, factor: '' },
      { ...good, availableFactors: 'SMS_OTP' },
      { ...good, availableFactors: [1] },
      { ...good, expiresAt: 'soon' },
      { ...good, purpose: {} },
    ])
      expect(read(wrong)).toStrictEqual([execution])
  })

  it.each(['unsettled', 'settled'] as const)('drops %s that is not a list, or an empty one', (part) => {
    for (const wrong of [null, 42, {}, 'Quote:1', { length: 1 }, [], [42]])
      expect(readRecord({ ...whole(), [part]: wrong })).toEqual(without(part))
  })

  it('drops one damaged part and keeps the others', () => {
    expect(readRecord({ ...whole(), session: 1, cooldowns: 1, clockOffset: '1' })).toEqual(
      holding({
        pending: delivered,
        organizationId: 'organization',
        unsettled: [execution],
        settled: ['Quote:2'],
      }),
    )
  })

  it('reads an object without a prototype', () => {
    const bare = Object.assign(Object.create(null), whole(), {
      session: Object.assign(Object.create(null), session),
    })
    expect(readRecord(bare)).toEqual(whole())
  })

  it('reads nothing from an object whose getters throw, and does not throw itself', () => {
    const throwing = (field: string): object =>
      Object.defineProperty({ ...whole() }, field, {
        get: () => {
          throw new Error('hostile')
        },
      })
    const proxy = new Proxy(whole(), {
      get: () => {
        throw new Error('hostile')
      },
    })
    for (const hostile of [throwing('version'), throwing('session'), proxy]) {
      expect(readRecord(hostile)).toBeUndefined()
    }
    expect(readRecord({ ...whole(), session: proxy })).toBeUndefined()
  })

  it('never throws, and never returns a key that can be exported', () => {
    const keys = fc.constantFrom(
      ...['version', 'revision', 'session', 'pending', 'cooldowns'],
      'privateKey',
      '__proto__',
    )
    fc.assert(
      fc.property(fc.object({ key: keys, maxDepth: 4 }), fc.boolean(), (given, versioned) => {
        const read = readRecord(versioned ? { ...given, version: 1, revision: 1 } : given)
        expect(read === undefined || read.version === 1).toBe(true)
        expect(read?.session).toBeUndefined()
      }),
    )
  })
})
