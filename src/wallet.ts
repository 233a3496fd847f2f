/** Joins machine, effects and storage into a wallet without the operations that are built on it. @module */
import type { WalletOptions } from './api.js'
import { systemClock } from './clock.js'
import { createEffects } from './effects.js'
import { SessionError } from './errors.js'
import { busy, createFlowCalls, type FlowCalls } from './flow-calls.js'
import { createLifetime } from './flows/lifetime.js'
import { revokeEnded } from './flows/sign-out.js'
import { createSigner, type Signer } from './flows/signer.js'
import type { Surroundings } from './flows/surroundings.js'
import { createSync, sweepOthers } from './flows/sync.js'
import { createHolder } from './holder.js'
import { createJournal } from './journal.js'
import type { Effect, NoSessionReason, SessionInfo, StopReason, WalletState } from './machine.js'
import { type AccountRecord, coolDown, endAll, endSession, type StoredSession } from './record.js'
import { defaultHeaderNames } from './spec/headers.js'
import { indexedDbStore, memoryStore } from './storage.js'
import { openTabs } from './tabs.js'
import { createTransport } from './transport.js'
import { createWaiters } from './waiters.js'
import { onWake } from './wake.js'

export interface WalletCore extends FlowCalls {
  readonly ready: Promise<void>
  readonly surroundings: Surroundings
  readonly getState: () => WalletState
  readonly subscribe: (listener: () => void) => () => void
  readonly cancel: () => void
  readonly refresh: (session: StoredSession, signal: AbortSignal) => Promise<SessionInfo>
  readonly signOut: (options?: { readonly revoke?: boolean }) => Promise<void>
  /** Ends a session that the service has ended. */
  readonly end: (sessionId: string, reason: NoSessionReason) => Promise<void>
  readonly signer: () => Signer | undefined
  /** Aborts, with `DISPOSED`, what outlives a single call. */
  readonly disposed: AbortSignal
  readonly dispose: () => void
}

export function createWalletCore(options: WalletOptions): WalletCore {
  const { accountId, sandbox = {}, passkey = {} } = options
  const clock = options.clock ?? systemClock()
  const lifeline = new AbortController()
  const waiters = createWaiters()
  const holder = createHolder(run)
  const { dispatch, state } = holder
  let attempts = 0
  let held: StoredSession | undefined
  let signer: Signer | undefined
  let cooldowns: AccountRecord['cooldowns']

  const tabs = openTabs(accountId, ({ ended }) => void sync.look(ended).catch(() => {}))
  const journal = createJournal({
    accountId,
    store: options.store ?? (typeof document === 'undefined' ? memoryStore() : indexedDbStore()),
    clock,
    announce: tabs.announce,
    tierChanged: (tier) => dispatch({ event: 'stored', tier }),
  })
  const transport = createTransport({
    backend: options.backend,
    clock,
    cooldowns: {
      until: (call) => cooldowns?.[call],
      async start(call, until) {
        cooldowns = { ...cooldowns, [call]: until }
        await journal.commit(coolDown(call, until, transport.now()))
      },
    },
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
      signer = createSigner(session, { sandbox, now: transport.now, isCurrent, expired: lifetime.expire })
    }
    return signer
  }

  const surroundings: Surroundings = {
    accountId,
    journal,
    transport,
    clock,
    headerNames: { ...defaultHeaderNames, ...options.headerNames },
    passkey,
    sandbox,
    owner: crypto.randomUUID(),
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
  const nextAttempt = (): number => ++attempts
  const effects = createEffects(surroundings, { dispatch, hold })
  const lifetime = createLifetime(surroundings, { dispatch, hold }, options.refreshAhead)
  const sync = createSync(surroundings, {
    state,
    dispatch,
    hold,
    nextAttempt,
    adopt: effects.adopt,
    attemptId: () => effects.attemptIdOf(state().attempt),
    remember: (record) => {
      cooldowns = record.cooldowns
    },
  })

  function run(effect: Effect): void {
    if (effect.effect === 'watch') lifetime.watch(effect.session)
    else if (effect.effect === 'resolve') waiters.resolve(effect.attempt, effect.credential)
    else if (effect.effect === 'reject') waiters.reject(effect.attempt, effect.error)
    else if (effect.effect === 'abort') effects.abort(effect.attempt, stopErrors.cancelled())
    else if (effect.effect === 'stop') stop(effect.attempt, stopErrors[effect.reason]())
    else if (effect.effect === 'refuse') stop(effect.attempt, busy())
    else effects.run(effect)
  }

  function stop(attempt: number, error: SessionError): void {
    effects.stop(attempt, error)
    waiters.reject(attempt, error)
  }

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
    ...createFlowCalls({
      surroundings,
      holder,
      effects,
      waiters,
      nextAttempt,
      ready: () => ready,
      disposed: lifeline.signal,
    }),
    getState: holder.snapshot,
    subscribe: holder.subscribe,
    signer: currentSigner,
    disposed: lifeline.signal,
    refresh: lifetime.refresh,
    cancel: () => dispatch({ event: 'cancel' }),
    async signOut({ revoke = false } = {}) {
      await ready
      if (lifeline.signal.aborted) throw lifeline.signal.reason
      const session = current()
      dispatch({ event: 'cancel' })
      if (session) dispatch({ event: 'ended', sessionId: session.id, reason: 'signed-out' })
      held = undefined
      await journal.commit(endAll, 'signed-out')
      if (revoke && session) await revokeEnded(surroundings, session)
    },
    async end(sessionId, reason) {
      dispatch({ event: 'ended', sessionId, reason })
      await journal.commit(endSession(sessionId), reason === 'revoked' ? 'revoked' : 'signed-out')
    },
    dispose() {
      if (lifeline.signal.aborted) return
      const error = new SessionError('DISPOSED', 'The wallet was disposed of.')
      lifeline.abort(error)
      holder.close()
      effects.dispose(error)
      lifetime.stop()
      sync.stop()
      stopWaking()
      tabs.close()
      waiters.rejectAll(error)
    },
  }
}

const stopErrors: Readonly<Record<StopReason, () => SessionError>> = {
  superseded: () => new SessionError('SUPERSEDED', 'A newer flow took over.'),
  cancelled: () => new SessionError('CANCELLED', 'The flow was cancelled.'),
}
