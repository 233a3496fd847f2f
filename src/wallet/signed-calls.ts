/**
 * Everything that needs a stamp: operations, refreshes and new credentials. The first of these calls loads this module.
 * @module
 */
import type { WalletOptions } from './api.js'
import type { WalletCore } from './core.js'
import type { Attempts } from './flows/attempts.js'
import { createConfirmation } from './flows/confirm.js'
import type { Context, SignedContext } from './flows/context.js'
import { type CreationOrder, type Creations, createCredential, prepareCreation } from './flows/create.js'
import { createPayloadGuard } from './flows/payload-guard.js'
import { createRefresh, type RefreshTarget } from './flows/refresh.js'
import { createRefreshAhead } from './flows/refresh-ahead.js'
import { revokeEnded } from './flows/sign-out.js'
import type { Lists } from './lists.js'
import { createOperations, type Operations } from './operations.js'
import type { StoredSession } from './record/record.js'

/** Everything that this module provides to the lazy half. */
export interface SignedCalls extends Creations {
  readonly operations: Operations
  /**
   * Starts the automatic refresh, and returns a function that stops it. `since` is when the page was last known to have
   * a user.
   */
  readonly refreshAhead: (since: number) => () => void
  /** Revokes a session at the service after it has ended in this browser. */
  readonly revokeEnded: (session: StoredSession, signal: AbortSignal) => Promise<void>
}

/** Creates the signed calls of a wallet. */
export function createSignedCalls(
  core: WalletCore,
  options: WalletOptions,
  lazy: {
    readonly context: Context
    readonly attempts: Attempts
    readonly lists: Lists
    readonly machine: Omit<RefreshTarget, 'refused'>
  },
): SignedCalls {
  const { clock, time } = core.context
  const context: SignedContext = {
    ...lazy.context,
    guard: createPayloadGuard(core.context, options.organizationId),
    confirm: options.confirm && createConfirmation(options.confirm, { clock, now: time.now }),
  }
  const { lists } = lazy
  const refused = lists.lookForRevocation
  const refresh = createRefresh(context, lazy.attempts, { ...lazy.machine, refused })
  return {
    operations: createOperations(core, context, { lists, refresh, exportSigner: options.exportSigner }),
    refreshAhead: (since) =>
      createRefreshAhead(context, core.store.subscribe, { ...options, since }, refresh),
    prepareCreation: (order: CreationOrder, signal) => prepareCreation(context, order, signal),
    createCredential: (order, steps) => createCredential(context, order, steps),
    revokeEnded: (session, signal) => revokeEnded(context, session, signal),
  }
}
