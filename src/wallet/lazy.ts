/** Everything that talks to the backend: flows and operations. A chunk of its own, loaded beside the first look at storage. @module */

import { SessionError } from '../errors.js'
import type { WalletOptions } from './api.js'
import type { Flows, WalletCore } from './core.js'
import { busy, createFlowCalls, type FlowCalls } from './flow-calls.js'
import type { Surroundings } from './flows/context.js'
import { createEffects } from './flows/effects.js'
import { recover } from './flows/recover.js'
import { refreshOf } from './flows/refresh.js'
import { createTakeUp } from './flows/resume.js'
import { createWaiters } from './flows/waiters.js'
import type { StopReason } from './machine/machine.js'
import { createOperations, type Operations } from './operations.js'
import { coolDown } from './record/attempt-commits.js'
import { createTransport } from './transport/transport.js'

export interface Engine extends Flows, FlowCalls, Operations {}

export function createEngine(core: WalletCore, options: WalletOptions): Engine {
  const { holder, hold, disposed } = core
  const { journal, time, clock } = core.surroundings
  const waiters = createWaiters()
  let attempts = 0
  const nextAttempt = (): number => ++attempts
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
  const surroundings: Surroundings = { ...core.surroundings, transport }
  const effects = createEffects(surroundings, { dispatch: holder.dispatch, hold })

  const takeUp = createTakeUp(surroundings, {
    state: holder.state,
    dispatch: holder.dispatch,
    hold,
    nextAttempt,
    adopt: effects.adopt,
    forget: effects.end,
    attemptId: () => effects.attemptIdOf(holder.state().attempt),
    look: core.look,
  })

  const stop = (attempt: number, error: SessionError): void => {
    effects.stop(attempt, error)
    waiters.reject(attempt, error)
  }

  const calls = createFlowCalls({
    surroundings,
    holder,
    effects,
    waiters,
    nextAttempt,
    core,
  })

  return {
    ...calls,
    ...createOperations(core, surroundings, { create: calls.create, exportSigner: options.exportSigner }),
    run(effect) {
      if (effect.effect === 'resolve') waiters.resolve(effect.attempt, effect.credential)
      else if (effect.effect === 'reject') waiters.reject(effect.attempt, effect.error)
      else if (effect.effect === 'abort') effects.abort(effect.attempt, stopErrors.cancelled())
      else if (effect.effect === 'stop') stop(effect.attempt, stopErrors[effect.reason]())
      else if (effect.effect === 'refuse') stop(effect.attempt, busy())
      else effects.run(effect)
    },
    recover: (record) => recover(surroundings, record),
    apply: takeUp.apply,
    follow: takeUp.follow,
    refreshOf: (session, signal) => refreshOf(surroundings, session, AbortSignal.any([signal, disposed])),
    dispose(error) {
      takeUp.stop()
      effects.dispose(error)
      waiters.rejectAll(error)
    },
  }
}

const stopErrors: Readonly<Record<StopReason, () => SessionError>> = {
  superseded: () => new SessionError('SUPERSEDED', 'A newer flow took over.'),
  cancelled: () => new SessionError('CANCELLED', 'The flow was cancelled.'),
}
