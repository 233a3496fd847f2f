import { afterEach, describe, expect, it, vi } from 'vitest'
import { flowTable } from './flow-table.js'
import type { Effect, MachineEvent } from './machine.js'
import {
  createStateStore as createStore,
  initialWalletState,
  type StateStore,
  type Transition,
} from './store.js'

const createStateStore = (
  run: (effect: Effect) => void,
  report?: (transition: Transition) => void,
): StateStore => createStore(run, report, flowTable)

const absent: MachineEvent = { event: 'absent', reason: 'new' }
const signIn: MachineEvent = { event: 'signIn', attempt: 1, type: 'EMAIL_OTP' }
const failed: MachineEvent = {
  event: 'failed',
  attempt: 1,
  error: new Error('no'),
  fault: { kind: 'session', code: 'PROOF_TIMEOUT' },
}
const nothing = (): void => {}

afterEach(() => {
  vi.unstubAllGlobals()
})

function deepFrozen(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return true
  return Object.isFrozen(value) && Object.values(value).every(deepFrozen)
}

describe('the snapshot', () => {
  it('the snapshot is the same object until something changes', () => {
    const holder = createStateStore(nothing)
    const before = holder.snapshot()
    holder.dispatch({ event: 'stored', tier: 'memory' })
    holder.dispatch({ event: 'cancel' })
    expect(holder.snapshot()).toBe(before)
    holder.dispatch(absent)
    expect(holder.snapshot()).not.toBe(before)
  })

  it('the snapshot is the same object when only internal fields change', () => {
    const holder = createStateStore(nothing)
    holder.dispatch({ event: 'create', attempt: 1, type: 'PASSKEY' })
    const before = holder.snapshot()
    holder.dispatch({ event: 'sent', attempt: 1 })
    expect(holder.state().inFlight).toBe(true)
    expect(holder.snapshot()).toBe(before)
  })

  it('shows session, flow, storage and payments in doubt in the snapshot, and nothing else', () => {
    expect(createStateStore(nothing).snapshot()).toEqual({
      session: { status: 'restoring' },
      flow: { status: 'idle' },
      storage: 'memory',
      unsettled: [],
    })
  })

  it('the snapshot is frozen in depth, including the fault', () => {
    const holder = createStateStore(nothing)
    for (const event of [absent, signIn, failed]) {
      holder.dispatch(event)
      expect(deepFrozen(holder.snapshot())).toBe(true)
    }
    expect(holder.snapshot().flow).toHaveProperty('fault')
    const listener = vi.fn()
    holder.subscribe(listener)
    const waitsFor = { factor: 'TOTP', availableFactors: ['TOTP'], expiresAt: 'later' } as const
    const quotes = [
      { quoteId: 'Quote:1', since: 'now' },
      { quoteId: 'Quote:2', since: 'now', waitsFor },
    ]
    holder.dispatch({ event: 'unsettled', quotes })
    expect(holder.snapshot().unsettled).toHaveLength(2)
    expect(listener).toHaveBeenCalledOnce()
    expect(deepFrozen(holder.snapshot())).toBe(true)
  })
})

describe('dispatch', () => {
  it('the transition has been made when an effect runs', () => {
    const seen: [string, string][] = []
    const holder: StateStore = createStateStore(({ effect }) =>
      seen.push([effect, holder.snapshot().flow.status]),
    )
    holder.dispatch(absent)
    holder.dispatch(signIn)
    expect(seen).toEqual([['challenge', 'challenging']])
  })

  it('runs effects before it notifies the listeners', () => {
    const order: string[] = []
    const holder = createStateStore(({ effect }: Effect) => order.push(effect))
    holder.subscribe(() => order.push('told'))
    holder.dispatch(signIn)
    expect(order).toEqual(['challenge', 'told'])
  })

  it('handles an event that an effect dispatches at once', () => {
    const holder: StateStore = createStateStore(({ effect }) => {
      if (effect === 'challenge') holder.dispatch(failed)
    })
    holder.dispatch(signIn)
    expect(holder.snapshot().flow).toMatchObject({ status: 'idle', fault: { code: 'PROOF_TIMEOUT' } })
  })
})

describe('a report to the inspector', () => {
  const reported = (run: (effect: Effect) => void = nothing): [StateStore, Transition[]] => {
    const reports: Transition[] = []
    return [createStateStore(run, (transition) => reports.push(transition)), reports]
  }

  it('reports event and effects of a transition, with the state that followed', () => {
    const [holder, reports] = reported()
    holder.dispatch(absent)
    holder.dispatch(signIn)
    expect(reports).toEqual([
      {
        event: 'absent',
        effects: [],
        state: expect.objectContaining({ session: { status: 'none', reason: 'new' } }),
      },
      { event: 'signIn', effects: ['challenge'], state: holder.snapshot() },
    ])
  })

  it('reports an event before the events that its effects dispatch', () => {
    const [holder, reports] = reported(({ effect }) => {
      if (effect === 'challenge') holder.dispatch(failed)
    })
    holder.dispatch(signIn)
    expect(reports.map(({ event }) => event)).toEqual(['signIn', 'failed'])
  })

  it('reports a change of internal fields, and a call that is refused', () => {
    const [holder, reports] = reported()
    holder.dispatch({ event: 'create', attempt: 1, type: 'PASSKEY' })
    holder.dispatch({ event: 'sent', attempt: 1 })
    holder.dispatch({ event: 'signIn', attempt: 2, type: 'PASSKEY' })
    expect(reports.map(({ event, effects }) => [event, ...effects])).toEqual([
      ['create', 'create'],
      ['sent'],
      ['signIn', 'refuse'],
    ])
  })

  it('reports nothing for an event without effect, and nothing after close', () => {
    const [holder, reports] = reported()
    holder.dispatch({ event: 'refresh' })
    holder.dispatch({ event: 'stored', tier: 'memory' })
    holder.close()
    holder.dispatch(absent)
    expect(reports).toEqual([])
  })

  it('runs every effect even when the inspector throws', () => {
    vi.stubGlobal('queueMicrotask', nothing)
    const run = vi.fn()
    const holder = createStateStore(run, () => {
      throw new Error('in the inspector')
    })
    holder.dispatch(signIn)
    expect(run).toHaveBeenCalledOnce()
    expect(holder.snapshot().flow.status).toBe('challenging')
  })

  it('the report of an event does not contain its error', () => {
    const [holder, reports] = reported()
    holder.dispatch(signIn)
    holder.dispatch({ ...failed, error: new Error('otp 123456') })
    expect(reports).toHaveLength(2)
    expect(JSON.stringify(reports)).not.toContain('123456')
    expect(Object.keys(reports[1] ?? {}).sort()).toEqual(['effects', 'event', 'state'])
  })
})

describe('a listener', () => {
  it('notifies a listener once for every visible change, without arguments', () => {
    const holder = createStateStore(nothing)
    const listener = vi.fn()
    holder.subscribe(listener)
    holder.dispatch(absent)
    holder.dispatch(absent)
    expect(listener.mock.calls).toEqual([[]])
  })

  it('does not notify a listener that has unsubscribed', () => {
    const holder = createStateStore(nothing)
    const listener = vi.fn()
    const unsubscribe = holder.subscribe(listener)
    unsubscribe()
    unsubscribe()
    holder.dispatch(absent)
    expect(listener).not.toHaveBeenCalled()
  })

  it('a listener can subscribe twice, and each subscription ends separately', () => {
    const holder = createStateStore(nothing)
    const listener = vi.fn()
    const end = holder.subscribe(listener)
    holder.subscribe(listener)
    end()
    holder.dispatch(absent)
    expect(listener).toHaveBeenCalledOnce()
  })

  it('notifies the other listeners when one throws, and reports the error as uncaught', () => {
    const thrown: unknown[] = []
    vi.stubGlobal('queueMicrotask', (report: () => void) => {
      try {
        report()
      } catch (error) {
        thrown.push(error)
      }
    })
    const holder = createStateStore(nothing)
    const other = vi.fn()
    const mistake = new Error('in the app')
    holder.subscribe(() => {
      throw mistake
    })
    holder.subscribe(other)
    holder.dispatch(absent)
    expect(other).toHaveBeenCalledOnce()
    expect(thrown).toEqual([mistake])
  })

  it('a listener can dispatch an event', () => {
    const holder = createStateStore(nothing)
    holder.subscribe(() => holder.dispatch({ event: 'stored', tier: 'indexeddb' }))
    holder.dispatch(absent)
    expect(holder.snapshot().storage).toBe('indexeddb')
  })

  it('a listener can subscribe another one, which is not notified of the current change', () => {
    const holder = createStateStore(nothing)
    const late = vi.fn()
    holder.subscribe(() => void holder.subscribe(late))
    holder.dispatch(absent)
    expect(late).not.toHaveBeenCalled()
  })
})

describe('close', () => {
  it('after close the store does not change and notifies no listener', () => {
    const holder = createStateStore(nothing)
    const listener = vi.fn()
    holder.subscribe(listener)
    const before = holder.snapshot()
    holder.close()
    holder.dispatch(absent)
    expect(listener).not.toHaveBeenCalled()
    expect(holder.snapshot()).toBe(before)
  })

  it('the other listeners are not notified when one listener closes the store', () => {
    const holder = createStateStore(nothing)
    const other = vi.fn()
    holder.subscribe(() => holder.close())
    holder.subscribe(other)
    holder.dispatch(absent)
    expect(other).not.toHaveBeenCalled()
  })

  it('no listener is notified when an effect closes the store', () => {
    const holder: StateStore = createStateStore(() => holder.close())
    const listener = vi.fn()
    holder.subscribe(listener)
    holder.dispatch(signIn)
    expect(listener).not.toHaveBeenCalled()
  })
})

it('a new store shows initialWalletState, frozen, until something changes', () => {
  expect(createStateStore(() => {}).snapshot()).toBe(initialWalletState)
  expect(Object.isFrozen(initialWalletState)).toBe(true)
})
