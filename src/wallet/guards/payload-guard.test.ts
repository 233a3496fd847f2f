/** A backend gets no stamp for a payload that does not match the call. @module */

import { describe, expect, onTestFinished, test, vi } from 'vitest'
import type { CredentialType } from '../../wire/credential-type.js'
import type { Quote } from '../../wire/quotes.js'
import type { Wallet, WalletOptions } from '../api.js'
import { type Lie, lyingBackend, withPayload } from '../fixtures/lying-backend.js'
import { codeOf, kept, signedIn } from '../fixtures/open-wallets.js'
import { opening } from '../fixtures/opening.js'
import { quoteOf } from '../fixtures/quotes.js'
import { createStack, type Stack } from '../fixtures/stack.js'
import { type ConfirmationQuestion, stamped } from '../operations/operations.js'
import type { AccountRecord } from '../record/record.js'
import { memoryStore } from '../record/storage.js'
import { assertPayload, createPayloadGuard } from './payload-guard.js'

const theirKey = `04${'ab'.repeat(64)}`

const exporting = { type: 'ACTIVITY_TYPE_EXPORT_WALLET', parameters: { targetPublicKey: theirKey } }
const exportText = JSON.stringify(exporting)

/** An export as texts that `JSON.parse` refuses, and that another reader may accept. */
const almostJson: readonly string[] = [
  // Something before, after or between.
  ...['x', '\u0000', ',', ';', '}', '\n}', '//', '/* */', '#', '\u0085', '\u200b', '{}', '\u001a', '…'].map(
    (end) => exportText + end,
  ),
  ...[
    '\ufeff',
    '\u00a0',
    '\u2028',
    '\v',
    '\f',
    ")]}',\n",
    'while(1);',
    '+',
    '/* */',
    '//\n',
    '#!\n',
    '\u0001',
  ].map((start) => start + exportText),
  `(${exportText})`,
  `callback(${exportText})`,
  `${exportText}\n${exportText}`,
  `data: ${exportText}\n\n`,
  exportText.replace('{', '{/* a comment */'),
  exportText.replace('{', '{// a comment\n'),
  exportText.replace('{', '{\ufeff'),
  exportText.replaceAll('}', ',}'),
  exportText.replace(',', ',,'),
  exportText.replace(',', ';'),
  exportText.replace(':', '='),
  exportText.replace(':', '=>'),
  exportText.slice(0, -1),
  exportText.slice(1),
  exportText.slice(1, -2),
  exportText.replaceAll('"', "'"),
  exportText.replaceAll('"', '`'),
  exportText.replaceAll('"', '“'),
  exportText.replaceAll('"', ''),
  exportText.replace('"type"', 'type'),
  exportText.replace('"type"', '"type'),
  exportText.replace('WALLET"', 'WALLET\n"'),
  exportText.replace('WALLET"', 'WALLET\\\n"'),
  exportText.replace('WALLET"', 'WALL\\x45T"'),
  exportText.replace('ACTIVITY', '\\u0041CTIVITY').replace('{', '{a:1,'),
  exportText.replace('{', '{"a":NaN,'),
  exportText.replace('{', '{"a":.5,'),
  exportText.replace('{', '{"a":01,'),
  exportText.replace('{', '{"a":0x1,'),
  exportText.replace('{', '{"a":True,'),
  exportText.replace('{', '{"a":undefined,'),
  'type: ACTIVITY_TYPE_EXPORT_WALLET\nparameters:\n  targetPublicKey: 04ab',
  'type=ACTIVITY_TYPE_EXPORT_WALLET&target_public_key=04ab',
  '<activity><type>activity_type_export_wallet</type></activity>',
  "[['target_Public_Key', '04ab']]",
  '"organizationId" is not JSON: "org-of-eve"',
]

/**
 * Counts the JSON texts that are signed until the test is over. ID tokens, which the issuer signs here, are not JSON.
 */
function signatures(): () => number {
  const sign = crypto.subtle.sign.bind(crypto.subtle)
  let count = 0
  // Looks at once, because the library uses the memory again.
  const spy = vi.spyOn(crypto.subtle, 'sign').mockImplementation((...args) => {
    const [, , data] = args
    if (data instanceof Uint8Array && data[0] === 0x7b) count++
    return sign(...args)
  })
  onTestFinished(() => spy.mockRestore())
  return () => count
}

const token =
  (stack: Stack) =>
  ({ nonce }: { nonce: string }) =>
    stack.emulator.issuer.token({ sub: 'ada', email: 'ada@example.com', nonce })

/** Those with tests of their own below, and the one that is several of another. */
type Others = 'executeQuote' | 'signedRequest' | 'revokeAllSessions'

interface Operation {
  readonly on: RegExp
  readonly run: (wallet: Wallet, stack: Stack) => Promise<unknown>
  /** An honest activity of another operation. */
  readonly foreign: string
}

/** The operations whose challenge the backend can change. */
const rows: Readonly<Record<Exclude<ConfirmationQuestion['operation'], Others>, Operation>> = {
  refreshSession: {
    on: /^POST .*\/refresh$/,
    run: (wallet) => wallet.sessions.refresh(),
    foreign: 'ACTIVITY_TYPE_CREATE_AUTHENTICATORS_V2',
  },
  exportWallet: {
    on: /^POST .*\/export$/,
    run: (wallet) => wallet.exportWallet(),
    foreign: 'ACTIVITY_TYPE_CREATE_READ_WRITE_SESSION_V2',
  },
  updatePrivacy: {
    on: /^PATCH .*\/InternalAccount:/,
    run: (wallet) => wallet.updatePrivacy({ privateEnabled: true }),
    foreign: 'ACTIVITY_TYPE_EXPORT_WALLET',
  },
  createCredential: {
    on: /^POST .*\/credentials$/,
    run: (wallet, stack) => wallet.credentials.create({ type: 'OAUTH', getOidcToken: token(stack) }),
    foreign: 'ACTIVITY_TYPE_CREATE_API_KEYS_V2',
  },
  revokeSession: {
    on: /^DELETE .*\/Session:/,
    run: async (wallet) => wallet.sessions.revoke(wallet.signer?.sessionId ?? ''),
    foreign: 'ACTIVITY_TYPE_EXPORT_WALLET',
  },
  revokeCredential: {
    on: /^DELETE .*\/AuthMethod:/,
    run: async (wallet) => wallet.credentials.revoke((await wallet.credentials.list())[0]?.id ?? ''),
    foreign: 'ACTIVITY_TYPE_CREATE_OAUTH_PROVIDERS',
  },
}
const operations = Object.entries(rows).map(([name, row]) => ({ name, ...row }))

/** A signed-in wallet with two credentials whose first one can be revoked, behind a backend with these lies. */
async function behind(
  lies: readonly Lie[],
  options: Partial<WalletOptions> = {},
): Promise<{ stack: Stack; wallet: Wallet; stamped: () => number }> {
  const stack = await createStack()
  const honest = await signedIn(stack)
  await honest.credentials.create({ type: 'OAUTH', getOidcToken: token(stack) })
  honest.dispose()
  const lying = lyingBackend(stack, ...lies)
  const wallet = kept(stack.wallet({ backend: lying.backend, ...options }))
  await wallet.signIn({ type: 'OAUTH', getOidcToken: token(stack) })
  const signed = signatures()
  return { stack, wallet, stamped: () => lying.stamps.length + signed() }
}

describe('a payload that is for something else', () => {
  test.each(operations)('$name is not stamped if the payload names another client key', async (row) => {
    const down = withPayload(({ parameters, ...rest }) => ({
      ...rest,
      parameters: { ...parameters, targetPublicKey: theirKey },
    }))
    const { wallet, stack, stamped } = await behind([{ on: row.on, down }])
    expect([await codeOf(row.run(wallet, stack)), stamped()]).toEqual(['PAYLOAD_REFUSED', 0])
    expect(wallet.getState().session.status).toBe('active')
  })

  test.each(operations)(
    '$name is not stamped if the payload is for $foreign',
    async ({ on, run, foreign }) => {
      const down = withPayload((payload) => ({ ...payload, type: foreign }))
      const { wallet, stack, stamped } = await behind([{ on, down }])
      expect([await codeOf(run(wallet, stack)), stamped()]).toEqual(['PAYLOAD_REFUSED', 0])
    },
  )

  test.each(operations)('$name is not stamped if the payload names another organization', async (row) => {
    const { wallet, stack, stamped } = await behind([], { organizationId: 'org-of-ada' })
    expect([await codeOf(row.run(wallet, stack)), stamped()]).toEqual(['PAYLOAD_REFUSED', 0])
  })

  test('a refresh whose client key the backend swapped in the request is not stamped', async () => {
    const { wallet, stamped } = await behind([
      { on: /\/refresh$/, up: () => ({ clientPublicKey: publicPoint }) },
    ])
    expect([await codeOf(wallet.sessions.refresh()), stamped()]).toEqual(['PAYLOAD_REFUSED', 0])
  })

  test('revoking a credential cannot set another e-mail address: only the removal is stamped', async () => {
    const stack = await createStack()
    const honest = await signedIn(stack)
    await honest.credentials.create({ type: 'OAUTH', getOidcToken: token(stack) })
    const [mail] = await honest.credentials.list()
    const down = withPayload((payload) => ({
      ...payload,
      parameters: { ...payload.parameters, userEmail: 'mallory@example.com' },
    }))
    const { backend, stamps } = lyingBackend(stack, { on: /^DELETE .*AuthMethod/, down })
    const wallet = kept(stack.wallet({ backend }))
    await wallet.signIn({ type: 'OAUTH', getOidcToken: token(stack) })
    expect(mail?.type).toBe('EMAIL_OTP')
    expect(await codeOf(wallet.credentials.revoke(mail?.id ?? ''))).toBe('PAYLOAD_REFUSED')
    expect(stamps).toEqual([])
  })

  const challenging = (payload: unknown): Lie => ({
    on: /^PATCH .*\/cards\//,
    status: 202,
    down: () => ({
      payloadToSign: JSON.stringify(payload),
      requestId: 'Request:1',
      expiresAt: '2027-01-01T00:00:00Z',
    }),
  })
  const freeze = (wallet: Wallet, body: object): Promise<unknown> =>
    wallet.signedRequest({
      method: 'PATCH',
      path: '/cards/Card:0191c8a1-7d3e-7c2b-9a51-0e6c2f1b8d44',
      body,
    })

  test.each([
    ['an export', { type: 'ACTIVITY_TYPE_EXPORT_PRIVATE_KEY' }],
    ['a key', { type: 'ACTIVITY_TYPE_SIGN_RAW_PAYLOAD_V2', parameters: { targetPublicKey: theirKey } }],
  ])('a signed request of the platform is not stamped for %s that it did not send', async (_, asked) => {
    const { wallet, stamped } = await behind([challenging(asked)])
    expect(await codeOf(freeze(wallet, { state: 'FROZEN' }))).toBe('PAYLOAD_REFUSED')
    expect(stamped()).toBe(0)
  })

  test('a signed request of the platform is stamped for the client key that it sent', async () => {
    const asked = { parameters: { targetPublicKey: theirKey }, type: 'ACTIVITY_TYPE_CREATE_API_KEYS_V2' }
    const { wallet, stamped } = await behind([challenging(asked)])
    await freeze(wallet, { clientPublicKey: theirKey.toUpperCase() }).catch(() => {})
    expect(stamped()).toBeGreaterThan(0)
  })
})

const foreignOrganization = (payload: object): unknown => ({ ...payload, organizationId: 'org-of-mallory' })

/** A point of the curve, which the emulator insists on. */
const publicPoint =
  '04f45f2a22c908b9ce09a7150e514afd24627c401c38a4afc164e1ea783adaaa31d4245acfb88c2ebd42b47628d63ecabf345484f0a9f665b63c54c897d5578be2'

describe('a payload that is written to be misread', () => {
  const key = publicPoint.toUpperCase().replace('0X', '')
  const asked = { operation: 'refreshSession', body: JSON.stringify({ clientPublicKey: publicPoint }) }
  const honest = { type: 'ACTIVITY_TYPE_CREATE_READ_WRITE_SESSION_V2', parameters: { targetPublicKey: key } }
  const refusal = (payload: string, organizationId?: string): string => {
    try {
      assertPayload(payload, asked, { stamped, organizationId })
      return 'stamped'
    } catch (error) {
      return (error as { code: string }).code
    }
  }

  test('a payload for this client key is stamped, in any letter case and version, with or without spaces', () => {
    expect(refusal(JSON.stringify(honest))).toBe('stamped')
    expect(refusal(JSON.stringify(honest, null, 2))).toBe('stamped')
    expect(refusal(JSON.stringify({ ...honest, type: 'ACTIVITY_TYPE_CREATE_READ_WRITE_SESSION' }))).toBe(
      'stamped',
    )
    expect(refusal(JSON.stringify({ ...honest, type: 'ACTIVITY_TYPE_CREATE_READ_WRITE_SESSION_V31' }))).toBe(
      'stamped',
    )
  })

  test.each([
    ['an escaped name', `{"parameters":{"target\\u0050ublicKey":"${theirKey}"}}`],
    ['another letter case of the name', `{"parameters":{"TARGETPUBLICKEY":"${theirKey}"}}`],
    ['the name with underscores', `{"parameters":{"target_public_key":"${theirKey}"}}`],
    [
      'the name twice, ours last',
      `{"parameters":{"targetPublicKey":"${theirKey}","targetPublicKey":"${publicPoint}"}}`,
    ],
    [
      'the name twice, ours first',
      `{"parameters":{"targetPublicKey":"${publicPoint}","targetPublicKey":"${theirKey}"}}`,
    ],
    ['the name at top level', `{"targetPublicKey":"${theirKey}"}`],
    ['the name deeper inside', `{"parameters":{"all":[{"targetPublicKey":"${theirKey}"}]}}`],
    ['a list around it', `[{"parameters":{"targetPublicKey":"${theirKey}"}}]`],
    ['a key in a list', `{"parameters":{"targetPublicKey":["${theirKey}"]}}`],
    ['a key that is not text', '{"parameters":{"targetPublicKey":{"x":1}}}'],
    ['no key at all', '{"parameters":{"targetPublicKey":null}}'],
    ['an empty key', '{"parameters":{"targetPublicKey":""}}'],
    ['a string that hides the name', `{"a":["x",{":":1,"targetPublicKey":"${theirKey}"}]}`],
    ['a string with quotes before the name', `{"a":"\\",\\"","targetPublicKey":"${theirKey}"}`],
    ['a backslash before the name', `{"a":"\\\\","targetPublicKey":"${theirKey}"}`],
    [
      'a type twice',
      '{"type":"ACTIVITY_TYPE_EXPORT_WALLET","type":"ACTIVITY_TYPE_CREATE_READ_WRITE_SESSION"}',
    ],
    ['an escaped type', '{"type":"ACTIVITY\\u005fTYPE_EXPORT_WALLET"}'],
    ['a type under another name', '{"TYPE":"ACTIVITY_TYPE_EXPORT_WALLET"}'],
    ['a type of which ours is the beginning', '{"type":"ACTIVITY_TYPE_CREATE_READ_WRITE_SESSIONS_V2"}'],
    ['a type with a line end', '{"type":"ACTIVITY_TYPE_CREATE_READ_WRITE_SESSION_V2\\n"}'],
    ['a type without a name', '{"type":"ACTIVITY_TYPE_"}'],
  ])('%s is refused', (_, payload) => {
    expect(refusal(payload)).toBe('PAYLOAD_REFUSED')
  })

  test.each([
    ['another organization', '{"organizationId":"org-of-mallory"}'],
    ['an escaped name', '{"organization\\u0049d":"org-of-mallory"}'],
    ['the name with underscores', '{"organization_id":"org-of-mallory"}'],
    ['both organizations', '{"organizationId":"org","organizationId":"org-of-mallory"}'],
    ['no text', '{"organizationId":7}'],
  ])('%s is refused if an organization is known', (_, payload) => {
    expect([refusal(payload, 'org'), refusal(payload)]).toEqual(['PAYLOAD_REFUSED', 'stamped'])
  })

  test.each([
    ['empty', ''],
    ['base64', 'eyJ0eXBlIjoiQUNUSVZJVFlfVFlQRV9FWFBPUlRfV0FMTEVUIn0='],
    ['a sentence', 'platform.example asks "Ada" to sign: 25.00 USD [a, b]'],
    ['a sentence with a line end in quotes', 'platform.example asks "Ada\nLovelace" to sign'],
    ['a JSON web token', 'eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl'],
    ['a number', '7'],
    ['null', 'null'],
    [
      'JSON without any of the names',
      '{"requestId":"Request:1","type":"EMAIL_OTP","accountId":"a","expiresAt":"b"}',
    ],
    ['the names as values', '{"a":"targetPublicKey","b":"organizationId"}'],
  ])('text with nothing to compare is stamped: %s', (_, payload) => {
    expect(refusal(payload, 'org')).toBe('stamped')
  })

  test.each(almostJson)('text that a reader could take for JSON is refused: %j', (payload) => {
    expect(() => JSON.parse(payload)).toThrow()
    expect(refusal(payload, 'org')).toBe('PAYLOAD_REFUSED')
  })

  test.each([
    JSON.stringify(JSON.stringify(exporting)),
    JSON.stringify({ body: JSON.stringify(exporting) }),
    JSON.stringify({ body: ` ${JSON.stringify([exporting])}` }),
    '{"type":"activity_type_export_wallet"}',
    '{"type":" ACTIVITY_TYPE_EXPORT_WALLET"}',
  ])('an activity inside a string is refused like the string itself: %j', (payload) => {
    expect(refusal(payload, 'org')).toBe('PAYLOAD_REFUSED')
  })

  test('a long payload is checked in linear time', () => {
    const long = JSON.stringify({ a: '\\"'.repeat(200_000), b: 'x'.repeat(1_000_000) })
    const began = performance.now()
    expect(refusal(long)).toBe('stamped')
    expect(performance.now() - began).toBeLessThan(2_000)
  })
})

describe('a payload with and without an escape', () => {
  const payloads = [
    '{}',
    'opaque',
    '"organizationId" is not JSON: "org-of-eve"',
    '{"type":"ACTIVITY_TYPE_SIGN_RAW_PAYLOAD_V2","organizationId":"org-of-ada"}',
    '{"type":"ACTIVITY_TYPE_EXPORT_WALLET","organizationId":"org-of-ada"}',
    '{"ACTIVITY_TYPE_EXPORT_WALLET":1}',
    '{"organizationId":"ACTIVITY_TYPE_EXPORT_WALLET"}',
    '{"type":"activity_type_export_wallet"}',
    '{"organization_ID" : "org-of-ada"}',
    '{"organizationId":"org-of-ada","organizationId":"org-of-eve"}',
    '{"organizationId":["org-of-eve"]}',
    '{"organizationId":7,"a":"org-of-ada"}',
    '{"a":"organizationId","b":"org-of-eve"}',
    '{"targetPublicKey":""}',
    '{"targetPublicKey":["04ab"]}',
    '{"TARGETPUBLICKEY":"04ab"}',
    '{"userEmail":"eve@example.com"}',
    '{"oidcToken":"org-of-ada"}',
  ]
  const verdict = (payload: string, operation: string, organizationId: string | undefined): string => {
    try {
      assertPayload(payload, { operation }, { stamped, organizationId })
      return 'stamped'
    } catch {
      return 'refused'
    }
  }

  test.each(payloads)('%s gets the same result with and without an escaped letter', (payload) => {
    const escaped = payload.replace(/^\{(?!\})/, '{"\\u0061":1,')
    for (const operation of [
      'executeQuote',
      'refreshSession',
      'createCredential',
      'revokeCredential',
      'signedRequest',
    ])
      for (const organizationId of [undefined, 'org-of-ada'])
        expect([operation, organizationId, verdict(payload, operation, organizationId)]).toEqual([
          operation,
          organizationId,
          verdict(escaped, operation, organizationId),
        ])
  })
})

describe('what each operation may have stamped', () => {
  const outcome = (operation: string, payload: unknown, body?: object, organizationId?: string): string => {
    try {
      const asked = { operation, ...(body && { body: JSON.stringify(body) }) }
      assertPayload(typeof payload === 'string' ? payload : JSON.stringify(payload), asked, {
        stamped,
        organizationId,
      })
      return 'stamped'
    } catch (error) {
      return (error as { code: string }).code
    }
  }

  test.each(['unknown', 'constructor', ''])('nothing is stamped for %j, which is in no row', (operation) => {
    for (const payload of ['plain text', { type: 'ACTIVITY_TYPE_SIGN_RAW_PAYLOAD_V2' }, {}])
      expect(outcome(operation, payload)).toBe('PAYLOAD_REFUSED')
  })

  test.each<[string, readonly string[], readonly string[]]>([
    [
      'refreshSession',
      ['CREATE_READ_WRITE_SESSION'],
      ['RECREATE_READ_WRITE_SESSION', 'CREATE_READ_WRITE_SESSIONS', 'CREATE_V2_READ_WRITE_SESSION'],
    ],
    [
      'createCredential',
      ['CREATE_AUTHENTICATORS', 'CREATE_OAUTH_PROVIDERS', 'UPDATE_USER_EMAIL'],
      [
        'CREATE_API_KEYS',
        'RECREATE_AUTHENTICATORS',
        'CREATE_',
        'CREATE_OAUTH PROVIDERS',
        'UPDATE_USER_EMAILS',
      ],
    ],
    [
      'revokeCredential',
      ['DELETE_AUTHENTICATORS', 'UPDATE_USER_EMAIL'],
      ['UNDELETE_AUTHENTICATORS', 'DELETE_', 'DELETE_OAUTH PROVIDERS', 'UPDATE_USER_EMAILS'],
    ],
    ['revokeSession', ['DELETE_API_KEYS'], ['UNDELETE_API_KEYS', 'DELETE_API KEYS', 'UPDATE_USER_EMAIL']],
    ['exportWallet', ['EXPORT_WALLET'], ['REEXPORT_WALLET', 'EXPORT_WALLETS', 'EXPORT_V2_WALLET']],
    ['updatePrivacy', ['SIGN_RAW_PAYLOAD'], ['COSIGN_RAW_PAYLOAD', 'SIGN_RAW PAYLOAD', 'SIGN_']],
    ['executeQuote', ['SIGN_TRANSACTION'], ['COSIGN_TRANSACTION', 'SIGN_RAW TRANSACTION', 'SIGN_']],
    ['signedRequest', ['SIGN_TRANSACTION', 'REEXPORT_WALLET'], ['EXPORT_WALLET', 'EXPORT_PRIVATE_KEY']],
    ['verifyCredential', [], ['CREATE_READ_WRITE_SESSION', 'SIGN_RAW_PAYLOAD', 'EXPORT_WALLET', '']],
  ])('%s may have %s stamped, and not %s', (operation, stamped, refused) => {
    const each = (types: readonly string[]): string[] =>
      types.flatMap((type) =>
        ['', '_V2', '_V12'].map((version) => outcome(operation, { type: `ACTIVITY_TYPE_${type}${version}` })),
      )
    expect(each(stamped).filter((result) => result !== 'stamped')).toEqual([])
    expect(new Set(each(refused))).toEqual(new Set(['PAYLOAD_REFUSED']))
  })

  test.each([
    ['the organization', 'signedRequest', 'parentOrganizationId', 'organizationIdType'],
    ['a target key', 'refreshSession', 'myTargetPublicKey', 'targetPublicKeyFormat'],
    ['an e-mail address', 'revokeCredential', 'newUserEmail', 'userEmailVerified'],
    ['an added e-mail address', 'createCredential', 'newUserEmail', 'userEmailVerified'],
    ['an added ID token', 'createCredential', 'newOidcToken', 'oidcTokens'],
  ])('a field whose name only contains that of %s is not compared', (_, operation, ...names) => {
    for (const name of names)
      for (const payload of [`{"${name}":"other"}`, `{"\\u0061":1,"${name}":"other"}`])
        expect(outcome(operation, payload, { clientPublicKey: theirKey }, 'org')).toBe('stamped')
  })

  test.each([
    ['organizationId', 'signedRequest', ['organizationId', 'organization_id']],
    [
      'targetPublicKey',
      'refreshSession',
      ['targetPublicKey', 'target_publicKey', 'targetPublic_key', 'target_public_key'],
    ],
    ['userEmail', 'revokeCredential', ['userEmail', 'user_email']],
    ['userEmail', 'createCredential', ['userEmail', 'user_email']],
    ['oidcToken', 'createCredential', ['oidcToken', 'oidc_token']],
  ] as const)('%s is compared for %s in each spelling', (_, operation, spellings) => {
    for (const name of spellings)
      expect(outcome(operation, { [name]: 'other' }, { clientPublicKey: theirKey }, 'org')).toBe(
        'PAYLOAD_REFUSED',
      )
  })

  test('the client key is the field of the body with exactly that name', () => {
    const payload = { targetPublicKey: theirKey }
    const body = { myclientPublicKey: publicPoint, clientPublicKeys: publicPoint, clientPublicKey: theirKey }
    expect(outcome('refreshSession', payload, body)).toBe('stamped')
    expect(outcome('refreshSession', { targetPublicKey: publicPoint }, body)).toBe('PAYLOAD_REFUSED')
  })

  test('an empty key is stamped if no client key was sent', () => {
    expect(outcome('updatePrivacy', { targetPublicKey: '' })).toBe('stamped')
    expect(outcome('updatePrivacy', { targetPublicKey: '' }, { privateEnabled: true })).toBe('stamped')
  })

  test('a creation adds only what its request has, in any letter case', () => {
    const body = { email: 'Ada@Example.com' }
    expect(outcome('createCredential', { userEmail: 'aDA@example.com' }, body)).toBe('stamped')
    expect(
      outcome('createCredential', { a: { userEmail: 'ada@example.com' }, oidcToken: 'a.b.c' }, body),
    ).toBe('PAYLOAD_REFUSED')
    expect(outcome('revokeSession', { userEmail: 'ada@example.com' })).toBe('stamped')
  })

  test('a phone number that differs is a mistake of the input only where a phone number is added, and nothing else differs', () => {
    const body = { type: 'SMS_OTP' }
    const userPhoneNumber = '+15559999999'
    expect(outcome('createCredential', { userPhoneNumber }, body)).toBe('INPUT_INVALID')
    for (const payload of [
      { userPhoneNumber, userEmail: 'mallory@example.com' },
      { userPhoneNumber: '' },
      { userPhoneNumber: 'anything' },
      { userPhoneNumber, organizationId: 'other' },
    ])
      expect(outcome('createCredential', payload, body, 'organization'), JSON.stringify(payload)).toBe(
        'PAYLOAD_REFUSED',
      )
    expect(outcome('createCredential', { userPhoneNumber }, { type: 'EMAIL_OTP' })).toBe('PAYLOAD_REFUSED')
    expect(outcome('revokeCredential', { userPhoneNumber }, body)).toBe('PAYLOAD_REFUSED')
  })

  const credentialActivities = {
    PASSKEY: ['CREATE_AUTHENTICATORS', 'DELETE_AUTHENTICATORS'],
    EMAIL_OTP: ['UPDATE_USER_EMAIL', 'UPDATE_USER_EMAIL'],
    SMS_OTP: ['UPDATE_USER_PHONE_NUMBER', 'UPDATE_USER_PHONE_NUMBER'],
    OAUTH: ['CREATE_OAUTH_PROVIDERS', 'DELETE_OAUTH_PROVIDERS'],
  } as const satisfies Record<CredentialType, readonly [string, string]>

  test.each(Object.entries(credentialActivities).map(([type, [create, revoke]]) => [type, create, revoke]))(
    'a creation of type %s gets only the activity %s stamped, and a revocation %s',
    (type, create, revoke) => {
      const others = Object.values(credentialActivities).flat()
      const stamped = (operation: string, body?: object): readonly string[] =>
        [...others, 'CREATE_USERS', 'DELETE_WALLETS'].filter(
          (activity) => outcome(operation, { type: `ACTIVITY_TYPE_${activity}` }, body) === 'stamped',
        )
      expect(new Set(stamped('createCredential', { type }))).toEqual(new Set([create]))
      expect(stamped('revokeCredential')).toContain(revoke)
      expect(stamped('revokeCredential')).not.toContain('DELETE_WALLETS')
    },
  )

  test('the type of the created credential is the field of the request with exactly that name', () => {
    const body = { subtype: 'PASSKEY', typeOf: 'PASSKEY', type: 'EMAIL_OTP' }
    const creation = (activity: string): string =>
      outcome('createCredential', { type: `ACTIVITY_TYPE_${activity}` }, body)
    expect(creation('UPDATE_USER_EMAIL')).toBe('stamped')
    expect(creation('CREATE_AUTHENTICATORS')).toBe('PAYLOAD_REFUSED')
  })

  test('a revocation adds no ID token', () => {
    expect(outcome('revokeCredential', { oidcToken: 'a.b.c' })).toBe('PAYLOAD_REFUSED')
  })

  test('a revocation removes an e-mail address with empty or missing text, and cannot set another one', () => {
    expect(outcome('revokeCredential', { userEmail: '' })).toBe('stamped')
    expect(outcome('revokeCredential', { userEmail: null })).toBe('stamped')
    expect(outcome('revokeCredential', { a: { userEmail: '' }, userEmail: 'mallory@example.com' })).toBe(
      'PAYLOAD_REFUSED',
    )
  })
})

describe('the organization that is kept', () => {
  const naming = (organizationId: unknown): string => JSON.stringify({ organizationId })

  /** A guard over a record, and how often the record was written. */
  async function guarding(record: Partial<AccountRecord>, pinned?: string) {
    const store = memoryStore()
    let writes = -1
    const update: typeof store.update = (...args) => {
      writes += 1
      return store.update(...args)
    }
    const { context, stored } = await opening(() => record, {}, { ...store, update })
    return { guard: createPayloadGuard(context, stamped, pinned), stored, writes: () => writes }
  }

  test('the stored organization is that of the first payload that names one, and later payloads write nothing', async () => {
    const { guard, stored, writes } = await guarding({})
    for (const payload of [undefined, 'opaque', '{}', naming(7), naming(''), `${naming('org-of-eve')},`])
      await guard.keep(payload)
    expect(writes()).toBe(0)
    await guard.keep(`{"a":{"organizationId":7},"organizationId":"org-of-ada"}`)
    expect(await stored()).toMatchObject({ organizationId: 'org-of-ada' })
    await guard.keep(naming('org-of-ada'))
    expect(writes()).toBe(1)
  })

  test('the stored organization is not replaced if another tab was first', async () => {
    const { guard, stored } = await guarding({ organizationId: 'org-of-ada' })
    await guard.keep(naming('org-of-mallory'))
    expect(await stored()).toMatchObject({ organizationId: 'org-of-ada', revision: 1 })
  })

  test('the stored organization takes precedence over that of a payload, and the pinned one over both', async () => {
    const none = await guarding({})
    expect(await none.guard.organizationOf(naming('org-of-eve'))).toBe('org-of-eve')
    expect(await none.guard.organizationOf('opaque')).toBeUndefined()
    const kept = await guarding({ organizationId: 'org-of-ada' })
    expect(await kept.guard.organizationOf(naming('org-of-eve'))).toBe('org-of-ada')
    const pinned = await guarding({ organizationId: 'org-of-ada' }, 'org-of-grace')
    expect(await pinned.guard.organizationOf(naming('org-of-eve'))).toBe('org-of-grace')
  })
})

describe('a payload that is for what was asked', () => {
  test.each(operations)('$name is stamped if the payload names the pinned organization', async (row) => {
    const store = memoryStore()
    const { stack, wallet } = await behind([], { store })
    await wallet.updatePrivacy({ privateEnabled: true })
    const { organizationId } = (await store.read(stack.accountId)) as { organizationId: string }
    wallet.dispose()
    const pinning = kept(stack.wallet({ store, organizationId }))
    await pinning.ready
    expect(await codeOf(row.run(pinning, stack))).toBe('resolved')
  })

  test('the guard allows adding a passkey, an e-mail address and an OIDC identity', async () => {
    const stack = await createStack()
    const wallet = await signedIn(stack)
    expect((await wallet.credentials.create({ type: 'OAUTH', getOidcToken: token(stack) })).type).toBe(
      'OAUTH',
    )
    const [mail] = await wallet.credentials.list()
    await wallet.signIn({ type: 'OAUTH', getOidcToken: token(stack) })
    await wallet.credentials.revoke(mail?.id ?? '')
    const added = await wallet.credentials.create({ type: 'EMAIL_OTP', email: 'ada@example.com' })
    expect(added.type).toBe('EMAIL_OTP')
  })
})

describe('the payload of a quote', () => {
  const withPayloadOf = (quote: Quote, payloadToSign: string): Quote => ({
    ...quote,
    payloadToSign,
    paymentInstructions: [],
  })

  test.each([
    ['an export', { type: 'ACTIVITY_TYPE_EXPORT_WALLET' }],
    ['a new session', { type: 'ACTIVITY_TYPE_CREATE_READ_WRITE_SESSION_V2' }],
    ['a new credential', { type: 'ACTIVITY_TYPE_CREATE_AUTHENTICATORS_V2' }],
    ['another key', { type: 'ACTIVITY_TYPE_SIGN_TRANSACTION_V2', parameters: { targetPublicKey: theirKey } }],
  ])('a quote whose payload is for %s is neither stamped nor stored as sent', async (_, payload) => {
    const { stack, wallet, stamped } = await behind([])
    const quote = withPayloadOf(await quoteOf(stack), JSON.stringify(payload))
    expect([await codeOf(wallet.executeQuote(quote)), stamped()]).toEqual(['PAYLOAD_REFUSED', 0])
    expect(wallet.getState().unsettled).toEqual([])
  })

  test('a quote of another organization is refused, and the organization of a paid quote is stored', async () => {
    const store = memoryStore()
    const { stack, wallet } = await behind([], { store })
    const quote = await quoteOf(stack)
    await wallet.executeQuote(quote)
    expect(await store.read(stack.accountId)).toMatchObject({ organizationId: expect.any(String) })
    const next = await quoteOf(stack)
    const payload = { ...JSON.parse(next.payloadToSign ?? ''), organizationId: 'org-of-mallory' }
    const foreign = withPayloadOf(next, JSON.stringify(payload))
    expect(await codeOf(wallet.executeQuote(foreign))).toBe('PAYLOAD_REFUSED')
    expect((await wallet.executeQuote(next)).status).not.toBe('PENDING')
  })
})

describe('what a signer stamps', () => {
  test.each([
    ['an export', '{"type":"ACTIVITY_TYPE_EXPORT_WALLET"}'],
    ['an export of a key', '{"type":"ACTIVITY_TYPE_EXPORT_PRIVATE_KEY_V2"}'],
    ['an escaped export', '{"type":"\\u0041CTIVITY_TYPE_EXPORT_WALLET"}'],
    ['a client key', `{"parameters":{"targetPublicKey":"${theirKey}"}}`],
    ['a client key in a list', `[{"target_public_key":"${theirKey}"}]`],
  ])('a signer refuses a payload that names %s', async (_, payload) => {
    const { wallet, stamped } = await behind([])
    expect(await codeOf(wallet.signer?.stamp(payload) ?? Promise.resolve())).toBe('PAYLOAD_REFUSED')
    expect(stamped()).toBe(0)
  })

  test('a signer stamps every other payload, JSON or not', async () => {
    const { wallet } = await behind([])
    for (const payload of ['opaque', '{"type":"ACTIVITY_TYPE_SIGN_TRANSACTION_V2"}', '', '{"a":"b"}'])
      expect(await wallet.signer?.stamp(payload)).toMatch(/^[\w-]{100,}$/)
  })
})

describe('the organization of an account', () => {
  const lie: Lie = { on: /\/export$/, down: withPayload(foreignOrganization) }

  test('an export for another organization than the pinned one is not stamped', async () => {
    const { wallet, stamped } = await behind([], { organizationId: 'org-of-ada' })
    expect([await codeOf(wallet.exportWallet()), stamped()]).toEqual(['PAYLOAD_REFUSED', 0])
  })

  test('the organization of the first signed operation is kept for later pages, and no other one is stamped', async () => {
    const stack = await createStack()
    const store = memoryStore()
    const first = await signedIn(stack, { store })
    await first.sessions.refresh()
    first.dispose()
    expect(await store.read(stack.accountId)).toMatchObject({ organizationId: expect.stringMatching(/./) })
    const lying = lyingBackend(stack, lie)
    const next = kept(stack.wallet({ store, backend: lying.backend }))
    await next.ready
    expect([await codeOf(next.exportWallet()), lying.stamps]).toEqual(['PAYLOAD_REFUSED', []])
    await next.signOut()
    expect(await store.read(stack.accountId)).toMatchObject({ organizationId: expect.any(String) })
  })

  test('an operation that fails does not store the organization', async () => {
    const stack = await createStack()
    const store = memoryStore()
    const lying = lyingBackend(stack, { on: /^PATCH /, down: withPayload(foreignOrganization) })
    const wallet = await signedIn(stack, { store, backend: lying.backend })
    expect(await codeOf(wallet.updatePrivacy({ privateEnabled: true }))).toBe('UNAUTHORIZED')
    expect(await store.read(stack.accountId)).not.toHaveProperty('organizationId')
    await wallet.sessions.refresh()
    expect(await store.read(stack.accountId)).toHaveProperty('organizationId')
  })
})
