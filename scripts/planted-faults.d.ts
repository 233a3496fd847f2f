/** A fault of the protocol that `npm run planted` builds into the library. */
export interface PlantedFault {
  /** What goes wrong. */
  readonly name: string
  /** Below `src/wallet/`. */
  readonly file: string
  /** Occurs exactly once. */
  readonly from: string
  readonly to: string
  /** The pairs of calls that are explored to find the fault. */
  readonly pairs: readonly string[]
  /** The flow in which pages are killed at every point to find the fault, if pairs cannot find it. */
  readonly flow?: string
}

export const plantedFaults: readonly PlantedFault[]
