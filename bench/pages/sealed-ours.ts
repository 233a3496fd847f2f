/** This library: from a sealed key to a stored signer, with the steps that a sign-in takes after its answer. @module */
import { systemClock } from '../../src/clock.js'
import type { ClientKey } from '../../src/wallet/crypto/client-key.js'
import { keyDeliveries } from '../../src/wallet/crypto/key-deliveries.js'
import { deliver } from '../../src/wallet/flows/open-session.js'
import { createJournal } from '../../src/wallet/record/journal.js'
import type { StoredSession } from '../../src/wallet/record/record.js'
import { indexedDbStore } from '../../src/wallet/record/storage.js'
import { createServerTime } from '../../src/wallet/time/server-time.js'
import type { Session } from '../../src/wire/sessions.js'

const accountId = 'InternalAccount:0191c8a1-7d3e-7c2b-9a51-0e6c2f1b8d44'
const attemptId = 'attempt'
const algorithm = { name: 'ECDH', namedCurve: 'P-256' }

const disposed = new AbortController().signal
let clientKey: ClientKey | undefined

/** Stores an attempt with its client key, as a sign-in does before its call. */
async function prepare(jwk: JsonWebKey, publicKey: string): Promise<void> {
  const { d: _, ...publicJwk } = jwk
  const pair = {
    privateKey: await crypto.subtle.importKey('jwk', jwk, algorithm, false, ['deriveBits']),
    publicKey: await crypto.subtle.importKey('jwk', publicJwk, algorithm, true, []),
  }
  clientKey = { pair, publicKey }
  const pending = {
    attemptId,
    type: 'EMAIL_OTP',
    credential: 'credential',
    phase: 'sent',
    pageId: 'page',
    clientKey,
  }
  const deadline = Date.now() + 60_000
  const store = indexedDbStore()
  await store.update(accountId, () => ({
    version: 1,
    revision: 1,
    pending: { ...pending, deadline },
  }))
  store.close?.()
}

/** Opens the sealed key from the service's answer and stores the session. */
async function open({ sealed }: { readonly sealed: string }): Promise<StoredSession> {
  const clock = systemClock()
  const time = createServerTime(clock)
  const [announce, tierChanged] = [() => {}, () => {}]
  const store = indexedDbStore()
  const journal = createJournal({
    ...{ accountId, store, clock, time, announce, tierChanged },
  })
  const [createdAt, expiresAt] = [new Date().toISOString(), new Date(Date.now() + 900_000).toISOString()]
  const answer: Session = {
    ...{ id: 'Session:1', accountId, nickname: 'Ada', createdAt, updatedAt: createdAt, expiresAt },
    ...{ type: 'EMAIL_OTP', encryptedSessionSigningKey: sealed },
  }
  if (clientKey === undefined) throw new Error('Nothing was prepared.')
  const { now } = time
  const context = {
    accountId,
    journal,
    time,
    sandbox: {},
    deliveries: keyDeliveries,
    clock,
    disposed,
    transport: { now },
  }
  return deliver(context, { attemptId, keyDelivery: 'sealed', clientKey }, answer)
}

globalThis.opening = new Map([['sealed-ours', { prepare, open }]])
