/**
 * Everything that talks to the backend: flows and operations. Loads when the storage has been read and the page is
 * idle, or earlier if a call needs it.
 * @module
 */
import { whenIdle } from '../clock.js'
import { defaultHeaderNames } from '../wire/headers.js'
import type { WalletOptions } from './api.js'
import type { LazyFlows, WalletCore } from './core.js'
import { sealedDelivery } from './crypto/sealed-delivery.js'
import { createFlowCalls, type FlowCalls } from './flow-calls.js'
import { createAttempts } from './flows/attempts.js'
import { createConfirmation } from './flows/confirm.js'
import type { Context } from './flows/context.js'
import { createEffects } from './flows/effects.js'
import { createPayloadGuard } from './flows/payload-guard.js'
import { recover } from './flows/recover.js'
import { createRefresh } from './flows/refresh.js'
import { createRefreshAhead } from './flows/refresh-ahead.js'
import { createResume } from './flows/resume.js'
import { revokeEnded } from './flows/sign-out.js'
import { sweepOthers } from './flows/sweep-others.js'
import { flowTable } from './machine/flow-table.js'
import { createOperations, type Operations } from './operations.js'
import { own } from './options.js'
import { coolDown } from './record/attempt-commits.js'
import type { Pending } from './record/record.js'
import { sweep } from './record/sweep.js'
import { tested } from './record/try-keys.js'
import { ownHeaders } from './transport/own-headers.js'
import { createTransport } from './transport/transport.js'

/** The half of a wallet that loads later. The other half is the core. */
export interface LazyWallet extends LazyFlows, FlowCalls, Operations {}

/** Creates the lazy half on top of the core. */
export function createLazyWallet(core: WalletCore, options: WalletOptions): LazyWallet {
  const { store, setSession, watch, look } = core
  const { state, dispatch } = store
  const { time, clock, pageId, disposed, session } = core.context
  const journal = tested(core.context.journal, () => session() !== undefined)
  const { refreshAhead, idleTimeout } = options
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
  const guard = createPayloadGuard(core.context, options.organizationId)
  const confirm = options.confirm && createConfirmation(options.confirm, { clock, now: time.now })
  const context: Context = {
    ...core.context,
    journal,
    headerNames,
    passkey: own(options.passkey),
    transport,
    guard,
    confirm,
    delivery: sealedDelivery,
    look,
    isRunning,
  }
  const attempts = createAttempts(context)
  store.interpret(createEffects(context, attempts, { dispatch, setSession, watch }), flowTable)
  const { resume, mirror, stop } = createResume(context, attempts, { state, dispatch, setSession, look })
  const tidyUp = async (): Promise<void> => {
    if (!disposed.aborted) await journal.commit(sweep(time.surely(), isRunning))
  }
  core.ready.then(() =>
    whenIdle(() =>
      tidyUp()
        .then(() => sweepOthers(context))
        .catch(() => {}),
    ),
  )
  const calls = createFlowCalls(context, attempts, core)
  const { create, prepareCreation } = calls
  const refresh = createRefresh(context, attempts, {
    dispatch,
    setSession,
    refused: () => operations.lookForRevocation(),
  })
  const stopRefreshing =
    refreshAhead === undefined
      ? () => {}
      : createRefreshAhead(context, store.subscribe, { refreshAhead, idleTimeout }, refresh)
  const operations = createOperations(core, context, {
    create,
    prepareCreation,
    refresh,
    exportSigner: options.exportSigner,
  })
  return {
    ...calls,
    ...operations,
    tidyUp,
    recover: (record) => recover(context, record),
    resume,
    mirror,
    revokeEnded: (session, signal) => revokeEnded(context, session, signal),
    dispose(error, tabs) {
      stop()
      stopRefreshing()
      const out = attempts.dispose(error)
      if (out === undefined) return tabs.close()
      // Tells other tabs to read the record once more when the last call of this page has ended, because the record
      // may contain an answer that is not opened yet.
      void out.then(() => {
        tabs.announce({ revision: 0 })
        tabs.close()
      })
    },
  }
}
