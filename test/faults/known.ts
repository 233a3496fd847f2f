/** Schedules that once found a fault. They are part of every run. @module */
import type { Schedule } from './schedule.js'

const found: readonly Schedule[] = [
  // A tab without locks, on a device whose clock is fast, has made no request yet while another tab signs in.
  {
    locks: 'missing',
    skew: 90,
    refreshAhead: 60,
    steps: [
      { do: 'reload', tab: 0 },
      { do: 'call', call: 'list sessions', tab: 1, choice: 3, settle: true },
      { do: 'call', call: 'submit', tab: 1, choice: 0, settle: true },
      { do: 'freeze', tab: 2, touches: 0 },
      { do: 'call', call: 'pay', tab: 2, choice: 0, settle: true },
      { do: 'call', call: 'enter', tab: 2, choice: 2, settle: true },
      { do: 'call', call: 'resend', tab: 0, choice: 0, settle: true },
      { do: 'reload', tab: 2 },
      { do: 'fault', at: 'GET /auth/sessions', fault: 'lost' },
      { do: 'show', tab: 0 },
      { do: 'open' },
      { do: 'call', call: 'pay', tab: 0, choice: 2, settle: true },
    ],
  },
  // A page freezes during its verify call, and wakes long after the attempt’s deadline.
  {
    locks: 'missing',
    skew: 0,
    refreshAhead: 60,
    steps: [
      { do: 'call', call: 'enter', tab: 2, choice: 0, settle: false },
      { do: 'call', call: 'privacy', tab: 1, choice: 0, settle: false },
      { do: 'freeze', tab: 2, touches: 12 },
      { do: 'call', call: 'submit', tab: 2, choice: 2, settle: false },
      { do: 'call', call: 'pay', tab: 2, choice: 0, settle: true },
      { do: 'wait', seconds: 300 },
      { do: 'wait', seconds: 300 },
      { do: 'breathe', turns: 30 },
      { do: 'breathe', turns: 32 },
      { do: 'call', call: 'resend', tab: 1, choice: 0, settle: false },
      { do: 'fault', at: 'GET /auth/credentials', fault: 'slow' },
      { do: 'call', call: 'come back from the provider', tab: 0, choice: 2, settle: true },
      { do: 'abort' },
      { do: 'kill', tab: 1, touches: 0 },
    ],
  },
  // A second tab submits a code that the first tab requested, and dies. The first tab knows the attempt but is not
  // working on it.
  {
    locks: 'shown',
    skew: 0,
    refreshAhead: 60,
    steps: [
      { do: 'open' },
      { do: 'call', call: 'submit', tab: 1, choice: 2, settle: true },
      { do: 'call', call: 'come back from the provider', tab: 2, choice: 3, settle: true },
      { do: 'fault', at: 'GET /auth/sessions', fault: 'server error' },
      { do: 'again' },
      { do: 'call', call: 'enter', tab: 0, choice: 0, settle: false },
      { do: 'breathe', turns: 8 },
      { do: 'fault', at: 'POST /quotes/{quoteId}/execute', fault: 'slow' },
      { do: 'call', call: 'enter', tab: 0, choice: 2, settle: true },
      { do: 'call', call: 'sign in by code', tab: 1, choice: 1, settle: true },
      { do: 'kill', tab: 2, touches: 5 },
      { do: 'wait', seconds: 61 },
      { do: 'breathe', turns: 4 },
      { do: 'call', call: 'submit', tab: 2, choice: 2, settle: true },
    ],
  },
  // The device sleeps past the expiry of a session, and no event tells the page that it woke.
  {
    locks: 'shown',
    skew: 0,
    refreshAhead: 60,
    steps: [
      { do: 'call', call: 'enter', tab: 0, choice: 0, settle: true },
      { do: 'sleep', seconds: 901 },
      { do: 'wait', seconds: 61 },
      { do: 'wait', seconds: 300 },
    ],
  },
]

/** Each of them is run with both ways in which sessions get their keys. */
export const known: readonly Schedule[] = [
  ...found,
  ...found.map((schedule): Schedule => ({ ...schedule, keyDelivery: 'client-held' })),
]
