/** Everything that talks to the backend: flows and operations. A chunk of its own, loaded when it is first needed. @module */
import type { WalletOptions } from './api.js'
import type { LazyFlows, WalletCore } from './core.js'
import { sealedDelivery } from './crypto/sealed-delivery.js'
import { createFlowCalls, type FlowCalls } from './flow-calls.js'
import { createAttempts } from './flows/attempts.js'
import type { Context } from './flows/context.js'
import { createEffects } from './flows/effects.js'
import { recover } from './flows/recover.js'
import { refreshSession } from './flows/refresh.js'
import { createResume } from './flows/resume.js'
import { createOperations, type Operations } from './operations.js'
import { coolDown } from './record/attempt-commits.js'
import { createTransport } from './transport/transport.js'

/** The half of a wallet that is loaded later; the other half is the core. */
export interface LazyWallet extends LazyFlows, FlowCalls, Operations {}

export function createLazyWallet(core: WalletCore, options: WalletOptions): LazyWallet {
  const { store, setSession, watch, look } = core
  const { state, dispatch } = store
  const { journal, time, clock, disposed, pageId } = core.context
  const transport = createTransport({
    backend: options.backend,
    clock,
    time,
    cooldowns: {
      until: (call) => core.cooldowns()?.[call],
      async start(call, until) {
        const record = await journal.commit(coolDown(call, until, time.now()))
        if (record) core.remember(record)
      },
    },
  })
  const context: Context = { ...core.context, transport, delivery: sealedDelivery }
  const attempts = createAttempts(context)
  store.interpret(createEffects(context, attempts, { dispatch, setSession, watch }))
  const { resume, mirror, stop } = createResume(context, attempts, { state, dispatch, setSession, look })
  const calls = createFlowCalls(context, attempts, core)
  const { create } = calls
  return {
    ...calls,
    ...createOperations(core, context, { create, exportSigner: options.exportSigner }),
    isRunning: (pending) => pending.pageId === pageId && attempts.isRunning(pending.attemptId),
    recover: (record) => recover(context, record),
    resume,
    mirror,
    refreshSession: (session, signal) =>
      refreshSession(context, attempts, session, AbortSignal.any([signal, disposed])),
    dispose(error) {
      stop()
      attempts.dispose(error)
    },
  }
}
