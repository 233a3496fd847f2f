/** Random schedules of what people, tabs, clocks, devices and networks do. @module */
import fc from 'fast-check'
import type { Locks } from '../stage/browser.js'
import { type CallName, callNames } from './calls.js'

/** One step. `tab` picks one of the open tabs, `choice` what a call has to choose. */
export type Step =
  | { readonly do: 'open' }
  /** `freeze`: it goes to the background and hears nothing; `hide`: its timers are throttled; `show` brings it back from both. */
  | { readonly do: 'reload' | 'dispose' | 'show' | 'hide'; readonly tab: number }
  /** `touches`: how often it asks something of the outside before. */
  | { readonly do: 'kill' | 'freeze'; readonly tab: number; readonly touches: number }
  | { readonly do: 'break storage'; readonly tab: number; readonly times: number }
  /** `settle`: what it does is let go on until it waits for time, or for somebody. */
  | {
      readonly do: 'call'
      readonly call: CallName
      readonly tab: number
      readonly choice: number
      readonly settle: boolean
    }
  /** What was called last is called again at once, as by a second click. */
  | { readonly do: 'again' }
  /** The signal of what was called last aborts. */
  | { readonly do: 'abort' }
  | { readonly do: 'wait'; readonly seconds: number }
  /** The device sleeps, with all timers of all pages. Nobody tells the pages when it wakes. */
  | { readonly do: 'sleep'; readonly seconds: number }
  /** Lets what is under way go on for so many turns. */
  | { readonly do: 'breathe'; readonly turns: number }
  | { readonly do: 'fault'; readonly at: (typeof answered)[number]; readonly fault: Fault }

export type Fault = (typeof kinds)[number]

export interface Schedule {
  readonly locks: Locks
  /** Seconds by which the device's clock is ahead. */
  readonly skew: number
  readonly refreshAhead: number | null
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

/** Where a fault may strike. */
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
  // The way in as most people take it, so that there is something to lose.
  { weight: 9, arbitrary: call('enter') },
  { weight: 8, arbitrary: call('submit') },
  { weight: 6, arbitrary: call('pay') },
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

/** A whole schedule: it always begins with one open tab. */
export const schedule: fc.Arbitrary<Schedule> = fc.record({
  locks: fc.constantFrom('shown', 'shown', 'missing'),
  skew: fc.constantFrom(0, 0, 0, 90, -90, day, -day),
  refreshAhead: fc.constantFrom(60, 60, 300, null),
  steps: fc.array(step, { minLength: 4, maxLength: 30 }),
})
