/** Each effect, and each rule about a value from outside, is only in the files that are its home. @module */
import { describe, expect, test } from 'vitest'
import { codeOnly } from '../scripts/scan.js'
import { shipped, type Tree } from './tree.js'

interface Home {
  readonly name: string
  /** Finds the effect in code without comments and strings. */
  readonly pattern?: RegExp
  /** What the text of a rule looks like. */
  readonly text?: RegExp
  /** The files and folders in which the effect may stand. Folders end with a slash. */
  readonly homes: readonly string[]
}

const serverRooms = ['src/client/', 'src/backend/', 'emulator/src/', 'src/node/', 'src/cli/']

const effects: readonly Home[] = [
  {
    name: 'fetch',
    pattern:
      /(?<![.\w$])fetch\s*\(|\b(?:globalThis|window|self)\.fetch\b|(?:=|\?\?|\|\|)\s*fetch\b(?!\s*[:(])/,
    homes: ['src/wallet/transport/exchange.ts', 'src/diagnose/backend-findings.ts', ...serverRooms],
  },
  {
    name: 'timers',
    pattern: /(?<!typeof )\b(?:setTimeout|setInterval)\b/,
    // A countdown on a page and the polling of a pop-up use the user's time, not the wallet's clock.
    homes: [
      'src/clock.ts',
      'src/node/draining.ts',
      'src/node/listener.ts',
      'src/node/probes.ts',
      'src/cli/when-parent-ends.ts',
      'src/cli/strict/page.ts',
      'emulator/src/time/clock.ts',
      'emulator/src/cli/keeper.ts',
      'emulator/src/panel/',
      'src/react/',
      'src/element/',
      'src/oidc/',
      'emulator/src/testing/',
    ],
  },
  {
    // Except in the servers, every wait uses the clock, which tests can move.
    name: 'network deadlines',
    pattern: /\bAbortSignal\.timeout\b/,
    homes: ['src/diagnose/backend-findings.ts', ...serverRooms],
  },
  {
    name: 'wall clock',
    pattern: /\bDate\.now\b|\bnew Date\(\)|\bperformance\.now\b/,
    homes: [
      'src/clock.ts',
      'src/diagnose/backend-findings.ts',
      // How long a person has seen what they click.
      'src/frame/watch-clicks.ts',
      'emulator/src/time/clock.ts',
      'src/client/',
      'src/backend/',
      'src/sandbox/',
      'src/cli/',
      'emulator/src/cli/',
    ],
  },
  {
    name: 'BroadcastChannel',
    pattern: /\bnew BroadcastChannel\b/,
    homes: ['src/wallet/record/tabs.ts', 'src/oidc/answer-channel.ts'],
  },
  {
    name: 'IndexedDB',
    pattern: /\bindexedDB\b/,
    homes: ['src/wallet/record/storage.ts'],
  },
  {
    name: 'WebAuthn',
    pattern: /\bnavigator\.credentials\b/,
    homes: ['src/wallet/credentials/browser-credentials.ts', 'src/frame/can-use-passkeys.ts'],
  },
  {
    name: 'DOM storage',
    pattern: /\b(?:localStorage|sessionStorage)\b/,
    // The request of a redirect, until the user returns to the page. Never a key or a session.
    homes: ['src/oidc/kept-request.ts'],
  },
  {
    name: 'what an e-mail address is: isEmailAddress and plainEmail of src/wire/email-address.ts',
    text: /v\.(rfc_?)?email\(|\[\^\\s@\]|\[\^@\\s\]|@\(\?:|\.EMAIL_REGEX/i,
    homes: ['src/wire/email-address.ts'],
  },
  {
    name: 'how a typed code is read: plainCode of src/wire/plain-code.ts and withPlainDigits of src/wire/plain-text.ts',
    text: /\\p\{(Cf|Nd|Default_Ignorable_Code_Point|DI)\}|NFKC|\\u0660/,
    homes: ['src/wire/plain-text.ts'],
  },
  {
    name: 'which dates exist: CalendarDate and Timestamp of src/wire',
    text: /v\.iso(Date|Timestamp|DateTime)\(/,
    homes: ['src/wire/person.ts', 'src/wire/schema.ts'],
  },
  {
    name: 'what an id is: idPattern and canonicalId of src/wire/ids.ts',
    text: /\[0-9a-f\]\{8\}|\[\\da-f\]\{8\}/i,
    homes: ['src/wire/ids.ts'],
  },
  {
    name: 'how PEM is read: plainPem of src/wire/as-configured.ts and webhookKey',
    text: /-----BEGIN/,
    homes: ['src/client/webhooks/verify-webhook.ts', 'emulator/src/crypto/webhook-signer.ts'],
  },
  {
    name: 'how credentials become a header, and what is secret in it: src/wire/address.ts',
    text: /`Basic \$\{|replace\('Basic '/,
    // The control page shows a call, and the test kit makes one.
    homes: [
      'src/wire/address.ts',
      'emulator/src/control/send-call.ts',
      'emulator/src/testing/create-test-stack.ts',
    ],
  },
  {
    name: 'how the fields of an object are read: object and looseObject of src/wire/schema.ts',
    text: /v\.(looseO|o)bject\(/,
    homes: ['src/wire/schema.ts'],
  },
  {
    name: 'that null is absent: parseAnswer of src/wire/parse-answer.ts',
    text: /nullAsAbsent|v\.nullish\(/,
    homes: [],
  },
]

function strays(tree: Tree, { name, pattern, text, homes }: Home): readonly string[] {
  return [...tree]
    .filter(([path]) => !homes.some((home) => path === home || (home.endsWith('/') && path.startsWith(home))))
    .filter(([, source]) => text?.test(source) || (pattern?.test(source) && pattern.test(codeOnly(source))))
    .map(([path]) => `${path}: ${name}`)
}

const effect = (name: string): Home => {
  const found = effects.find((candidate) => candidate.name === name)
  if (found === undefined) throw new Error(`no effect ${name}`)
  return found
}

describe('homes of effects', () => {
  const source = shipped()

  test.each(effects.map((row) => [row.name, row] as const))('every use of %s is in its home', (_, row) => {
    expect(strays(source, row)).toEqual([])
  })

  test.each([
    ['fetch', 'src/wallet/core.ts', 'await fetch(request)'],
    ['fetch', 'src/wallet/core.ts', 'const send = options.fetch ?? fetch'],
    ['fetch', 'src/wallet/crypto/stamp.ts', 'globalThis.fetch(request)'],
    ['timers', 'src/wallet/flows/effects.ts', 'setTimeout(() => {}, 1)'],
    ['network deadlines', 'src/wallet/transport/transport.ts', 'AbortSignal.timeout(30_000)'],
    ['timers', 'emulator/src/webhooks.ts', 'setInterval(send, 1)'],
    ['timers', 'src/backend/index.ts', 'const later = globalThis.setTimeout'],
    ['wall clock', 'src/wallet/core.ts', 'const now = Date.now()'],
    ['wall clock', 'emulator/src/sessions.ts', 'const now = new Date()'],
    ['BroadcastChannel', 'src/wallet/core.ts', "new BroadcastChannel('a')"],
    ['IndexedDB', 'src/wallet/core.ts', "indexedDB.open('a')"],
    ['WebAuthn', 'src/wallet/core.ts', 'navigator.credentials.get()'],
    ['DOM storage', 'src/wallet/record/storage.ts', "localStorage.setItem('a', key)"],
    ['that null is absent: parseAnswer of src/wire/parse-answer.ts', 'src/wire/quotes.ts', 'v.nullish(a)'],
  ])('finds %s in %s', (name, path, text) => {
    expect(strays(new Map([[path, text]]), effect(name))).toHaveLength(1)
  })

  test.each([
    ['fetch', 'a handler that is called', 'await backend.fetch(request)'],
    ['fetch', 'a comment', '// calls fetch(request)'],
    ['timers', 'a type', 'let timer: ReturnType<typeof setTimeout> | undefined'],
    ['wall clock', 'a parsed date', 'Date.parse(text)'],
  ])('allows %s: %s', (name, _, text) => {
    expect(strays(new Map([['src/wallet/core.ts', text]]), effect(name))).toEqual([])
  })
})
