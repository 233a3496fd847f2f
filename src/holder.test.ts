import { afterEach, describe, expect, it, vi } from 'vitest'
import { createHolder, type Holder } from './holder.js'
import type { Effect, MachineEvent } from './machine.js'

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
    const holder = createHolder(nothing)
    const before = holder.snapshot()
    holder.dispatch({ event: 'stored', tier: 'memory' })
    holder.dispatch({ event: 'cancel' })
    expect(holder.snapshot()).toBe(before)
    holder.dispatch(absent)
    expect(holder.snapshot()).not.toBe(before)
  })

  it('is the same object when only the bookkeeping changes', () => {
    const holder = createHolder(nothing)
    holder.dispatch({ event: 'create', attempt: 1, type: 'PASSKEY' })
    const before = holder.snapshot()
    holder.dispatch({ event: 'sent', attempt: 1 })
    expect(holder.state().out).toBe(true)
    expect(holder.snapshot()).toBe(before)
  })

  it('shows session, flow and storage and nothing else', () => {
    expect(createHolder(nothing).snapshot()).toEqual({
      session: { status: 'restoring' },
      flow: { status: 'idle' },
      storage: 'memory',
    })
  })

  it('is frozen to its last field, the fault included', () => {
    const holder = createHolder(nothing)
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
    const holder: Holder = createHolder(({ effect }) => seen.push([effect, holder.snapshot().flow.status]))
    holder.dispatch(absent)
    holder.dispatch(signIn)
    expect(seen).toEqual([['challenge', 'challenging']])
  })

  it('runs effects before it tells the listeners', () => {
    const order: string[] = []
    const holder = createHolder(({ effect }: Effect) => order.push(effect))
    holder.subscribe(() => order.push('told'))
    holder.dispatch(signIn)
    expect(order).toEqual(['challenge', 'told'])
  })

  it('takes an event that an effect dispatches at once', () => {
    const holder: Holder = createHolder(({ effect }) => {
      if (effect === 'challenge') holder.dispatch(failed)
    })
    holder.dispatch(signIn)
    expect(holder.snapshot().flow).toMatchObject({ status: 'idle', fault: { code: 'PROOF_TIMEOUT' } })
  })
})

describe('a listener', () => {
  it('is told once of every change that can be seen, without arguments', () => {
    const holder = createHolder(nothing)
    const listener = vi.fn()
    holder.subscribe(listener)
    holder.dispatch(absent)
    holder.dispatch(absent)
    expect(listener.mock.calls).toEqual([[]])
  })

  it('is not told any more once it has unsubscribed', () => {
    const holder = createHolder(nothing)
    const listener = vi.fn()
    const unsubscribe = holder.subscribe(listener)
    unsubscribe()
    unsubscribe()
    holder.dispatch(absent)
    expect(listener).not.toHaveBeenCalled()
  })

  it('may listen twice, and each subscription ends alone', () => {
    const holder = createHolder(nothing)
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
    const holder = createHolder(nothing)
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
    const holder = createHolder(nothing)
    holder.subscribe(() => holder.dispatch({ event: 'stored', tier: 'indexeddb' }))
    holder.dispatch(absent)
    expect(holder.snapshot().storage).toBe('indexeddb')
  })

  it('that subscribes another does not have it told of this change', () => {
    const holder = createHolder(nothing)
    const late = vi.fn()
    holder.subscribe(() => void holder.subscribe(late))
    holder.dispatch(absent)
    expect(late).not.toHaveBeenCalled()
  })
})

describe('close', () => {
  it('ends changes and news', () => {
    const holder = createHolder(nothing)
    const listener = vi.fn()
    holder.subscribe(listener)
    const before = holder.snapshot()
    holder.close()
    holder.dispatch(absent)
    expect(listener).not.toHaveBeenCalled()
    expect(holder.snapshot()).toBe(before)
  })

  it('by one listener spares the others the news', () => {
    const holder = createHolder(nothing)
    const other = vi.fn()
    holder.subscribe(() => holder.close())
    holder.subscribe(other)
    holder.dispatch(absent)
    expect(other).not.toHaveBeenCalled()
  })

  it('by an effect spares the listeners the news', () => {
    const holder: Holder = createHolder(() => holder.close())
    const listener = vi.fn()
    holder.subscribe(listener)
    holder.dispatch(signIn)
    expect(listener).not.toHaveBeenCalled()
  })
})
