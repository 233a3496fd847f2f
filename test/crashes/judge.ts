/** Derives what must be true on the next load from the record that a dead page left. @module */
import type { ListedSession, WalletState } from 'embedded-wallet-auth'
import type { AccountRecord } from '../../src/wallet/record/record.js'
import { isOpenable } from '../../src/wallet/record/sweep.js'
import type { Point } from '../stage/point.js'

/** `resumed`: the flow continues, or its result exists. `ended`: the flow is over, and the state says so. */
export interface Expected {
  readonly outcome: 'resumed' | 'ended'
  readonly session: string | undefined
  readonly flow: 'idle' | 'interrupted' | 'otp' | 'oidcToken'
}

/** What is known besides the record. */
export interface Known {
  readonly now: number
  /** The sessions that the service had when the page died. */
  readonly listed: readonly ListedSession[]
  /** The public key that the service has for a session. */
  readonly keyOf: (sessionId: string) => string | undefined
  /** The session that the record has in the end. */
  readonly found: string | undefined
}

/** @param before the session before the flow began */
export function expectedAfter(
  record: AccountRecord | undefined,
  before: string | undefined,
  { now, ...known }: Known,
): Expected {
  const { session, pending, refresh } = record ?? {}
  const stored = session && Date.parse(session.expiresAt) > now ? session.id : undefined
  const refreshed =
    refresh && isOpenable(refresh, now)
      ? refresh.answer?.id
      : completed(record, refresh, before, { now, ...known })
  const live = refreshed ?? stored
  const isNew = live !== undefined && live !== before
  if (pending && isOpenable(pending, now))
    return { outcome: 'resumed', session: pending.answer?.id, flow: 'idle' }
  const verified = completed(record, pending, before, { now, ...known })
  if (verified !== undefined) return { outcome: 'resumed', session: verified, flow: 'idle' }
  // An awaited proof takes precedence over the interruption of a refresh.
  if (pending?.phase === 'awaiting')
    return { outcome: 'resumed', session: live, flow: pending.proof === 'otp' ? 'otp' : 'oidcToken' }
  const isInterrupted = pending !== undefined || (refresh !== undefined && refreshed === undefined)
  return {
    outcome: isNew ? 'resumed' : 'ended',
    session: live,
    flow: isInterrupted ? 'interrupted' : 'idle',
  }
}

/**
 * Returns the session to which an attempt with a key of the page leads although its answer is not there: if it can still
 * be completed, or if the service has a new session with its key, which the next page has then refreshed.
 */
function completed(
  { session, superseded = [], pending, refresh }: Partial<AccountRecord> = {},
  attempt: AccountRecord['pending'],
  before: string | undefined,
  { now, listed, keyOf, found }: Known,
): string | undefined {
  if (attempt?.phase !== 'sent' || attempt.keyDelivery !== 'client-held') return undefined
  const { sentAt, confirmation, clientKey } = attempt
  const next = found === before || found === undefined ? 'a new session' : found
  if (sentAt === undefined) {
    const isLeft = Date.parse(confirmation?.expiresAt ?? '') > now
    return isLeft && found !== before ? next : undefined
  }
  const others = [session, pending?.answer, refresh?.answer, ...superseded].map((each) => each?.id)
  const isOwn = listed.some(({ id }) => keyOf(id) === clientKey?.publicKey && !others.includes(id))
  return isOwn ? next : undefined
}

/**
 * Returns the attempts with a key of the page whose request was answered with a session, although the record that the
 * page left does not say that it was sent: the next page would send it again, which the service refuses, and the session
 * would be lost.
 */
export function unrecorded(
  { pending, refresh }: Partial<AccountRecord> = {},
  { listed, keyOf }: Pick<Known, 'listed' | 'keyOf'>,
): string[] {
  return [pending, refresh].flatMap((attempt) => {
    if (attempt?.phase !== 'sent' || attempt.keyDelivery !== 'client-held') return []
    const begun = listed.find(({ id }) => keyOf(id) === attempt.clientKey?.publicKey)
    return begun && attempt.sentAt === undefined
      ? [`the record does not say that ${begun.id} was asked for`]
      : []
  })
}

/**
 * Returns the differences between a state and what it must be.
 *
 * @param where a page that was loaded after the death, or another tab that lived through it
 */
export function differences(
  expected: Expected,
  { session, flow }: WalletState,
  where: 'next page' | 'other tab',
): string[] {
  const found: string[] = []
  const shown = 'id' in session ? session.id : undefined
  if (shown !== expected.session) found.push(`shows session ${shown}, not ${expected.session}`)
  if ('id' in session && session.status !== 'active') found.push(`shows a session that is ${session.status}`)
  const awaited = flow.status === 'awaitingProof' ? flow.proof : flow.status
  // The user does not return from the identity provider to the other tab.
  const hidden = expected.flow === 'oidcToken' && where === 'other tab'
  const wanted = expected.flow === 'interrupted' || hidden ? 'idle' : expected.flow
  if (awaited !== wanted) found.push(`shows ${awaited}, not ${wanted}`)
  if (expected.flow === 'interrupted') {
    const byFlow = flow.status === 'idle' && flow.fault?.code === 'INTERRUPTED'
    const reason = session.status === 'none' ? session.reason : undefined
    // The interruption is reported once: by `none('interrupted')` without a session, or by the flow if there is a
    // session.
    if (reason === undefined ? !byFlow : reason !== 'interrupted' || byFlow)
      found.push(`does not report the interruption (none: ${reason}, fault: ${byFlow})`)
  }
  return found
}

/** Returns the answers that contain a sealed key and are not stored before anything else is done. */
export function unjournaled(points: readonly Point[]): string[] {
  const names = points.map(({ name }) => name).filter((name) => !name.startsWith('crypto'))
  return names.flatMap((name, index) => {
    const next = names[index + 1] ?? 'nothing'
    // The first request of a refresh is answered with a challenge, whose organization is compared with the record.
    const after = next === 'store read' ? (names[index + 2] ?? 'nothing') : next
    // With a key of the page, what the second request needs is stored before it.
    const isFirstLeg =
      name.endsWith('/refresh') || after === 'store update'
        ? after === name || (after === 'store update' && names.slice(index + 1).includes(name))
        : false
    return /\/(verify|refresh)$/.test(name) && next !== 'store update' && !isFirstLeg
      ? [`${name} is followed by ${next}`]
      : []
  })
}
