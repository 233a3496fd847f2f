/**
 * The promises about keys, tabs, time and limits, with the faults under which they are kept. Tests claim promises by
 * id. Long because it is one list.
 * @module
 */

export interface Promised {
  /** The id that a test names after `// shows:`. */
  readonly id: string
  readonly promise: string
  /** The faults that do not break the promise. */
  readonly faults: string
  /** What is not promised. */
  readonly not: string
}

export const promises: readonly Promised[] = [
  {
    id: 'stored-key-kept',
    promise: 'A session key whose answer has been stored is not lost, and there is never a second session',
    faults: 'the page dies at any moment, with or without another tab, with or without locks',
    not: 'an answer that was on its way when the page died: that session can be used by nobody and ends at the service',
  },
  {
    id: 'cut-off-told',
    promise: 'A flow that was cut off says so, and the next sign-in works',
    faults: 'a reload or a crash while a call is out; an answer that never comes',
    not: 'that the service did nothing: after a lost answer only a look at the list tells',
  },
  {
    id: 'memory-tier',
    promise: 'A browser that cannot keep keys still signs in, and the state says that it forgets',
    faults: 'IndexedDB refused, hanging or gone; keys that cannot be cloned, or come back as nothing',
    not: 'the session after a reload',
  },
  {
    id: 'connection-reopened',
    promise: 'A connection to the storage that was closed in the background is opened again',
    faults: 'the browser closes it, once at a time',
    not: 'a storage that the browser or the person empties',
  },
  {
    id: 'tabs-agree',
    promise: 'All tabs of an origin show the same session, and lose it together',
    faults: 'two tabs, five tabs; messages that were slept through, or forged',
    not: 'tabs in the memory tier, which are alone; other browsers and profiles',
  },
  {
    id: 'sent-once',
    promise: 'What may be used once is sent once',
    faults:
      'two tabs at the same moment; a callback that is handled twice; five tabs whose refresh falls due together',
    not: 'which of the tabs wins',
  },
  {
    id: 'payment-in-doubt',
    promise:
      'A payment whose answer was lost is paid at most once, is not called unpaid while it may be paid, and stays in sight until its outcome is known',
    faults:
      'the answer or the call is lost, or late; another payment is begun, the page is reloaded, the quote expires, a second tab, a sign-out',
    not: 'the doubt after a reload in the memory tier; that an app shows it: the demo does, with what the state says',
  },
  {
    id: 'code-shared',
    promise: 'An awaited code is everybody’s: any tab may enter it, and nothing restarts the flow meanwhile',
    faults: 'the code is asked for in one tab and typed in another; a reload; a wrong code',
    not: 'codes older than a quarter of an hour',
  },
  {
    id: 'redirect-same-key',
    promise: 'Signing in by redirect goes on with the same client key',
    faults: 'the page is left and comes back; a token made for another key',
    not: 'a return after more than five minutes',
  },
  {
    id: 'limit-is-pause',
    promise: 'A limit of the service is a pause that the state shows, never a sign-out',
    faults: 'a reload, a second tab, five tabs',
    not: 'limits of other calls, which are known once they answer 429 themselves',
  },
  {
    id: 'ends-on-time',
    promise: 'A session ends on time, and every tab is told why',
    faults: 'a frozen tab, timers that slept',
    not: 'the erasure of a key in a browser that is not opened again',
  },
  {
    id: 'refresh-ahead',
    promise: 'With `refreshAhead` a session that is used does not end while the service can be reached',
    faults: 'a refresh that fails; a code that is awaited meanwhile',
    not: 'a network that is gone for longer than is left; a page that sleeps',
  },
  {
    id: 'slept-page-opens',
    promise: 'A page that slept while an answer was on its way opens it when it wakes',
    faults: 'a tab that is suspended for longer than its attempt may take',
    not: 'an attempt that another tab has ended meanwhile: past its deadline it is anybody’s',
  },
  {
    id: 'away-and-back',
    promise:
      'A tab that was frozen, discarded or kept in the back/forward cache goes on with what it was doing, or says that it was cut off',
    faults:
      'in the middle of a sign-in, with a code awaited, beside a tab that refreshes, with a payment out',
    not: 'the answer to a verify that arrived nowhere: that sign-in is told of as interrupted',
  },
  {
    id: 'needs-https',
    promise: 'A page without HTTPS is told so at once, with a TypeError',
    faults: 'an address that is neither HTTPS nor localhost',
    not: 'a wallet there: browsers have no WebCrypto on such pages',
  },
  {
    id: 'wrong-clock',
    promise: 'A wrong clock of the device changes nothing',
    faults: 'a day behind, hours ahead; in one tab, and in a tab that has asked nothing yet beside another',
    not: 'a clock that jumps while no answer of the service comes',
  },
  {
    id: 'locks-decide-nothing',
    promise: 'Locks of the browser decide nothing',
    faults: 'locks that are missing, never granted, or never told of',
    not: 'speed: without them another tab waits for the deadline of a tab that died',
  },
  {
    id: 'waits-end',
    promise: 'Every wait ends by itself, and at cancel()',
    faults:
      'answers, tokens, codes and parts of the library that never come; a dialog that nobody answers; a storage that hangs, in the page or behind the backend',
    not: 'that what was sent had no effect: a single-use call without an answer says OUTCOME_UNKNOWN',
  },
  {
    id: 'dialog-in-click',
    promise: 'A passkey dialog opens in the task of the click, and closing it has one code',
    faults: 'browsers that refuse a dialog after an awaited request; no passkey, no verified person',
    not: 'the first without prepare(): then the challenge is asked for in between',
  },
  {
    id: 'adding-leaves-session',
    promise: 'Adding a credential leaves the session alone',
    faults: 'a dialog that is closed, a page that goes away, an answer that does not come',
    not: 'that a creation without an answer did nothing: the list tells',
  },
  {
    id: 'made-and-disposed',
    promise: 'A wallet may be made, listened to and disposed of at any time',
    faults: 'a component that is mounted twice; listeners that call the wallet, or end it, while it starts',
    not: 'a call to a wallet that was disposed of: it rejects with DISPOSED',
  },
  {
    id: 'outside-refused',
    promise: 'All outside input becomes a value or a typed refusal, in time',
    faults: 'answers, stored records, messages, tokens, sealed keys and requests that are almost valid',
    not: 'that a valid lie is seen: what the service says is believed',
  },
]

/** Other problems that users of such libraries have, and that this library does not prevent. */
export const notPromised: readonly string[] = [
  'Windows of an identity provider that a `getOidcToken` of your own opens: whether its window is blocked, closed or answered by somebody else, it has to find out itself. Only the five minutes, the nonce and the age of the token are looked after then. `embedded-wallet-auth/oidc` looks after the rest; what it cannot tell is on its page.',
  'Bindings for other frameworks than React. `subscribe` and `getState` are what most of them need.',
  'A check of a page or a backend before anybody signs in. What is missing shows as the code of the first call that needs it.',
  'Other engines than Chromium, in full. [browsers.md](../browsers.md) says what was run in which engine. Faults, dialogs, failing storage, frozen and discarded tabs are tested in Chromium only; Safari is not tested.',
  'Telling every tab of an interruption. Of the tabs that live on, the one that finds the attempt tells of it; the others show what the record has.',
]
