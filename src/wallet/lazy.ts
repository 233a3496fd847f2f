/**
 * The lazy half of a wallet: everything that talks to the backend without a stamp, up to the verify call. It is loaded
 * once the storage has been read and the page is idle, or earlier if a call needs it. The code for calls that need a
 * stamp is loaded by the first such call, or when the page is idle if sessions are refreshed automatically.
 * @module
 */
import { untilAborted, whenIdle } from '../clock.js'
import { defaultHeaderNames } from '../wire/headers.js'
import { withAnySignal } from './any-signal.js'
import type { CallOptions, Wallet, WalletOptions } from './api.js'
import type { LazyFlows, WalletCore } from './core.js'
import { createFlowCalls, type FlowCalls } from './flow-calls.js'
import { createAttempts } from './flows/attempts.js'
import type { Context } from './flows/context.js'
import type { LoadedCreations } from './flows/create.js'
import { createEffects } from './flows/effects.js'
import { recover } from './flows/recover.js'
import { createResume } from './flows/resume.js'
import { sealedDelivery } from './flows/sealed-delivery.js'
import { sweepOthers } from './flows/sweep-others.js'
import { createLists } from './lists.js'
import { flowTable } from './machine/flow-table.js'
import type { Operations } from './operations.js'
import { own } from './options.js'
import { coolDown } from './record/attempt-commits.js'
import { hearTabs } from './record/hear-tabs.js'
import { inBrowser } from './record/in-browser.js'
import { holdPageLock } from './record/page-locks.js'
import type { Pending } from './record/record.js'
import { sweep } from './record/sweep.js'
import { tested } from './record/try-keys.js'
import type { SignedCalls } from './signed-calls.js'
import { loadChunk } from './time/load-chunk.js'
import { ownHeaders } from './transport/own-headers.js'
import { cancelled, createTransport } from './transport/transport.js'

/** The lazy half of a wallet, which is loaded after the core. */
export interface LazyWallet
  extends LazyFlows,
    FlowCalls,
    Pick<
      Wallet,
      | 'credentials'
      | 'sessions'
      | 'exportWallet'
      | 'updatePrivacy'
      | 'executeQuote'
      | 'getQuote'
      | 'signedRequest'
    > {}

/** Signs a sample wallet in. Not done on a server, where no page waits for its first sign-in. */
const rehearse = (): Promise<void> => import('./dry-run.js').then(({ dryRun }) => dryRun(createLazyWallet))

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
  const journal = tested(core.context.journal, () => session() !== undefined)
  const headerNames = { ...defaultHeaderNames, ...options.headerNames }
  const transport = createTransport({
    timed: core.context.timed,
    backend: options.backend,
    clock,
    time,
    ownHeaders: () => ownHeaders(options.headers, headerNames),
    cooldowns: {
      until: (call) => core.cooldowns()?.[call],
      async start(call, until) {
        const record = await journal.commit(coolDown(call, until, time.now()))
        if (record) core.remember(record)
      },
    },
  })
  const isRunning = (pending: Pending): boolean =>
    pending.pageId === pageId && attempts.isRunning(pending.attemptId)
  const context: Context = {
    holdPageLock: () => holdPageLock(pageId, clock),
    ...core.context,
    pageId,
    journal,
    headerNames,
    passkey: own(options.passkey),
    transport,
    delivery: {
      ...sealedDelivery,
      preload: () => sealedDelivery.preload(clock, inBrowser() ? rehearse : undefined),
    },
    look,
    isRunning,
  }
  const attempts = createAttempts(context)
  const lists = createLists(core, context)
  let signed: SignedCalls | undefined
  const loadSigned = async (): Promise<SignedCalls> => {
    const { createSignedCalls } = await loadChunk(clock, import('./signed-calls.js'))
    const machine = { dispatch, setSession }
    signed ??= createSignedCalls(core, options, { context, attempts, lists, machine })
    return signed
  }
  const signedFor = (signal: AbortSignal | undefined): Promise<SignedCalls> =>
    withAnySignal(signal, disposed, (either) =>
      untilAborted(either, loadSigned()).catch((error: unknown) => {
        throw either.aborted ? cancelled(either) : error
      }),
    )
  const creations: LoadedCreations = { loaded: () => signed, load: signedFor }
  /**
   * Makes a public method from a method of `Operations`. The first call loads the operations. Once they are loaded,
   * nothing is awaited before the method is called.
   */
  const later =
    <Args extends readonly unknown[], T>(method: (operations: Operations) => (...args: Args) => Promise<T>) =>
    async (...args: Args): Promise<T> => {
      // Every method takes `signal` in its last argument.
      const options = args.at(-1) as CallOptions | undefined
      const { operations } = signed ?? (await signedFor(options?.signal))
      return method(operations)(...args)
    }
  store.interpret(createEffects(context, attempts, { dispatch, setSession, watch }, creations), flowTable)
  const { resume, mirror, stop } = createResume(context, attempts, { state, dispatch, setSession, look })
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
        .then(() => sweepOthers(context))
        .catch(() => {}),
    ),
  )
  const calls = createFlowCalls(context, attempts, core, creations, untilCancel)
  // Input is noticed only once the automatic refresh is loaded, so `idleTimeout` counts from here.
  const since = clock.now()
  let stopRefreshing = (): void => {}
  /** Starts the automatic refresh. It is loaded with the signed calls. If that fails, it is tried again later. */
  const startRefreshing = (): void => {
    loadSigned().then(
      ({ refreshAhead }) => {
        if (!disposed.aborted) stopRefreshing = refreshAhead(since)
      },
      () => {
        if (!disposed.aborted) stopRefreshing = clock.after(30_000, startRefreshing)
      },
    )
  }
  if (options.refreshAhead !== undefined) core.ready.then(() => whenIdle(startRefreshing))
  return {
    ...calls,
    credentials: {
      list: lists.credentials,
      create: calls.create,
      prepare: calls.prepareCreation,
      revoke: later(({ credentials }) => credentials.revoke),
    },
    sessions: {
      list: lists.sessions,
      refresh: later(({ sessions }) => sessions.refresh),
      revoke: later(({ sessions }) => sessions.revoke),
    },
    exportWallet: later((operations) => operations.exportWallet),
    updatePrivacy: later((operations) => operations.updatePrivacy),
    executeQuote: later((operations) => operations.executeQuote),
    getQuote: later((operations) => operations.getQuote),
    signedRequest: later((operations) => operations.signedRequest),
    lookForRevocation: lists.lookForRevocation,
    tidyUp,
    recover: (record) => recover(context, record),
    resume,
    mirror,
    revokeEnded: async (session, signal) => (await loadSigned()).revokeEnded(session, signal),
    dispose(error) {
      stop()
      stopHearing()
      stopRefreshing()
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
