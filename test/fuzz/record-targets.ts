/** Fuzzes stored records, as another version, a broken disk or another script might leave them. @module */
import { type AccountStore, createWallet } from 'embedded-wallet-auth'
import fc from 'fast-check'
import { generateClientKey } from '../../src/wallet/crypto/client-key.js'
import { importSessionKey } from '../../src/wallet/crypto/session-key.js'
import { readWholeRecord } from '../../src/wallet/record/read-lazy-parts.js'
import type { AccountRecord, Pending } from '../../src/wallet/record/record.js'
import { almostJson, oneIn } from './almost.js'
import { type AnyTarget, type Target, target, violated } from './target.js'

const now = Date.parse('2026-01-01T00:00:00Z')
const accountId = 'InternalAccount:0191c8a1-7d3e-7c2b-9a51-0e6c2f1b8d44'
const id = (type: string): string => `${type}:0191c8a1-7d3e-7c2b-9a51-0e6c2f1b8d45`
const [clientKey, key, readable] = await Promise.all([
  generateClientKey(),
  importSessionKey(Uint8Array.from({ length: 32 }, (_, index) => index + 1)),
  crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, ['sign', 'verify']),
])

const shared = {
  credential: id('AuthMethod'),
  type: 'EMAIL_OTP',
  accountId,
  nickname: 'ada@example.com',
} as const
const session = { id: id('Session'), ...shared, expiresAt: '2026-01-01T00:15:00Z', ...key }
const pending = {
  attemptId: 'a',
  ...shared,
  pageId: 'b',
  clientKey,
  deadline: now + 60_000,
} as const
const answer = { ...session, encryptedSessionSigningKey: 'abc', createdAt: '', updatedAt: '' }
const { clientKey: _, ...attempt } = pending
const held = { ...attempt, keyDelivery: 'client-held' } as const
const confirmation = { payloadToSign: 'a.b.c', requestId: 'r', expiresAt: '2026-01-01T00:05:00Z', body: '{}' }
const base = {
  version: 1,
  revision: 3,
  session,
  cooldowns: { 'POST /a': now + 1000 },
  clockOffset: 90,
} as const

const records: readonly unknown[] = [
  base,
  { ...base, pending: { ...pending, phase: 'delivered', answer } },
  {
    ...base,
    refresh: { ...pending, phase: 'sent', replaces: session.id, authenticatedAt: session.expiresAt },
  },
  {
    version: 1,
    revision: 1,
    pending: { ...pending, phase: 'awaiting', proof: 'otp', resendAt: session.expiresAt },
  },
  { version: 1, revision: 1, pending: { ...pending, phase: 'awaiting', proof: 'oidcToken', type: 'OAUTH' } },
  { version: 1, revision: 1, session: { ...session, privateKey: readable.privateKey } },
  { version: 1, revision: 1, pending: { ...held, phase: 'awaiting', proof: 'otp', otpBundle: '{}' } },
  { ...base, pending: { ...held, phase: 'sent', confirmation, clientKey: key } },
  { ...base, pending: { ...held, phase: 'delivered', answer, sentAt: now, clientKey: key } },
  { ...base, pending: { ...held, phase: 'sent', clientKey: { ...key, privateKey: readable.privateKey } } },
]

const privateOf = (key: Pending['clientKey']): CryptoKey | undefined =>
  key && ('pair' in key ? key.pair.privateKey : key.privateKey)

const trusted = (record: AccountRecord): void => {
  const { session, pending, refresh, cooldowns = {} } = record
  if (session?.privateKey.extractable) violated('an exportable key was accepted')
  for (const attempt of [pending, refresh])
    if (privateOf(attempt?.clientKey)?.extractable) violated('an exportable client key was accepted')
  if (session && Number.isNaN(Date.parse(session.expiresAt)))
    violated('a session without an expiry was accepted')
  if (pending && pending.phase !== 'awaiting' && pending.clientKey === undefined)
    violated('an answer without its key')
  if (Object.values(cooldowns).some((time) => typeof time !== 'number')) violated('a pause without an end')
}

const read: Target<unknown> = {
  name: 'stored record',
  parser: 'readRecord',
  share: 80,
  inputs: almostJson(records, records),
  run: (stored) => {
    const record = readWholeRecord(stored)
    if (record === undefined) return 'refused'
    trusted(record)
    return 'accepted'
  },
}

/** A page that loads the record, and whose wallet is then used. */
const loaded: Target<unknown> = {
  name: 'page that loads a stored record',
  parser: 'createWallet().ready',
  share: 4,
  inputs: oneIn(4, fc.constantFrom(...records), read.inputs),
  async run(stored) {
    let current = stored
    const store: AccountStore = {
      tier: 'memory',
      read: async () => current,
      update: async (_, updater) => {
        current = updater(current)
      },
      accounts: async () => [accountId],
    }
    const wallet = createWallet({
      accountId,
      backend: async () => Promise.reject(new Error('offline')),
      store,
      clock: { now: () => now, after: () => () => {} },
    })
    await wallet.ready
    const { session, flow } = wallet.getState()
    JSON.stringify(wallet.getState())
    if (session.status === 'restoring') violated('the page never becomes ready')
    if (flow.status === 'challenging' || flow.status === 'verifying')
      violated(`the page starts in ${flow.status}`)
    if (session.status === 'active' && (await wallet.signer?.stamp('payload')) === undefined)
      violated('an active session does not stamp')
    wallet.cancel()
    await wallet.signOut({ revoke: false })
    wallet.dispose()
    return session.status === 'active' ? 'accepted' : 'refused'
  },
}

export const recordTargets: readonly AnyTarget[] = [target(read), target(loaded)]
