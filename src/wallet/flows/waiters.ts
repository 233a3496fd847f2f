/** The calls that wait for an attempt: each is settled once, and none is forgotten. @module */
import type { AuthMethod } from '../../wire/credentials.js'

export interface Waiters {
  /** A promise for the next settlement of this attempt. An abort of `signal` calls `aborted` while it waits. */
  wait(attempt: number, signal: AbortSignal | undefined, aborted: () => void): Promise<AuthMethod | undefined>
  resolve(attempt: number, value?: AuthMethod): void
  reject(attempt: number, error: Error): void
  rejectAll(error: Error): void
}

interface Waiter {
  readonly resolve: (value: AuthMethod | undefined) => void
  readonly reject: (error: Error) => void
}

export function createWaiters(): Waiters {
  const waiting = new Map<number, Set<Waiter>>()
  const settle = (attempt: number, act: (waiter: Waiter) => void): void => {
    const waiters = waiting.get(attempt)
    waiting.delete(attempt)
    for (const waiter of waiters ?? []) act(waiter)
  }
  return {
    wait: (attempt, signal, aborted) =>
      new Promise((resolve, reject) => {
        const done = (): void => signal?.removeEventListener('abort', aborted)
        signal?.addEventListener('abort', aborted)
        const waiters = waiting.get(attempt) ?? new Set()
        waiters.add({
          resolve: (value) => {
            done()
            resolve(value)
          },
          reject: (error) => {
            done()
            reject(error)
          },
        })
        waiting.set(attempt, waiters)
      }),
    resolve: (attempt, value) => settle(attempt, ({ resolve }) => resolve(value)),
    reject: (attempt, error) => settle(attempt, ({ reject }) => reject(error)),
    rejectAll: (error) => {
      for (const attempt of [...waiting.keys()]) settle(attempt, ({ reject }) => reject(error))
    },
  }
}
