/** The core of a wallet, which loads first: its state, its storage, the restored session and its signer. @module */
import { nextTask, systemClock } from '../clock.js'
import { SessionError } from '../errors.js'
import type { Wallet, WalletOptions } from './api.js'
import type { CoreContext } from './flows/context.js'
import { createCurrentSession } from './flows/current-session.js'
import { createLifetime } from './flows/lifetime.js'
import { createSignOut } from './flows/sign-out.js'
import type { Signer } from './flows/signer.js'
import { createSync, type Recovery } from './flows/sync.js'
import { createObserver } from './machine/events.js'
import { createStateStore, type StateStore } from './machine/store.js'
import { own } from './options.js'
import { createJournal } from './record/journal.js'
import { observe } from './record/observed-journal.js'
import { type AccountRecord, endSession, expireSession, type StoredSession } from './record/record.js'
import { indexedDbStore, memoryStore } from './record/storage.js'
import { createTabs, type Tabs } from './record/tabs.js'
import { createServerTime } from './time/server-time.js'
import { onWake } from './time/wake.js'

/** The functions that the core calls in the lazy half, the part of a wallet that is loaded after it. */
export interface LazyFlows {
  /** Erases the expired parts of the record. */
  readonly tidyUp: () => Promise<void>
  readonly recover: (record: AccountRecord) => Promise<readonly Recovery[]>
  readonly resume: (found: readonly Recovery[], when: 'load' | 'look') => Promise<void>
  readonly mirror: (record: AccountRecord) => void
  /** Reads the list of sessions, and ends this wallet's session if the list does not contain it. Never rejects. */
  readonly lookForRevocation: (signal?: AbortSignal) => Promise<void>
  /** Revokes a session at the service after it has ended in this browser. */
  readonly revokeEnded: (session: StoredSession, signal: AbortSignal) => Promise<void>
  /** Rejects all waiting calls with `error`. The channel stays open while a verify call or a refresh is in flight. */
  readonly dispose: (error: SessionError) => void
}

/** The parts of the core that the public wallet and the lazy half use. */
export interface WalletCore {
  readonly ready: Promise<void>
  readonly context: CoreContext
  readonly store: StateStore
  /** Sets the session and its keys. Called just before the state shows the session's id. */
  readonly setSession: (session: StoredSession) => void
  /** Starts the timer that ends the current session when it expires. */
  readonly watch: () => void
  readonly signer: () => Signer | undefined
  /** Ends, in this browser, a session that has already ended at the service. */
  readonly end: (sessionId: string, reason: 'expired' | 'revoked') => Promise<void>
  readonly signOut: Wallet['signOut']
  /** When each call that was answered with 429 may be sent again: milliseconds since 1970, server time. */
  readonly cooldowns: () => AccountRecord['cooldowns']
  /** Updates the cooldowns and the unsettled payments from a record that was just read or committed. */
  readonly remember: (record: AccountRecord) => void
  /** Reads the record again and updates the state from it. */
  readonly look: () => Promise<void>
  readonly tabs: Tabs
  /** Aborts with `DISPOSED` when the wallet is disposed. */
  readonly disposed: AbortSignal
  readonly dispose: () => void
}

/**
 * @param lazy `load` loads the lazy half once; `loaded` returns the lazy half, or `undefined` until it is loaded
 */
export function createWalletCore(
  options: WalletOptions,
  lazy: { readonly load: () => Promise<LazyFlows>; readonly loaded: () => LazyFlows | undefined },
): WalletCore {
  const { accountId } = options
  const tabs = createTabs(accountId)
  const sandbox = own(options.sandbox)
  const clock = options.clock ?? systemClock()
  const time = createServerTime(clock)
  const observer = createObserver(options.onEvent, time.now)
  const { timed } = observer
  const lifeline = new AbortController()
  // Only the effect `watch` is run here. The lazy half runs all other effects, and no flow starts before the lazy half
  // is loaded.
  const store = createStateStore(
    (effect) => {
      if (effect.effect === 'watch') lifetime.check()
    },
    (transition) => {
      const { event, effects, state } = transition
      observer.told({
        type: 'transition',
        event,
        effects,
        session: state.session.status,
        flow: state.flow.status,
      })
      options.onTransition?.(transition)
    },
  )
  const { dispatch, state } = store
  let cooldowns: AccountRecord['cooldowns']

  const journal = observe(
    timed,
    createJournal({
      accountId,
      store: options.store ?? (typeof document === 'undefined' ? memoryStore() : indexedDbStore()),
      clock,
      time,
      announce: (revision) => tabs.announce(revision),
      tierChanged: (tier) => dispatch({ event: 'stored', tier }),
    }),
  )
  // The read begins before the rest is set up, because the database needs time to open.
  const reading = journal.read()

  const current = createCurrentSession({ sandbox, timed, disposed: lifeline.signal, time }, state, (id) =>
    lifetime.expire(id),
  )

  const context: CoreContext = {
    accountId,
    journal,
    time,
    clock,
    sandbox,
    disposed: lifeline.signal,
    session: current.get,
    async stamp(payloadToSign) {
      lifeline.signal.throwIfAborted()
      const now = current.stamps()
      if (now === undefined) throw new SessionError('SESSION_ENDED', 'The session ended before the stamp.')
      return now.stamp(payloadToSign)
    },
    timed,
  }

  /**
   * Sets the session. A task later, when any call that got the session has resolved, reads the record again, because
   * another tab may have committed while the session's key was tested. The task may be late in a hidden page.
   */
  const setSession = (session: StoredSession): void => {
    current.set(session)
    nextTask()
      .then(() => (lifeline.signal.aborted ? undefined : sync.look()))
      .catch(() => {})
  }
  const remember = (record: AccountRecord): void => {
    cooldowns = record.cooldowns
    const quotes = (record.unsettled ?? []).map(({ quoteId, since, waitsFor }) => ({
      quoteId,
      since,
      ...(waitsFor && { waitsFor }),
    }))
    dispatch({ event: 'unsettled', quotes })
  }
  const lifetime = createLifetime(context, dispatch)
  const sync = createSync(context, {
    state,
    dispatch,
    setSession: current.set,
    remember,
    recover: async (record) => (await lazy.load()).recover(record),
    resume: async (found, when) => (await lazy.load()).resume(found, when),
    tidyUp: () => lazy.loaded()?.tidyUp(),
    learnTime: async () => (await lazy.load()).lookForRevocation(),
    mirror: (record) => lazy.loaded()?.mirror(record),
  })

  const stopWaking = onWake(() => {
    lifetime.check()
    sync.look().catch(() => {})
  })

  const ready = sync.restore(reading).catch(() => dispatch({ event: 'absent', reason: 'new' }))

  return {
    ready,
    context,
    store,
    setSession,
    watch: lifetime.check,
    signer: () => current.stamps()?.signer,
    cooldowns: () => cooldowns,
    remember,
    look: sync.look,
    tabs,
    disposed: lifeline.signal,
    async end(sessionId, reason) {
      dispatch({ event: 'ended', sessionId, reason })
      const change = reason === 'revoked' ? endSession : expireSession
      await journal.commit(change(sessionId), 'ends')
    },
    signOut: createSignOut(context, current, {
      ...{ ready, state, dispatch, look: sync.look },
      revokeEnded: async (session, signal) => (await lazy.load()).revokeEnded(session, signal),
    }),
    dispose() {
      if (lifeline.signal.aborted) return
      const error = new SessionError('DISPOSED', 'The wallet was disposed.')
      lifeline.abort(error)
      store.close()
      lifetime.stop()
      stopWaking()
      journal.close()
      const flows = lazy.loaded()
      if (flows) flows.dispose(error)
      else tabs.close()
    },
  }
}
