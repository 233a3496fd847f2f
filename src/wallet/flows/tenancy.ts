/** Takes and leaves the account's one place in order, for all attempts of this page. @module */
import type { Commit } from '../record/record.js'
import type { Attempt } from './challenge.js'
import type { Surroundings } from './context.js'
import { pendingOf, takePlace } from './pending-slot.js'
import type { Running } from './running.js'

export interface Tenancy {
  /** Takes the place once what this page gave up before has left it; an aborted attempt takes none. */
  take(self: Running, attempt: Attempt): Promise<void>
  /** Leaves the place that an attempt has, or is about to have. Never rejects. */
  leave(self: Running | undefined, change: (attemptId: string, owner: string) => Commit): Promise<void>
  /** From now on the record is left as it is: the next page finds it. */
  close(): void
}

export function createTenancy(surroundings: Surroundings): Tenancy {
  const { journal, owner, underWay } = surroundings
  let leaving = Promise.resolve()
  let isClosed = false
  return {
    take(self, attempt) {
      underWay.add(attempt.attemptId)
      self.place = leaving.then(() => {
        self.controller.signal.throwIfAborted()
        return takePlace(surroundings, pendingOf(surroundings, attempt))
      })
      return self.place
    },
    leave(self, change) {
      const attemptId = self?.attempt?.attemptId
      if (attemptId === undefined || isClosed) return Promise.resolve()
      leaving = Promise.allSettled([leaving, self?.place])
        .then(() => journal.commit(change(attemptId, owner)))
        .then(
          () => {},
          () => {},
        )
      return leaving
    },
    close: () => {
      isClosed = true
    },
  }
}
