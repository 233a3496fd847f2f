/**
 * The promises about keys, tabs, time and limits, with the faults under which they are kept. Tests claim promises by
 * id.
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
    promise: 'A session key whose answer has been stored is not lost, and becomes one session in all tabs',
    faults: 'the page dies at any moment, with or without another tab, with or without locks',
    not: 'an answer that was on its way when the page died: that session cannot be used by anyone, and ends at the service',
  },
  {
    id: 'cut-off-told',
    promise: 'The state reports an interrupted flow, and the next sign-in works',
    faults: 'a reload or a crash while a call is in flight; an answer that never arrives',
    not: 'that the service did nothing: after a lost answer, only the list of sessions or credentials shows it',
  },
  {
    id: 'memory-tier',
    promise: 'A browser that cannot store keys still signs in, and the state says that nothing is stored',
    faults:
      'IndexedDB refused, hanging or gone; keys that cannot be cloned, or that are missing when they are read',
    not: 'the session after a reload',
  },
  {
    id: 'connection-reopened',
    promise: 'A database connection that was closed in the background is opened again',
    faults: 'the browser closes the connection, once at a time',
    not: 'a storage that the browser or the user clears',
  },
  {
    id: 'tabs-agree',
    promise: 'All tabs of an origin show the same session, and the session ends in all of them together',
    faults: 'two tabs, five tabs; messages that were missed during sleep, or forged',
    not: 'tabs in the memory tier, which do not share anything; other browsers and profiles',
  },
  {
    id: 'sent-once',
    promise: 'What can be used only once is sent only once',
    faults:
      'two tabs at the same moment; a callback that is handled twice; five tabs whose refresh is due at the same time',
    not: 'which of the tabs wins',
  },
  {
    id: 'payment-in-doubt',
    promise:
      'A payment whose answer was lost is made at most once, is not reported as unpaid while it may be paid, and stays in the state until its outcome is known',
    faults:
      'the call or the answer is lost or late; another payment begins, the page is reloaded, the quote expires, a second tab, a sign-out',
    not: 'that a payment in doubt survives a reload in the memory tier; that an app shows it: the demo does, from the state',
  },
  {
    id: 'code-shared',
    promise: 'An awaited code can be entered in any tab, and nothing restarts the flow meanwhile',
    faults: 'the code is requested in one tab and entered in another; a reload; a wrong code',
    not: 'codes that are older than 15 minutes',
  },
  {
    id: 'redirect-same-key',
    promise: 'Signing in by redirect continues with the same client key',
    faults: 'the page is left and the user returns; a token that was made for another key',
    not: 'a return after more than five minutes',
  },
  {
    id: 'limit-is-pause',
    promise: 'A limit of the service is a pause that the state shows, never a sign-out',
    faults: 'a reload, a second tab, five tabs',
    not: 'limits of other calls, which are known only once these calls are answered with 429',
  },
  {
    id: 'ends-on-time',
    promise: 'A session ends on time, and every tab shows why',
    faults: 'a frozen tab, timers that did not run during sleep',
    not: 'the erasure of a key in a browser that is not opened again',
  },
  {
    id: 'refresh-ahead',
    promise:
      'With `refreshAhead`, a session in use does not end while the service can be reached and the backend allows the refresh',
    faults: 'a refresh that fails; a code that is awaited at the same time',
    not: 'a network that is down until the session expires; a page that sleeps; a refresh that the backend refuses, with `loginSession` by default from twelve hours after the last proof',
  },
  {
    id: 'slept-page-opens',
    promise: 'A page that slept while an answer was on its way opens the answer when it wakes',
    faults: 'a tab that is suspended for longer than the deadline of its attempt',
    not: 'an attempt that another tab has ended meanwhile: after its deadline, any tab may end it',
  },
  {
    id: 'away-and-back',
    promise:
      'A tab that was frozen, discarded or kept in the back/forward cache continues its flow, or reports that the flow was interrupted',
    faults:
      'during a sign-in, while a code is awaited, while another tab refreshes, while a payment is in flight',
    not: 'the lost answer to a verify call: that sign-in is reported as interrupted',
  },
  {
    id: 'needs-https',
    promise: 'On a page without HTTPS, createWallet throws a TypeError at once',
    faults: 'an address that is neither HTTPS nor localhost',
    not: 'a wallet on such pages: browsers have no WebCrypto there',
  },
  {
    id: 'wrong-clock',
    promise: 'A wrong clock on the device changes nothing',
    faults:
      'a day behind, hours ahead; in one tab, and in a tab that has made no request yet while another tab has',
    not: 'a clock that jumps while no answer of the service arrives',
  },
  {
    id: 'locks-decide-nothing',
    promise: 'Nothing depends on the browser’s locks',
    faults: 'locks that are missing, never granted, or never reported',
    not: 'speed: without locks, another tab waits for the deadline of a dead tab’s attempt',
  },
  {
    id: 'waits-end',
    promise: 'Every wait has a deadline, and ends at cancel()',
    faults:
      'answers, tokens, codes and parts of the library that never arrive; a dialog that is never answered; a storage that hangs, in the page or behind the backend',
    not: 'that the request had no effect: a single-use call without an answer rejects with OUTCOME_UNKNOWN',
  },
  {
    id: 'dialog-in-click',
    promise:
      'A passkey dialog opens in the task of the click, and closing the dialog always has the same code',
    faults: 'browsers that refuse a dialog after an awaited request; no passkey, no verified user',
    not: 'the first promise without prepare(): then the challenge is requested in between',
  },
  {
    id: 'adding-leaves-session',
    promise: 'Adding a credential does not affect the session',
    faults: 'a dialog that is closed, a page that is left, an answer that does not arrive',
    not: 'that a creation without an answer had no effect: the list of credentials shows it',
  },
  {
    id: 'made-and-disposed',
    promise: 'A wallet can be created, subscribed to and disposed of at any time',
    faults: 'a component that is mounted twice; listeners that call or dispose of the wallet while it starts',
    not: 'calls to a wallet that has been disposed of: they reject with DISPOSED',
  },
  {
    id: 'outside-refused',
    promise: 'All input from outside becomes a value or a typed error, in bounded time',
    faults: 'answers, stored records, messages, tokens, sealed keys and requests that are almost valid',
    not: 'that a well-formed lie is detected: the answers of the service are trusted',
  },
]

/** Other problems that users of such libraries have, and that this library does not prevent. */
export const notPromised: readonly string[] = [
  'Windows that your own `getOidcToken` opens: it must find out itself whether its window is blocked, closed or answered by another party. The library then checks only the five minutes, the nonce and the age of the token. `embedded-wallet-auth/oidc` handles the rest; its page says what it cannot detect.',
  'Bindings for frameworks other than React. Most frameworks only need `subscribe` and `getState`.',
  'A complete check of a page or a backend before anyone signs in. [`diagnose()` and `check-backend`](../error-codes.md) find many causes; the others show as the code of the first call that fails.',
  'Full tests in engines other than Chromium. [Browsers](../stacks.md#browsers) says what was run in which engine. Faults, dialogs, failing storage, frozen and discarded tabs are tested in Chromium only; Safari is not tested.',
  'Reporting an interruption in every tab. Of the tabs that stay open, only the one that finds the attempt reports it; the others show what is stored.',
]
