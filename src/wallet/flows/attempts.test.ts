import { describe, expect, it, vi } from 'vitest'
import { systemClock } from '../../clock.js'
import type { AuthMethod } from '../../wire/credentials.js'
import { methodOf } from '../credentials/methods.js'
import { createServerTime } from '../time/server-time.js'
import { awaitAnother, give, type Stage, type StageAt, stageAt } from './attempt.js'
import { createAttempts } from './attempts.js'
import type { PreparedSignIn } from './challenge.js'
import type { SlotContext } from './pending-slot.js'

const nothing = (): void => {}
const credential: AuthMethod = {
  id: 'AuthMethod:1',
  accountId: 'InternalAccount:1',
  type: 'PASSKEY',
  nickname: 'Phone',
  createdAt: '2026-01-01T00:00:00Z',
  updatedAt: '2026-01-01T00:00:00Z',
}
const signIn: PreparedSignIn = {
  attemptId: 'in the record',
  method: methodOf('EMAIL_OTP'),
  credential: 'AuthMethod:1',
  keyDelivery: 'sealed',
  clientKey: undefined,
  nonce: '',
  challenge: undefined,
  codeSentAt: 0,
  resendAt: 0,
  usableUntil: 0,
}

const request = { method: signIn.method, credential: undefined, getOidcToken: undefined }
const preparing: Stage = { at: 'preparing', request }
const awaiting: StageAt<'awaiting'> = { at: 'awaiting', signIn, request }
const lockOf = (release = nothing) => ({ shown: Promise.resolve(), release })

// The rest of the context is only used once an attempt acquires its slot.
const fresh = () => createAttempts({ time: createServerTime(systemClock()) } as SlotContext)

/** Attempts of which one has begun, and a call that waits for that attempt. */
function waiting(signal?: AbortSignal, aborted = nothing) {
  const attempts = fresh()
  const attempt = attempts.begin(preparing)
  return { attempts, attempt, outcome: attempts.wait(attempt, signal, aborted) }
}

describe('calls that wait for an attempt', () => {
  it('resolves a call with the credential that its attempt created', async () => {
    const { attempts, attempt, outcome } = waiting()
    attempts.resolve(attempt.number, credential)
    expect(await outcome).toBe(credential)
  })

  it('rejects a call with the error that its attempt failed with', async () => {
    const { attempts, attempt, outcome } = waiting()
    attempts.reject(attempt.number, new Error('no'))
    await expect(outcome).rejects.toThrow('no')
  })

  it('does not settle a call when another attempt ends', async () => {
    const { attempts, attempt, outcome } = waiting()
    const settled = vi.fn()
    const done = outcome.then(settled)
    const other = attempts.begin(preparing)
    attempts.resolve(other.number)
    attempts.reject(other.number, new Error('no'))
    attempts.reject(99, new Error('no'))
    await Promise.resolve()
    expect(settled).not.toHaveBeenCalled()
    attempts.resolve(attempt.number)
    await done
  })

  it('settles all calls of an attempt together', async () => {
    const { attempts, attempt, outcome } = waiting()
    const both = Promise.all([outcome, attempts.wait(attempt, undefined, nothing)])
    attempts.resolve(attempt.number)
    expect(await both).toEqual([undefined, undefined])
  })

  it('a call waits for the next result of its attempt, not for an earlier one', async () => {
    const attempts = fresh()
    const attempt = attempts.begin(preparing)
    attempts.reject(attempt.number, new Error('past'))
    const outcome = attempts.wait(attempt, undefined, nothing)
    attempts.resolve(attempt.number)
    expect(await outcome).toBeUndefined()
  })

  it('settles a call after the work of its attempt has ended', async () => {
    const { attempts, attempt, outcome } = waiting()
    attempts.end(attempt.number)
    expect(attempts.get(attempt.number)).toBeUndefined()
    attempts.resolve(attempt.number, credential)
    expect(await outcome).toBe(credential)
  })

  it('rejects every call when the wallet is disposed, and aborts the work of every attempt', async () => {
    const { attempts, attempt, outcome } = waiting()
    const over = attempts.begin(preparing)
    const all = Promise.allSettled([outcome, attempts.wait(over, undefined, nothing)])
    attempts.end(over.number)
    // Any error of the library will do.
    attempts.dispose(new Error('disposed') as Parameters<typeof attempts.dispose>[0])
    expect((await all).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect([attempt.controller.signal.aborted, over.controller.signal.aborted]).toEqual([true, false])
    expect(attempts.get(attempt.number)).toBeUndefined()
  })

  it('calls back when the signal of a call aborts', async () => {
    const { signal, abort } = controlled()
    const aborted = vi.fn()
    const { attempts, attempt, outcome } = waiting(signal, aborted)
    abort()
    expect(aborted).toHaveBeenCalledOnce()
    attempts.resolve(attempt.number)
    await outcome
  })

  it.each(['resolved', 'rejected'] as const)(
    'removes its listener from the signal of a call once the call has %s',
    async (end) => {
      const { signal, abort } = controlled()
      const aborted = vi.fn()
      const { attempts, attempt, outcome } = waiting(signal, aborted)
      if (end === 'resolved') attempts.resolve(attempt.number)
      else attempts.reject(attempt.number, new Error('no'))
      await outcome.catch(nothing)
      abort()
      expect(aborted).not.toHaveBeenCalled()
    },
  )
})

describe('disposing of attempts', () => {
  // Any error of the library will do.
  const disposed = new Error('disposed') as Parameters<ReturnType<typeof fresh>['dispose']>[0]

  it('disposing of attempts has nothing to wait for if no call is in flight', () => {
    const attempts = fresh()
    attempts.begin(preparing)
    expect(attempts.dispose(disposed)).toBeUndefined()
  })

  it('dispose lets a verify call in flight continue and waits for its end, but rejects its callers at once', async () => {
    const { attempts, attempt, outcome } = waiting()
    attempt.stage = awaiting
    give(attempt, { otp: '123456' }, lockOf)
    let finish = nothing
    void attempts.track(
      signIn.attemptId,
      () =>
        new Promise<void>((resolve) => {
          finish = resolve
        }),
    )
    const ended = vi.fn()
    const done = attempts.dispose(disposed)?.then(ended)
    await expect(outcome).rejects.toBe(disposed)
    expect(attempt.controller.signal.aborted).toBe(false)
    expect(attempts.get(attempt.number)).toBe(attempt)
    await new Promise((resolve) => setImmediate(resolve))
    expect(ended).not.toHaveBeenCalled()
    finish()
    await done
    expect(ended).toHaveBeenCalledOnce()
  })

  it('dispose waits for a refresh in flight, even if it fails', async () => {
    const attempts = fresh()
    let fail = (): void => {}
    const work = attempts.track(
      'refresh',
      () =>
        new Promise<void>((_, reject) => {
          fail = () => reject(new Error('no'))
        }),
    )
    const ended = vi.fn()
    const done = attempts.dispose(disposed)?.then(ended)
    await new Promise((resolve) => setImmediate(resolve))
    expect(ended).not.toHaveBeenCalled()
    fail()
    await expect(work).rejects.toThrow('no')
    await done
    expect(ended).toHaveBeenCalledOnce()
  })
})

describe('the place of an attempt', () => {
  it('the slot of an attempt is released after it was acquired, and after all earlier releases', async () => {
    const order: unknown[] = []
    const journal = { commit: async (what: unknown) => void order.push(what) }
    const attempts = createAttempts({
      ...{ journal, pageId: 'page', time: createServerTime(systemClock()) },
    } as unknown as SlotContext)
    const how = (name: string) => (attemptId: string, pageId: string) =>
      [name, attemptId, pageId] as unknown as ReturnType<
        Parameters<ReturnType<typeof fresh>['releaseSlot']>[1]
      >
    const [first, second] = [attempts.begin(preparing), attempts.begin(preparing)]
    let acquire = nothing
    const acquired = new Promise<void>((resolve) => {
      acquire = () => {
        order.push('acquired')
        resolve()
      }
    })
    first.stage = { ...awaiting, slot: { acquired, since: 1 } }
    second.stage = { ...awaiting, signIn: { ...signIn, attemptId: 'second' } }
    const released = [attempts.releaseSlot(first, how('a')), attempts.releaseSlot(second, how('b'))]
    await new Promise((resolve) => setImmediate(resolve))
    expect(order).toEqual([])
    acquire()
    await Promise.all(released)
    expect(order).toEqual(['acquired', ['a', 'in the record', 'page'], ['b', 'second', 'page']])
  })

  it('nothing is released for an attempt without a slot, or by a disposed wallet', async () => {
    const how = vi.fn()
    const attempts = fresh()
    const attempt = attempts.begin(preparing)
    await attempts.releaseSlot(attempt, how)
    attempt.stage = awaiting
    attempts.dispose(new Error('disposed') as Parameters<typeof attempts.dispose>[0])
    await attempts.releaseSlot(attempt, how)
    expect(how).not.toHaveBeenCalled()
  })
})

describe('attempts', () => {
  it('attempts have increasing numbers', () => {
    const attempts = fresh()
    expect([attempts.begin(preparing).number, attempts.begin(preparing).number]).toEqual([1, 2])
  })

  it('an attempt counts as running, by its id in the record, until its work ends', () => {
    const attempts = fresh()
    const attempt = attempts.begin(preparing)
    expect(attempts.isRunning('in the record')).toBe(false)
    attempt.stage = awaiting
    expect(attempts.isRunning('in the record')).toBe(true)
    attempts.wait(attempt, undefined, nothing).catch(nothing)
    attempts.end(attempt.number)
    expect(attempts.isRunning('in the record')).toBe(false)
    attempts.end(attempt.number)
    attempts.end(99)
  })

  it('ends the timer of an attempt and releases its page lock when its work ends', () => {
    const attempts = fresh()
    const attempt = attempts.begin(preparing)
    const [cancelDeadline, release] = [vi.fn(), vi.fn()]
    attempt.stage = { ...awaiting, cancelDeadline, lock: lockOf(release) }
    attempts.end(attempt.number)
    expect([cancelDeadline, release].map(({ mock }) => mock.calls.length)).toEqual([1, 1])
  })

  it('the attempt of a refresh counts as running while its work runs', async () => {
    const attempts = fresh()
    let end = (): void => {}
    const work = attempts.track(
      'refresh',
      () =>
        new Promise<void>((resolve) => {
          expect(attempts.isRunning('refresh')).toBe(true)
          end = resolve
        }),
    )
    expect(attempts.isRunning('refresh')).toBe(true)
    end()
    await work
    expect(attempts.isRunning('refresh')).toBe(false)
  })

  it('an error names the stage of an attempt that is not at the one it should be at', () => {
    const attempt = fresh().begin(awaiting)
    expect(stageAt(attempt, 'awaiting')).toBe(awaiting)
    expect(stageAt(attempt, 'verifying', 'awaiting')).toBe(awaiting)
    expect(() => stageAt(attempt, 'creating', 'over')).toThrow('is awaiting, not creating or over')
  })

  it('a second verify call of an attempt counts as running after the first has settled', async () => {
    const attempts = fresh()
    let second = Promise.resolve()
    let end = nothing
    await attempts.track('in the record', async () => {
      await Promise.resolve()
      second = attempts.track('in the record', () => new Promise<void>((resolve) => (end = resolve)))
    })
    await new Promise((resolve) => setImmediate(resolve))
    expect(attempts.isRunning('in the record')).toBe(true)
    end()
    await second
    expect(attempts.isRunning('in the record')).toBe(false)
  })
})

describe('the proof of an attempt', () => {
  it('a proof ends the timer for it, and makes the attempt verify under a page lock', () => {
    const [cancelDeadline, lock] = [vi.fn(), lockOf()]
    const attempt = fresh().begin({ ...awaiting, cancelDeadline })
    expect(give(attempt, { otp: '123456' }, () => lock)).toBe(true)
    expect(cancelDeadline).toHaveBeenCalledOnce()
    expect(attempt.stage).toEqual({ at: 'verifying', signIn, request, lock, proof: { otp: '123456' } })
  })

  it('the page lock of a ceremony is kept for the verify call and for another proof', () => {
    const held = lockOf()
    const attempt = fresh().begin({ ...awaiting, lock: held })
    give(attempt, { otp: '123456' }, () => lockOf())
    awaitAnother(attempt)
    expect(attempt.stage).toEqual({ at: 'awaiting', signIn, request, lock: held })
    expect('lock' in attempt.stage && attempt.stage.lock).toBe(held)
  })

  it.each<Stage>([preparing, { at: 'over' }, { ...awaiting, at: 'verifying', proof: {}, lock: lockOf() }])(
    'an attempt that is $at takes no proof',
    (stage) => {
      const attempt = fresh().begin(stage)
      expect(give(attempt, { otp: '123456' }, lockOf)).toBe(false)
      expect(attempt.stage).toBe(stage)
      if (stage.at !== 'verifying') expect(() => awaitAnother(attempt)).toThrow(stage.at)
    },
  )
})

function controlled() {
  const controller = new AbortController()
  return { signal: controller.signal, abort: () => controller.abort() }
}
