/**
 * The lazy half of a wallet: everything that talks to the backend. It is loaded once the storage has been read and the
 * page is idle, or earlier if a call needs it.
 * @module
 */
import { whenIdle } from '../clock.js'
import type { Wallet, WalletOptions } from './api.js'
import { createLists } from './calls/lists.js'
import { createPrepareCalls } from './calls/prepare.js'
import { createSignInCalls } from './calls/sign-in.js'
import { createSignedCalls, type SignedCalls } from './calls/signed.js'
import type { LazyFlows, WalletCore } from './core.js'
import { keyDeliveries } from './crypto/key-deliveries.js'
import { createAttempts } from './flows/attempts.js'
import { createCodesSent } from './flows/codes-sent.js'
import type { Context } from './flows/context.js'
import { createEffects } from './flows/effects.js'
import { createKnownCredentials } from './flows/known-credentials.js'
import { createPreparations } from './flows/preparations.js'
import { recover } from './flows/recover.js'
import { createRefresh } from './flows/refresh.js'
import { createRefreshAhead } from './flows/refresh-ahead.js'
import { createResume } from './flows/resume.js'
import { revokeEnded } from './flows/revoke-ended.js'
import { createRevoker } from './flows/revoke-superseded.js'
import { sweepOthers } from './flows/sweep-others.js'
import { type Asking, createConfirmation } from './guards/confirm.js'
import { createPayloadGuard } from './guards/payload-guard.js'
import { keyOptions } from './key-options.js'
import { flowTable } from './machine/flow-table.js'
import { type ConfirmationQuestion, stamped } from './operations/operations.js'
import { own } from './options.js'
import { coolDown } from './record/attempt-commits.js'
import { hearTabs } from './record/hear-tabs.js'
import type { Journal } from './record/journal.js'
import { holdPageLock } from './record/page-locks.js'
import { readLazyParts, withLazyParts } from './record/read-lazy-parts.js'
import type { Pending } from './record/record.js'
import { sweep } from './record/sweep.js'
import { tested } from './record/try-keys.js'
import { ownHeaders } from './transport/own-headers.js'
import { createTransport } from './transport/transport.js'

/** The lazy half of a wallet, which is loaded after the core. */
export interface LazyWallet
  extends LazyFlows,
    Omit<SignedCalls, 'credentials' | 'sessions'>,
    Pick<Wallet, 'signIn' | 'submit' | 'resend' | 'prepare' | 'sessions' | 'isReachable'> {
  readonly credentials: Omit<Wallet['credentials'], 'types'>
}

/** Creates the lazy half on top of the core. `untilCancel` returns a signal that the next `cancel()` aborts. */
export function createLazyWallet(
  core: WalletCore,
  options: WalletOptions,
  untilCancel: () => AbortSignal,
): LazyWallet {
  const { store, setSession, watch, look, tabs } = core
  const { state, dispatch } = store
  const { time, clock, disposed, session } = core.context
  const pageId = crypto.randomUUID()
  const { keyDelivery, codeSettings } = keyOptions(options)
  const whole = readLazyParts(tested(core.context.journal, () => session() !== undefined))
  const journal: Journal = {
    ...whole,
    commit: (...given) => whole.commit(...given).finally(() => revoker.check()),
  }
  const transport = createTransport({
    timed: core.context.timed,
    backend: options.backend,
    clock,
    time,
    ownHeaders: () => ownHeaders(options.headers),
    cooldowns: {
      until: (call) => core.cooldowns()?.[call],
      async start(call, until) {
        const made = await journal.commit(coolDown(call, until, time.now()))
        if (made) core.remember(made.after)
      },
    },
  })
  const isRunning = (pending: Pending): boolean =>
    pending.pageId === pageId && attempts.isRunning(pending.attemptId)
  const context: Context & Asking<ConfirmationQuestion> = {
    ...core.context,
    pageId,
    journal,
    passkey: own(options.passkey),
    transport,
    credentials: createKnownCredentials(transport, core.context.accountId),
    keyDelivery,
    deliveries: keyDeliveries,
    codeSettings,
    holdPageLock: () => holdPageLock(pageId, clock),
    guard: createPayloadGuard(core.context, stamped, options.organizationId),
    confirm:
      options.confirm && createConfirmation<ConfirmationQuestion>(options.confirm, { clock, now: time.now }),
    look,
    isRunning,
  }
  const attempts = createAttempts(context)
  const work = { attempts, preparations: createPreparations(time), codes: createCodesSent(time) }
  const lists = createLists(core, context)
  const { lookForRevocation } = lists
  const revoker = createRevoker(context, lookForRevocation)
  const refresh = createRefresh(context, attempts, { dispatch, setSession, refused: lookForRevocation })
  const { exportSigner } = options
  const { credentials, sessions, ...signed } = createSignedCalls(core, context, {
    lists,
    refresh,
    exportSigner,
  })
  store.interpret(createEffects(context, work, { dispatch, setSession, watch }), flowTable)
  const { resume, mirror, takeUp, stop } = createResume(context, attempts, {
    state,
    dispatch,
    setSession,
    look,
  })
  const stopHearing = hearTabs(tabs, () => void look().catch(() => {}))
  const tidyUp = async (): Promise<void> => {
    if (disposed.aborted) return
    const asked = time.surely()
    // The commit adopts the clock offset in the record, which may change `surely()`. The earlier of the two times is
    // used, so that nothing is erased too soon.
    await journal.commit((record) => sweep(Math.min(asked, time.surely()), isRunning)(record))
  }
  core.ready.then(() =>
    whenIdle(() =>
      tidyUp()
        .then(revoker.check)
        .then(() => sweepOthers(context))
        .catch(() => {}),
    ),
  )
  const { create, ...signIn } = createSignInCalls(context, work, { ...core, takeUp }, untilCancel)
  const { prepare, prepareCreation } = createPrepareCalls(context, work, core.ready)
  const stopRefreshing =
    options.refreshAhead === undefined
      ? () => {}
      : createRefreshAhead(context, store.subscribe, options, refresh)
  return {
    ...signIn,
    prepare,
    ...signed,
    credentials: { ...credentials, list: lists.credentials, create, prepare: prepareCreation },
    sessions: { ...sessions, list: lists.sessions },
    isReachable: () =>
      transport.probe(disposed).then(
        () => true,
        () => false,
      ),
    lookForRevocation,
    tidyUp,
    recover: (record) => recover(context, withLazyParts(record)),
    resume,
    mirror(record) {
      mirror(withLazyParts(record))
      revoker.check()
    },
    revokeEnded: (session, signal) => revokeEnded(context, session, signal),
    dispose(error) {
      stop()
      stopHearing()
      stopRefreshing()
      revoker.stop()
      const out = attempts.dispose(error)
      if (out === undefined) return tabs.close()
      // When the last call of this page has ended, other tabs are told to read the record again, because the record may
      // contain an answer that has not been opened yet.
      void out.then(() => {
        tabs.announce(0)
        tabs.close()
      })
    },
  }
}
