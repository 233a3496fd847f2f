/** What is promised about keys, tabs, time and limits, under which faults, and which tests hold it. Long because it is one list. @module */

export interface Promised {
  readonly promise: string
  /** What may go wrong, and the promise holds all the same. */
  readonly faults: string
  /** What nobody should rely on. */
  readonly not: string
  /** Titles of tests by file, and of the group where they need it. A title with a changing part is given up to it. */
  readonly tests: readonly { readonly file: string; readonly title: string; readonly within?: string }[]
}

const five = 'e2e/five-tabs.e2e.ts'
const tabs = 'e2e/flows/tabs.ts'
const chromiumTabs = 'e2e/tabs.e2e.ts'
const pauses = 'e2e/pauses.e2e.ts'
const asleep = 'e2e/asleep-and-broken.e2e.ts'
const memory = 'e2e/memory-tier.e2e.ts'
const answer = 'e2e/reload-answer.e2e.ts'
const reload = 'e2e/reload.e2e.ts'
const within = 'a reload while'
const missed = 'e2e/missed-messages.e2e.ts'
const deadlines = 'e2e/deadlines.e2e.ts'
const dialog = 'e2e/passkey-dialog.e2e.ts'
const prepare = 'e2e/prepare.e2e.ts'
const crashes = 'test/crashes/crashes.test.ts'
const races = 'src/wallet/flows/races.test.ts'

export const promises: readonly Promised[] = [
  {
    promise:
      'A session key whose answer has been written down is not lost, and there is never a second session',
    faults: 'the page dies at any moment, with or without another tab, with or without locks',
    not: 'an answer that was on its way when the page died: that session can be used by nobody and ends at the service',
    tests: [
      { file: crashes, title: 'no death of a short run, each flow in turn, loses or contradicts anything' },
      { file: answer, within, title: 'a delivered key is unopened opens it, without another verify' },
      { file: answer, within, title: 'a delivered key is unopened after cancel() still opens it' },
      {
        file: races,
        title: 'that two mounts of one page find at once is the session, though the first was disposed of',
      },
      { file: races, title: 'that two tabs open at the same moment is the session of both' },
      {
        file: races,
        title: 'the code’s time is up is not ended by a look at the record that began before it',
      },
      {
        file: races,
        title: 'the time is up that its code had before another tab took it up and gave it back',
      },
      {
        file: 'test/faults/faults.test.ts',
        title: 'no schedule of a short run loses, doubles, hangs or contradicts anything',
      },
    ],
  },
  {
    promise: 'A flow that was cut off says so, and the next sign-in works',
    faults: 'a reload or a crash while a call is out; an answer that never comes',
    not: 'that the service did nothing: after a lost answer only a look at the list tells',
    tests: [
      { file: answer, within, title: 'a verify is out beside a session tells it and keeps the session' },
      { file: answer, within, title: 'a refresh is out tells it and keeps the session' },
      {
        file: reload,
        within,
        title: 'a creation is out keeps the session, and the list tells what happened',
      },
      { file: deadlines, title: 'what a page left that died where there are no locks, at its deadline' },
      { file: 'src/wallet/flows/interrupted.test.ts', title: 'is interrupted at its deadline, and ' },
    ],
  },
  {
    promise: 'A browser that cannot keep keys still signs in, and the state says that it forgets',
    faults: 'IndexedDB refused, hanging or gone; keys that cannot be cloned, or come back as nothing',
    not: 'the session after a reload',
    tests: [
      { file: memory, title: 'opening IndexedDB never ends' },
      { file: memory, title: 'a CryptoKey cannot be cloned' },
      { file: memory, title: 'a stored key is read back as null' },
      { file: memory, title: 'it is read back without its key' },
      { file: memory, title: 'IndexedDB fails for good after the sign-in, and the state says so' },
    ],
  },
  {
    promise: 'A connection to the storage that was closed in the background is opened again',
    faults: 'the browser closes it, once at a time',
    not: 'a storage that the browser or the person empties',
    tests: [
      {
        file: asleep,
        title:
          'connections to IndexedDB that were closed in the background are opened again, and nothing is lost',
      },
      {
        file: 'src/wallet/record/storage.test.ts',
        title: 'opens a connection again that was closed behind its back',
      },
    ],
  },
  {
    promise: 'All tabs of an origin show the same session, and lose it together',
    faults: 'two tabs, five tabs; messages that were slept through, or forged',
    not: 'tabs in the memory tier, which are alone; other browsers and profiles',
    tests: [
      { file: five, title: 'one sign-in serves five tabs, and one sign-out ends it in all of them' },
      { file: tabs, title: 'signing out in one tab signs out the other within ' },
      { file: tabs, title: 'a sign-in and a refresh show in the other tab, which stamps with the new key' },
      { file: tabs, title: 'a session revoked at the service shows in both tabs once one has looked' },
      { file: missed, title: 'what a tab did not hear of it sees when it is looked at' },
      { file: missed, title: 'a message that some script forged ends nothing' },
    ],
  },
  {
    promise: 'What may be used once is sent once',
    faults:
      'two tabs at the same moment; a callback that is handled twice; five tabs whose refresh falls due together',
    not: 'which of the tabs wins',
    tests: [
      { file: tabs, title: 'two tabs that submit at once send one verify' },
      { file: tabs, title: 'two tabs that refresh at once end up with one session' },
      {
        file: chromiumTabs,
        title: 'while one tab refreshes, a refresh in the other is BUSY and sends nothing',
      },
      { file: five, title: 'five tabs that should refresh at the same moment refresh once' },
      { file: five, title: 'an ID token that comes back in two tabs at once is sent once' },
    ],
  },
  {
    promise: 'An awaited code is everybody’s: any tab may enter it, and nothing restarts the flow meanwhile',
    faults: 'the code is asked for in one tab and typed in another; a reload; a wrong code',
    not: 'codes older than a quarter of an hour',
    tests: [
      { file: five, title: 'a code asked for in one of five tabs is typed in another, and sent once' },
      { file: tabs, title: 'a code asked for in one tab can be typed in a tab opened later' },
      { file: reload, within, title: 'a code is awaited still awaits it, and no second one is sent' },
      { file: missed, title: 'what happens in another tab starts nothing anew while a code is typed' },
      {
        file: races,
        title: 'a wrong code takes nothing of the time that another tab’s later mail has given',
      },
      { file: dialog, within: 'a passkey dialog', title: 'that another sign-in supersedes lets go' },
      {
        file: 'src/wallet/machine/machine.test.ts',
        title: 'is a result of an earlier attempt, in every state',
      },
    ],
  },
  {
    promise: 'Signing in by redirect goes on with the same client key',
    faults: 'the page is left and comes back; a token made for another key',
    not: 'a return after more than five minutes',
    tests: [
      { file: reload, within, title: 'an ID token is awaited still awaits it, for the same client key' },
    ],
  },
  {
    promise: 'A limit of the service is a pause that the state shows, never a sign-out',
    faults: 'a reload, a second tab, five tabs',
    not: 'limits of other calls, which are known once they answer 429 themselves',
    tests: [
      { file: pauses, title: 'a 429 survives a reload and is shared by the second tab: neither sends again' },
      { file: five, title: 'a 429 in one of five tabs pauses all of them, and signs nobody out' },
      { file: pauses, title: 'after a 429 the last code still signs in' },
      { file: pauses, title: 'a 429 to a refresh leaves the session in both tabs, and neither asks again' },
      {
        file: 'src/wallet/flows/pauses.test.ts',
        title: 'a pause after a 429 holds for the next page, which sends nothing',
      },
    ],
  },
  {
    promise: 'A session ends on time, and every tab is told why',
    faults: 'a frozen tab, timers that slept',
    not: 'the erasure of a key in a browser that is not opened again',
    tests: [
      { file: chromiumTabs, title: 'an expiry shows in the other tab' },
      { file: five, title: 'a session that expires has expired in five tabs' },
      {
        file: asleep,
        title: 'a session that expires while its tab is frozen has expired when the tab wakes',
      },
      { file: 'src/clock.test.ts', title: 'waits longer than a timer of a browser can' },
    ],
  },
  {
    promise: 'With `refreshAhead` a session that is used does not end while the service can be reached',
    faults: 'a refresh that fails, or stands back for a code that is awaited',
    not: 'a network that is gone for longer than is left; a page that sleeps',
    tests: [
      { file: races, title: 'that nobody asked for and that failed is tried again' },
      { file: races, title: 'that nobody asked for waits for a code that is awaited, and comes after it' },
      { file: races, title: 'of a session is not the one of the session before it' },
      { file: five, title: 'five tabs that should refresh at the same moment refresh once' },
    ],
  },
  {
    promise: 'A page that slept while an answer was on its way opens it when it wakes',
    faults: 'a tab that is suspended for longer than its attempt may take',
    not: 'an attempt that another tab has ended meanwhile: past its deadline it is anybody’s',
    tests: [
      {
        file: asleep,
        title: 'a page that sleeps while its verify is out opens the key that comes, however late',
      },
      {
        file: asleep,
        title: 'a passkey dialog that used up its time leaves the verify after it all of its own',
      },
      { file: races, title: 'its page has slept is not replaced by a refresh of the same page' },
      {
        file: 'src/wallet/record/record.test.ts',
        title: 'keeps an attempt past its deadline that this page is at',
      },
    ],
  },
  {
    promise: 'A wrong clock of the device changes nothing',
    faults: 'a day behind, hours ahead; in one tab, and in a tab that has asked nothing yet beside another',
    not: 'a clock that jumps while no answer of the service comes',
    tests: [{ file: asleep, title: 'on a device whose clock is ' }],
  },
  {
    promise: 'Locks of the browser decide nothing',
    faults: 'locks that are missing, never granted, or never told of',
    not: 'speed: without them another tab waits for the deadline of a tab that died',
    tests: [
      {
        file: asleep,
        title: 'locks that are never granted, and never told of, stop neither sign-in nor refresh nor reload',
      },
      {
        file: asleep,
        title: 'without locks and without messages, what one tab has used the other does not send',
      },
      {
        file: 'src/wallet/record/page-locks.test.ts',
        title: 'is unknown after a second where the browser does not answer',
      },
    ],
  },
  {
    promise: 'Whatever is waited for ends by itself, and at cancel()',
    faults:
      'answers, tokens, codes and parts of the library that never come; a dialog that nobody answers; a storage that hangs, in the page or behind the backend',
    not: 'that what was sent had no effect: a single-use call without an answer says OUTCOME_UNKNOWN',
    tests: [
      { file: deadlines, title: 'an answer, after half a minute' },
      { file: deadlines, title: 'a part of the library that does not load, ' },
      { file: deadlines, title: 'an ID token whose window is gone, after five minutes, or at cancel()' },
      { file: deadlines, title: 'a code, in both tabs, a quarter of an hour after its mail' },
      { file: dialog, within: 'a passkey dialog', title: 'that nobody answers ends at its time-out' },
      { file: memory, title: 'opening IndexedDB never ends' },
      {
        file: 'test/redis/redis.test.ts',
        title: 'a Redis that is gone is a 500 after three seconds, and nothing is created',
      },
    ],
  },
  {
    promise: 'A passkey dialog opens in the task of the click, and closing it has one code',
    faults: 'browsers that refuse a dialog after an awaited request; no passkey, no verified person',
    not: 'the first without prepare(): then the challenge is asked for in between',
    tests: [
      { file: prepare, title: 'after prepare() a click calls get() in its own task, before any request' },
      {
        file: dialog,
        within: 'a passkey dialog',
        title: 'that finds no passkey is CEREMONY_CANCELLED, and the session stays',
      },
      {
        file: dialog,
        within: 'a passkey dialog',
        title: 'that stays open at a sign-in is closed by cancel(), and the next one works',
      },
    ],
  },
  {
    promise: 'Adding a credential leaves the session alone',
    faults: 'a dialog that is closed, a page that goes away, an answer that does not come',
    not: 'that a creation without an answer did nothing: the list tells',
    tests: [
      { file: reload, within, title: 'a creation asks the authenticator creates nothing' },
      {
        file: dialog,
        title: 'that stays open at a creation is closed by cancel(), and the next one creates',
      },
    ],
  },
  {
    promise: 'A wallet may be made, listened to and disposed of at any time',
    faults: 'a component that is mounted twice; listeners that call the wallet, or end it, while it starts',
    not: 'a call to a wallet that was disposed of: it rejects with DISPOSED',
    tests: [
      {
        file: 'src/wallet/flows/mounting.test.ts',
        title: 'starts as if there had been one, and nothing of the first is left',
      },
      {
        file: 'src/wallet/flows/mounting.test.ts',
        title: 'takes listeners at any time of its start, that call it, and end it',
      },
      {
        file: races,
        title: 'what is under way stays in the record when another mount of the page is disposed of',
      },
    ],
  },
  {
    promise: 'Whatever comes from outside is a value or a typed refusal, in time',
    faults: 'answers, stored records, messages, tokens, sealed keys and requests that are almost valid',
    not: 'that a valid lie is seen: what the service says is believed',
    tests: [
      {
        file: 'test/fuzz/fuzz.test.ts',
        title: 'no input of a short run does anything but give a value or a refusal',
      },
    ],
  },
]

/** What users of such libraries also suffer from, and nothing here prevents. */
export const notPromised: readonly string[] = [
  'Windows of an identity provider. `getOidcToken` is the app’s: whether its window is blocked, closed or answered by somebody else, it has to find out itself, with an origin and a state to compare. Only the five minutes, the nonce and the age of the token are looked after here.',
  'Bindings for frameworks. `subscribe` and `getState` fit `useSyncExternalStore`; nothing for React or another framework is shipped.',
  'A check of a page or a backend before anybody signs in. What is missing shows as the code of the first call that needs it.',
  'Other engines than Chromium, in full. `npm run test:engines` tests all credential types in Firefox, all but passkeys in WebKitGTK, and reloads, two tabs and keys in both. Faults, dialogs and failing storage are tested in Chromium only; Safari is not tested.',
  'Telling every tab of an interruption. Of the tabs that live on, the one that finds the attempt tells of it; the others show what the record has.',
]
