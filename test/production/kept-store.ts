/**
 * A store that survives a kill, as one that a platform relies on has to: what was acknowledged is there after the restart,
 * and at the server that a failover makes the primary.
 * @module
 */
import type { StoreConfig } from '../../src/cli/backend/config.js'
import type { StoreName } from './store-name.js'

export interface KeptStore {
  /** What the configuration of a backend has as `store`. */
  readonly config: StoreConfig
  /** Ends the primary as a crash does. */
  kill(): Promise<void>
  start(): Promise<void>
  /** The process of the primary. */
  pid(): number | undefined
  /**
   * Makes another server the primary, which the name then leads to. The old one goes on, reads, refuses to write, and
   * keeps the connections that it has.
   */
  failOver(): Promise<void>
  readonly name: Pick<StoreName, 'silence'>
  drop(): Promise<void>
}
