/** Tests that each rule about a value from outside is in one place, and so is the same for everybody. @module */
import { describe, expect, test } from 'vitest'
import { readTree } from './tree.js'

interface Rule {
  readonly what: string
  /** What the code of such a rule looks like. */
  readonly sign: RegExp
  /** The files that may contain it. */
  readonly at: readonly string[]
}

const rules: readonly Rule[] = [
  {
    what: 'what an e-mail address is: isEmailAddress and plainEmail of src/wire/as-typed.ts',
    sign: /v\.(rfc_?)?email\(|\[\^\\s@\]|\[\^@\\s\]|@\(\?:|\.EMAIL_REGEX/i,
    at: ['src/wire/as-typed.ts'],
  },
  {
    what: 'how a typed code is read: plainCode and withPlainDigits of src/wire/as-typed.ts',
    sign: /\\p\{(Cf|Nd|Default_Ignorable_Code_Point|DI)\}|NFKC|\\u0660/,
    at: ['src/wire/as-typed.ts'],
  },
  {
    what: 'which dates exist: CalendarDate and Timestamp of src/wire',
    sign: /v\.iso(Date|Timestamp|DateTime)\(/,
    at: ['src/wire/person.ts', 'src/wire/schema.ts'],
  },
  {
    what: 'what an id is: idPattern and canonicalId of src/wire/ids.ts',
    sign: /\[0-9a-f\]\{8\}|\[\\da-f\]\{8\}/i,
    at: ['src/wire/ids.ts'],
  },
  {
    what: 'how PEM is read: plainPem of src/wire/as-configured.ts and webhookKey',
    sign: /-----BEGIN/,
    at: ['src/client/webhooks/verify-webhook.ts', 'emulator/src/crypto/webhook-signer.ts'],
  },
  {
    what: 'how credentials become a header, and what is secret in it: src/wire/address.ts',
    sign: /`Basic \$\{|replace\('Basic '/,
    // The control page shows a call, and the test kit makes one.
    at: [
      'src/wire/address.ts',
      'emulator/src/control/send-call.ts',
      'emulator/src/testing/create-test-stack.ts',
    ],
  },
  {
    what: 'how the fields of an object are read: object and looseObject of src/wire/schema.ts',
    sign: /v\.(looseO|o)bject\(/,
    at: ['src/wire/schema.ts'],
  },
  {
    what: 'that null is absent: parseAnswer of src/wire/parse-answer.ts',
    sign: /nullAsAbsent|v\.nullish\(/,
    at: [],
  },
]

const sources = [...readTree()].filter(
  ([path]) => /^(src|emulator\/src)\/.*\.ts$/.test(path) && !/\.test\.ts$|\/fixtures\//.test(path),
)

describe('one rule, one place', () => {
  test.each(rules)('$what', ({ sign, at }) => {
    const found = sources.filter(([, text]) => sign.test(text)).map(([path]) => path)
    expect(found.filter((path) => !at.includes(path))).toEqual([])
  })

  test('the sources are found', () => {
    expect(sources.length).toBeGreaterThan(300)
  })
})
