/** The core of a wallet, and all that loads first: state, storage, the restored session, its signer. @module */

import { systemClock } from '../clock.js'
import { SessionError } from '../errors.js'
import { defaultHeaderNames } from '../wire/headers.js'
import type { WalletOptions } from './api.js'
import type { CoreSurroundings } from './flows/context.js'
import { createLifetime } from './flows/lifetime.js'
import { createSigner, type Signer } from './flows/signer.js'
import { createSync, type Recovery, sweepOthers } from './flows/sync.js'
import type { Effect, SessionInfo } from './machine/machine.js'
import { createHolder, type Holder } from './machine/store.js'
import { createJournal } from './record/journal.js'
import { type AccountRecord, endAll, endSession, expireSession, type StoredSession } from './record/record.js'
import { indexedDbStore, memoryStore } from './record/storage.js'
import { openTabs } from './record/tabs.js'
import { createServerTime } from './time/server-time.js'
import { onWake } from './time/wake.js'

/** What the core leaves to the flows, which load when they are needed. */
export interface Flows {
  readonly run: (effect: Exclude<Effect, { readonly effect: 'watch' }>) => void
  readonly recover: (record: AccountRecord) => Promise<Recovery>
  readonly apply: (recovery: Recovery, when: 'load' | 'look') => Promise<void>
  readonly follow: (record: AccountRecord) => void
  readonly refreshOf: (session: StoredSession, signal: AbortSignal) => Promise<StoredSession>
  readonly dispose: (error: SessionError) => void
}

export interface WalletCore {
  readonly ready: Promise<void>
  readonly surroundings: CoreSurroundings
  readonly holder: Holder
  /** Keeps the keys of the session that the state is about to show. */
  readonly hold: (session: StoredSession) => void
  readonly signer: () => Signer | undefined
  readonly refresh: (session: StoredSession, signal: AbortSignal) => Promise<SessionInfo>
  /** Ends a session that the service has ended. */
  readonly end: (sessionId: string, reason: 'expired' | 'revoked') => Promise<void>
  /** Signs out here and in every tab; the answer is the session that was. */
  readonly signOut: () => Promise<StoredSession | undefined>
  /** Until when calls wait after a 429, by call; milliseconds, server's time. */
  readonly cooldowns: () => AccountRecord['cooldowns']
  readonly remember: (record: AccountRecord) => void
  /** Another look at the record. */
  readonly look: () => Promise<void>
  /** Aborts, with `DISPOSED`, what outlives a single call. */
  readonly disposed: AbortSignal
  readonly dispose: () => void
}

/** @param flows loads the flows, once; `loaded` gives them if they are there already */
export function createWalletCore(
  options: WalletOptions,
  flows: { readonly load: () => Promise<Flows>; readonly loaded: () => Flows | undefined },
): WalletCore {
  const { accountId, sandbox = {}, passkey = {} } = options
  const clock = options.clock ?? systemClock()
  const time = createServerTime(clock)
  const lifeline = new AbortController()
  // No flow moves before its code is there, so that its effects always find it.
  const holder = createHolder(
    (effect) => (effect.effect === 'watch' ? lifetime.watch(effect.session) : flows.loaded()?.run(effect)),
    options.onTransition,
  )
  const { dispatch, state } = holder
  let held: StoredSession | undefined
  let signer: Signer | undefined
  let cooldowns: AccountRecord['cooldowns']

  const tabs = openTabs(accountId, ({ ended }) => void sync.look(ended).catch(() => {}))
  const journal = createJournal({
    accountId,
    store: options.store ?? (typeof document === 'undefined' ? memoryStore() : indexedDbStore()),
    clock,
    time,
    announce: tabs.announce,
    tierChanged: (tier) => dispatch({ event: 'stored', tier }),
  })

  const current = (): StoredSession | undefined => {
    const { session } = state()
    return 'id' in session && session.id === held?.id ? held : undefined
  }

  const currentSigner = (): Signer | undefined => {
    const session = current()
    if (session === undefined) signer = undefined
    else if (signer?.sessionId !== session.id) {
      const isCurrent = (id: string): boolean => current()?.id === id
      signer = createSigner(session, { sandbox, now: time.now, isCurrent, expired: lifetime.expire })
    }
    return signer
  }

  const owner = crypto.randomUUID()
  const underWay = new Set<string>()
  const surroundings: CoreSurroundings = {
    accountId,
    journal,
    time,
    clock,
    headerNames: { ...defaultHeaderNames, ...options.headerNames },
    passkey,
    sandbox,
    owner,
    underWay,
    isUnderWay: (pending) => pending.owner === owner && underWay.has(pending.attemptId),
    disposed: lifeline.signal,
    session: current,
    async stamp(payloadToSign) {
      const now = currentSigner()
      if (now === undefined) throw new SessionError('SESSION_ENDED', 'The session ended before the stamp.')
      return now.stamp(payloadToSign)
    },
  }

  const hold = (session: StoredSession): void => {
    held = session
  }
  /** Another tab may have committed while this one's key was tried: look once more after the state has moved. */
  const holdNew = (session: StoredSession): void => {
    hold(session)
    queueMicrotask(() => sync.look().catch(() => {}))
  }
  const remember = (record: AccountRecord): void => {
    cooldowns = record.cooldowns
  }
  const lifetime = createLifetime(
    surroundings,
    { dispatch, hold: holdNew },
    {
      refreshAhead: options.refreshAhead,
      refreshOf: async (session, signal) => (await flows.load()).refreshOf(session, signal),
    },
  )
  const sync = createSync(surroundings, {
    state,
    dispatch,
    hold,
    remember,
    recover: async (record) => (await flows.load()).recover(record),
    apply: async (recovery, when) => (await flows.load()).apply(recovery, when),
    follow: (record) => flows.loaded()?.follow(record),
  })

  const stopWaking = onWake(() => {
    lifetime.check()
    sync.look().catch(() => {})
  })

  const ready = sync.restore().then(
    () => void sweepOthers(surroundings).catch(() => {}),
    () => dispatch({ event: 'absent', reason: 'new' }),
  )

  return {
    ready,
    surroundings,
    holder,
    hold: holdNew,
    signer: currentSigner,
    refresh: lifetime.refresh,
    cooldowns: () => cooldowns,
    remember,
    look: () => sync.look(),
    disposed: lifeline.signal,
    async end(sessionId, reason) {
      dispatch({ event: 'ended', sessionId, reason })
      const change = reason === 'revoked' ? endSession : expireSession
      await journal.commit(change(sessionId), reason)
    },
    async signOut() {
      await ready
      if (lifeline.signal.aborted) throw lifeline.signal.reason
      const session = current()
      dispatch({ event: 'cancel' })
      if (session) dispatch({ event: 'ended', sessionId: session.id, reason: 'signed-out' })
      held = undefined
      await journal.commit(endAll, 'signed-out')
      // A session that was stored just before, and not shown yet, has gone with the rest.
      await sync.look('signed-out')
      return session
    },
    dispose() {
      if (lifeline.signal.aborted) return
      const error = new SessionError('DISPOSED', 'The wallet was disposed of.')
      lifeline.abort(error)
      holder.close()
      lifetime.stop()
      stopWaking()
      tabs.close()
      flows.loaded()?.dispose(error)
    },
  }
}
