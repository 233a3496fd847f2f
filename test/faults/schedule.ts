/** Random schedules of what people, tabs, clocks and networks do. @module */
import fc from 'fast-check'

/** One step. `tab` picks one of the open tabs. */
export type Step =
  | { readonly do: 'open' }
  | { readonly do: 'kill' | 'reload'; readonly tab: number }
  | {
      readonly do: 'signIn' | 'resend' | 'cancel' | 'refresh' | 'list' | 'oidcSignIn' | 'oidcCreate'
      readonly tab: number
    }
  /** The way in as most people take it, so that there is something to lose. */
  | { readonly do: 'enter'; readonly tab: number }
  | { readonly do: 'submit'; readonly tab: number; readonly right: boolean }
  | { readonly do: 'signOut'; readonly tab: number; readonly revoke: boolean }
  | { readonly do: 'privacy'; readonly tab: number; readonly on: boolean }
  | { readonly do: 'pay'; readonly tab: number; readonly quote: number }
  | { readonly do: 'revokeOthers'; readonly tab: number }
  | { readonly do: 'wait'; readonly seconds: number }
  /** Lets what is under way go on until it waits for something else than a task. */
  | { readonly do: 'breathe'; readonly turns: number }
  | { readonly do: 'fault'; readonly call: (typeof calls)[number]; readonly fault: Fault }

export type Fault = 'lost' | 'drop' | 'bad gateway' | 'server error' | 'rate limit' | 'garbage' | 'slow'

export const calls = [
  'GET /auth/credentials',
  'POST /auth/credentials',
  'POST /auth/credentials/{id}/challenge',
  'POST /auth/credentials/{id}/verify',
  'GET /auth/sessions',
  'POST /auth/sessions/{id}/refresh',
  'DELETE /auth/sessions/{id}',
  'PATCH /internal-accounts/{id}',
  'POST /quotes/{quoteId}/execute',
] as const

const tab = fc.nat(2)

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 2, arbitrary: fc.constant<Step>({ do: 'open' }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant<'kill'>('kill'), tab }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant<'reload'>('reload'), tab }) },
  { weight: 7, arbitrary: fc.record({ do: fc.constant<'enter'>('enter'), tab }) },
  { weight: 5, arbitrary: fc.record({ do: fc.constant<'signIn'>('signIn'), tab }) },
  {
    weight: 8,
    arbitrary: fc.record({
      do: fc.constant<'submit'>('submit'),
      tab,
      right: fc.oneof(fc.constant(true), fc.constant(true), fc.constant(false)),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constantFrom<'resend' | 'cancel' | 'refresh' | 'list'>('resend', 'cancel', 'refresh', 'list'),
      tab,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constantFrom<'oidcSignIn' | 'oidcCreate'>('oidcSignIn', 'oidcCreate'),
      tab,
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant<'signOut'>('signOut'), tab, revoke: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant<'privacy'>('privacy'), tab, on: fc.boolean() }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant<'pay'>('pay'), tab, quote: fc.nat(1) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant<'revokeOthers'>('revokeOthers'), tab }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant<'wait'>('wait'),
      seconds: fc.constantFrom(1, 10, 31, 61, 300, 901),
    }),
  },
  { weight: 9, arbitrary: fc.record({ do: fc.constant<'breathe'>('breathe'), turns: fc.nat(12) }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant<'fault'>('fault'),
      call: fc.constantFrom(...calls),
      fault: fc.constantFrom<Fault>(
        'lost',
        'drop',
        'bad gateway',
        'server error',
        'rate limit',
        'garbage',
        'slow',
      ),
    }),
  },
)

/** A whole schedule: it always begins with one open tab. */
export const schedule: fc.Arbitrary<readonly Step[]> = fc.array(step, { minLength: 4, maxLength: 24 })
