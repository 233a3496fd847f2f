/** Random schedules for people, tabs, clocks, devices and networks. @module */

import fc from 'fast-check'
import type { Locks } from '../stage/browser.js'
import type { KeyDelivery } from '../stage/scene.js'
import { type CallName, callNames } from './calls.js'

/** One step. `tab` selects one of the open tabs, and `choice` what a call has to choose. */
export type Step =
  | { readonly do: 'open' }
  /** `hide`: the tab's timers are throttled. `show` ends hiding and freezing. */
  | { readonly do: 'reload' | 'dispose' | 'show' | 'hide'; readonly tab: number }
  /** The page is killed or frozen after `touches` further requests to the outside. A frozen page receives nothing. */
  | { readonly do: 'kill' | 'freeze'; readonly tab: number; readonly touches: number }
  | { readonly do: 'break storage'; readonly tab: number; readonly times: number }
  /** `settle`: the call runs on until it waits for time or for a person. */
  | {
      readonly do: 'call'
      readonly call: CallName
      readonly tab: number
      readonly choice: number
      readonly settle: boolean
    }
  /** Repeats the last call at once, as by a second click. */
  | { readonly do: 'again' }
  /** Aborts the signal of the last call. */
  | { readonly do: 'abort' }
  | { readonly do: 'wait'; readonly seconds: number }
  /** The device sleeps, and no timer of any page runs. The pages are not informed when the device wakes. */
  | { readonly do: 'sleep'; readonly seconds: number }
  /** Lets everything in flight continue for a number of turns. */
  | { readonly do: 'breathe'; readonly turns: number }
  | { readonly do: 'fault'; readonly at: (typeof answered)[number]; readonly fault: Fault }

export type Fault = (typeof kinds)[number]

export interface Schedule {
  readonly locks: Locks
  /** The number of seconds by which the device's clock is ahead. */
  readonly skew: number
  readonly refreshAhead: number | null
  /** Default: `sealed`. */
  readonly keyDelivery?: KeyDelivery
  /** Whether the service asks the person to authorize payments. Default: no. */
  readonly sca?: boolean
  readonly steps: readonly Step[]
}

const kinds = [
  'lost',
  'drop',
  'bad gateway',
  'server error',
  'rate limit',
  'garbage',
  'slow',
  'silent',
] as const

/** The calls that a fault can affect. */
const answered = [
  'GET /auth/credentials',
  'POST /auth/credentials',
  'POST /auth/credentials/{id}/challenge',
  'POST /auth/credentials/{id}/verify',
  'DELETE /auth/credentials/{id}',
  'GET /auth/sessions',
  'POST /auth/sessions/{id}/refresh',
  'DELETE /auth/sessions/{id}',
  'PATCH /internal-accounts/{id}',
  'POST /internal-accounts/{id}/export',
  'POST /quotes/{quoteId}/execute',
  'POST /quotes/{quoteId}/authorize',
  'POST /quotes/{quoteId}/authorize/resend',
  'GET /quotes/{quoteId}',
] as const

const tab = fc.nat(2)
const choice = fc.nat(3)

const one = <T extends Step['do']>(name: T): fc.Arbitrary<{ readonly do: T; readonly tab: number }> =>
  fc.record({ do: fc.constant(name), tab })

const later = <T extends 'kill' | 'freeze'>(
  name: T,
): fc.Arbitrary<{ readonly do: T; readonly tab: number; readonly touches: number }> =>
  fc.record({ do: fc.constant(name), tab, touches: fc.oneof(fc.constant(0), fc.nat(40)) })

const call = (...names: readonly CallName[]): fc.Arbitrary<Step> =>
  fc.record({
    do: fc.constant('call' as const),
    call: fc.constantFrom(...names),
    tab,
    choice,
    settle: fc.boolean(),
  })

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 2, arbitrary: fc.constant<Step>({ do: 'open' }) },
  { weight: 3, arbitrary: later('kill') },
  { weight: 3, arbitrary: one('reload') },
  { weight: 1, arbitrary: one('dispose') },
  { weight: 5, arbitrary: later('freeze') },
  { weight: 2, arbitrary: one('show') },
  { weight: 3, arbitrary: one('hide') },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('break storage' as const),
      tab,
      times: fc.constantFrom(1, 1, 2, 1000),
    }),
  },
  // A complete sign-in with a mailed code, so that there is a session to lose.
  { weight: 9, arbitrary: call('enter') },
  { weight: 8, arbitrary: call('submit') },
  { weight: 6, arbitrary: call('pay') },
  { weight: 4, arbitrary: call('authorize') },
  { weight: 24, arbitrary: call(...callNames) },
  { weight: 2, arbitrary: fc.constant<Step>({ do: 'again' }) },
  { weight: 2, arbitrary: fc.constant<Step>({ do: 'abort' }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('wait' as const),
      seconds: fc.constantFrom(1, 10, 31, 61, 300, 901),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('sleep' as const),
      seconds: fc.constantFrom(20, 61, 300, 901, 28_800),
    }),
  },
  { weight: 7, arbitrary: fc.record({ do: fc.constant('breathe' as const), turns: fc.nat(40) }) },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('fault' as const),
      at: fc.constantFrom(...answered),
      fault: fc.constantFrom(...kinds),
    }),
  },
)

const day = 86_400

/** A complete schedule. It always begins with one open tab. */
export const schedule: fc.Arbitrary<Schedule> = fc.record({
  locks: fc.constantFrom('shown', 'shown', 'missing'),
  skew: fc.constantFrom(0, 0, 0, 90, -90, day, -day),
  refreshAhead: fc.constantFrom(60, 60, 300, null),
  keyDelivery: fc.constantFrom('sealed', 'client-held'),
  sca: fc.constantFrom(false, false, true),
  steps: fc.array(step, { minLength: 4, maxLength: 30 }),
})
