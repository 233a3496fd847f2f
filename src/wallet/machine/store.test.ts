import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Effect, MachineEvent } from './machine.js'
import { createStateStore, type StateStore, type Transition } from './store.js'

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
  it('is the same object until something changes', () => {
    const holder = createStateStore(nothing)
    const before = holder.snapshot()
    holder.dispatch({ event: 'stored', tier: 'memory' })
    holder.dispatch({ event: 'cancel' })
    expect(holder.snapshot()).toBe(before)
    holder.dispatch(absent)
    expect(holder.snapshot()).not.toBe(before)
  })

  it('is the same object when only the bookkeeping changes', () => {
    const holder = createStateStore(nothing)
    holder.dispatch({ event: 'create', attempt: 1, type: 'PASSKEY' })
    const before = holder.snapshot()
    holder.dispatch({ event: 'sent', attempt: 1 })
    expect(holder.state().inFlight).toBe(true)
    expect(holder.snapshot()).toBe(before)
  })

  it('shows session, flow and storage and nothing else', () => {
    expect(createStateStore(nothing).snapshot()).toEqual({
      session: { status: 'restoring' },
      flow: { status: 'idle' },
      storage: 'memory',
    })
  })

  it('is frozen to its last field, the fault included', () => {
    const holder = createStateStore(nothing)
    for (const event of [absent, signIn, failed]) {
      holder.dispatch(event)
      expect(deepFrozen(holder.snapshot())).toBe(true)
    }
    expect(holder.snapshot().flow).toHaveProperty('fault')
  })
})

describe('dispatch', () => {
  it('has taken the transition when an effect runs', () => {
    const seen: [string, string][] = []
    const holder: StateStore = createStateStore(({ effect }) =>
      seen.push([effect, holder.snapshot().flow.status]),
    )
    holder.dispatch(absent)
    holder.dispatch(signIn)
    expect(seen).toEqual([['challenge', 'challenging']])
  })

  it('runs effects before it tells the listeners', () => {
    const order: string[] = []
    const holder = createStateStore(({ effect }: Effect) => order.push(effect))
    holder.subscribe(() => order.push('told'))
    holder.dispatch(signIn)
    expect(order).toEqual(['challenge', 'told'])
  })

  it('takes an event that an effect dispatches at once', () => {
    const holder: StateStore = createStateStore(({ effect }) => {
      if (effect === 'challenge') holder.dispatch(failed)
    })
    holder.dispatch(signIn)
    expect(holder.snapshot().flow).toMatchObject({ status: 'idle', fault: { code: 'PROOF_TIMEOUT' } })
  })
})

describe('a report', () => {
  const reported = (run: (effect: Effect) => void = nothing): [StateStore, Transition[]] => {
    const reports: Transition[] = []
    return [createStateStore(run, (transition) => reports.push(transition)), reports]
  }

  it('names event and effects, and shows the state that followed', () => {
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

  it('comes before those of the events that its effects bring about', () => {
    const [holder, reports] = reported(({ effect }) => {
      if (effect === 'challenge') holder.dispatch(failed)
    })
    holder.dispatch(signIn)
    expect(reports.map(({ event }) => event)).toEqual(['signIn', 'failed'])
  })

  it('is made of bookkeeping too, and of a call that is turned away', () => {
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

  it('is not made of what means nothing, nor after the end', () => {
    const [holder, reports] = reported()
    holder.dispatch({ event: 'refresh' })
    holder.dispatch({ event: 'stored', tier: 'memory' })
    holder.close()
    holder.dispatch(absent)
    expect(reports).toEqual([])
  })

  it('that throws stops no effect', () => {
    vi.stubGlobal('queueMicrotask', nothing)
    const run = vi.fn()
    const holder = createStateStore(run, () => {
      throw new Error('in the inspector')
    })
    holder.dispatch(signIn)
    expect(run).toHaveBeenCalledOnce()
    expect(holder.snapshot().flow.status).toBe('challenging')
  })

  it('carries nothing of an event’s error', () => {
    const [holder, reports] = reported()
    holder.dispatch(signIn)
    holder.dispatch({ ...failed, error: new Error('otp 123456') })
    expect(reports).toHaveLength(2)
    expect(JSON.stringify(reports)).not.toContain('123456')
    expect(Object.keys(reports[1] ?? {}).sort()).toEqual(['effects', 'event', 'state'])
  })
})

describe('a listener', () => {
  it('is told once of every change that can be seen, without arguments', () => {
    const holder = createStateStore(nothing)
    const listener = vi.fn()
    holder.subscribe(listener)
    holder.dispatch(absent)
    holder.dispatch(absent)
    expect(listener.mock.calls).toEqual([[]])
  })

  it('is not told any more once it has unsubscribed', () => {
    const holder = createStateStore(nothing)
    const listener = vi.fn()
    const unsubscribe = holder.subscribe(listener)
    unsubscribe()
    unsubscribe()
    holder.dispatch(absent)
    expect(listener).not.toHaveBeenCalled()
  })

  it('may listen twice, and each subscription ends alone', () => {
    const holder = createStateStore(nothing)
    const listener = vi.fn()
    const end = holder.subscribe(listener)
    holder.subscribe(listener)
    end()
    holder.dispatch(absent)
    expect(listener).toHaveBeenCalledOnce()
  })

  it('that throws keeps no other waiting, and its error is not swallowed', () => {
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

  it('may dispatch', () => {
    const holder = createStateStore(nothing)
    holder.subscribe(() => holder.dispatch({ event: 'stored', tier: 'indexeddb' }))
    holder.dispatch(absent)
    expect(holder.snapshot().storage).toBe('indexeddb')
  })

  it('that subscribes another does not have it told of this change', () => {
    const holder = createStateStore(nothing)
    const late = vi.fn()
    holder.subscribe(() => void holder.subscribe(late))
    holder.dispatch(absent)
    expect(late).not.toHaveBeenCalled()
  })
})

describe('close', () => {
  it('ends changes and news', () => {
    const holder = createStateStore(nothing)
    const listener = vi.fn()
    holder.subscribe(listener)
    const before = holder.snapshot()
    holder.close()
    holder.dispatch(absent)
    expect(listener).not.toHaveBeenCalled()
    expect(holder.snapshot()).toBe(before)
  })

  it('by one listener spares the others the news', () => {
    const holder = createStateStore(nothing)
    const other = vi.fn()
    holder.subscribe(() => holder.close())
    holder.subscribe(other)
    holder.dispatch(absent)
    expect(other).not.toHaveBeenCalled()
  })

  it('by an effect spares the listeners the news', () => {
    const holder: StateStore = createStateStore(() => holder.close())
    const listener = vi.fn()
    holder.subscribe(listener)
    holder.dispatch(signIn)
    expect(listener).not.toHaveBeenCalled()
  })
})
