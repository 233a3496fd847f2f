/** What a fact about the deployments of the service is. @module */

/**
 * The deployments: `seed` is the interface itself, as described on 2026-05-23. `sandbox` and `production` are the
 * hosted ones, as public material showed them on 2026-09-18.
 */
export const profiles = ['seed', 'sandbox', 'production'] as const

/** One of {@link profiles}. */
export type Profile = (typeof profiles)[number]

/** What a fact rests on. */
export type Standing =
  /** The interface, or its public description. */
  | 'description'
  /** The text of a public change of the description. */
  | 'change'
  /** A public guide or sample. */
  | 'guide'
  /** A package that the provider of the keys publishes. */
  | 'package'
  /** Concluded from the others. */
  | 'inferred'
  /** Nobody says. The row has the stricter answer, so that a page that works with it works with either. */
  | 'unknown'

/** One fact: what each deployment does. */
export interface Fact {
  /** What the row is about, as the beginning of a sentence. */
  readonly what: string
  readonly seed: string
  readonly sandbox: string
  readonly production: string
  /**
   * All that the emulator can play, for rows that it plays. Its option `unknowns` chooses another value than the one of
   * its profile.
   */
  readonly played?: readonly string[]
  /** Where the interface says nothing, and `seed` is therefore as strict as `production`. */
  readonly silent?: 'seed'
  /** Since when: `YYYY-MM-DD`. */
  readonly since: string
  readonly standing: Standing
}
