/** Every door names a wrong option at once, and the option that was probably meant. @module */
import { createTestStack, walletFixtures } from 'embedded-wallet-auth-emulator/testing'
import { describe, expect, test } from 'vitest'
import { createEmulator } from '../../emulator/src/index.js'
import {
  createBackend,
  postgresStore,
  redisStore,
  memoryStore as serverStore,
  testStore,
} from '../../src/backend/index.js'
import { readConfig } from '../../src/cli/backend/config.js'
import { createClient, verifyWebhook } from '../../src/client/index.js'
import { cspFor, diagnose } from '../../src/diagnose/index.js'
import { createWallet, memoryStore } from '../../src/index.js'
import { serve } from '../../src/node/index.js'

/** An option by its path, such as `passkey.rpId`, its wrong value, and what the error says after the option's name. */
type Row = readonly [option: string, wrong: unknown, says: string]

const accountId = 'InternalAccount:01890000-0000-7000-8000-000000000001'

/** Returns a copy of `base` in which the option at `path` has this value. */
function withOption(base: object, path: readonly string[], value: unknown): object {
  const [name = '', ...rest] = path
  const inner: unknown = Object(base)[name]
  return { ...base, [name]: rest.length === 0 ? value : withOption(Object(inner), rest, value) }
}

/** What a call says about its options. What it opens is closed. */
async function said(call: () => unknown): Promise<string> {
  try {
    const opened: object = Object(await call())
    if ('close' in opened && typeof opened.close === 'function') await opened.close()
    if ('dispose' in opened && typeof opened.dispose === 'function') opened.dispose()
    return 'nothing'
  } catch (error) {
    return String(error)
  }
}

interface Door {
  readonly base: object
  // Callers without types pass anything.
  readonly open: (options: never) => unknown
  readonly rows: readonly Row[]
}

const service = { baseUrl: 'https://service.example/2025-10-13', tokenId: 'id', clientSecret: 'secret' }
const redis = { call: async () => 'OK' }
const query = async () => ({ rows: [] })
const shared = serverStore()
const sharedStore = () => shared

const doors: Readonly<Record<string, Door>> = {
  wallet: {
    base: { accountId, backend: '/wallet', store: memoryStore() },
    open: createWallet,
    rows: [
      ['accountId', 'ada', 'must be an id of the form InternalAccount:<uuid>'],
      ['accountId', undefined, 'must be an id'],
      ['backend', undefined, 'must be a URL'],
      ['backend', new Map(), 'must be a URL'],
      ['bakend', '/wallet', 'is not an option. Did you mean `backend`?'],
      ['headers', 5, 'must be an object or a function'],
      ['headers', null, 'must be an object or a function'],
      ['store', {}, 'must be'],
      ['store', 'indexeddb', 'must be'],
      ['clock', {}, 'must be'],
      ['refreshAhead', '60', 'must be a positive number of seconds'],
      ['idleTimeout', Number.NaN, 'must be a positive number of seconds'],
      ['idelTimeout', 300, 'is not an option. Did you mean `idleTimeout`?'],
      ['passkey', 'example.com', 'must be'],
      ['passkey.rpId', 'https://example.com/', 'must be a host name'],
      ['passkey.rpID', 'example.com', 'is not an option. Did you mean `passkey.rpId`?'],
      ['passkey.timeout', -0, 'must be a positive number of milliseconds'],
      ['passkey.challengeEncoding', 'hex', 'must be'],
      ['exportSigner', 'abc', 'must be a P-256 public key'],
      ['exportSigner', [], 'must be a P-256 public key'],
      ['organizationId', '', 'must be a non-empty string'],
      ['keyDelivery', 'client', 'must be "sealed" or "client-held"'],
      ['otpSigner', 'none', 'must be'],
      ['otpPublicKey', 'hex', 'must be "compressed" or "uncompressed"'],
      ['onEvent', 'x', 'must be a function'],
      ['confirm', true, 'must be a function'],
      ['sandbox', true, 'must be'],
      ['sandbox.passkeys', () => {}, 'is not an option'],
    ],
  },
  backend: {
    base: {
      service,
      authorize: () => [accountId],
      relyingParty: { id: 'example.com', name: 'Bank' },
      origins: ['https://app.example.com'],
      loginSession: () => 'session',
    },
    open: createBackend,
    rows: [
      ['service', undefined, 'must be an object, or a function'],
      ['service.baseUrl', undefined, 'must be a non-empty string'],
      ['service.baseUrl', 'service.example', 'must be'],
      ['service.tokenId', '', 'must be'],
      ['service.clientSecret', 42, 'must be'],
      ['authorize', undefined, 'must be a function'],
      ['relyingParty', undefined, 'must be'],
      ['relyingParty.id', 'https://example.com', 'must be a host name'],
      ['relyingParty.id', 'other.example', 'must be the host of one of `origins`'],
      ['relyingParty.name', '', 'must be a non-empty string'],
      ['relyingParty.icon', 'x', 'is not an option'],
      ['origins', [], 'must be a list of at least one origin'],
      ['origins', ['https://app.example.com/'], 'must be'],
      ['origins', [null], 'must be'],
      ['topOrigins', ['*'], 'must be'],
      ['basePath', 'wallet', 'must be'],
      ['basePath', 5, 'must be'],
      ['basepath', '/wallet', 'is not an option. Did you mean `basePath`?'],
      ['store', {}, 'must be'],
      ['challenges', {}, 'must be'],
      ['loginSession', 'sid', 'must be a function'],
      ['allow', ['exportWalet'], 'there is no operation "exportWalet"'],
      ['allow', [undefined], 'must be'],
      ['credentialTypes', ['PASSKEYS'], 'there is no type "PASSKEYS"'],
      ['stepUp.maxage', 300, 'is not an option. Did you mean `stepUp.maxAge`?'],
      ['stepUp.payments.above.amount', 1.5, 'must be a whole number'],
      ['limits.mails.max', 0, 'must be a positive whole number'],
      ['limits.mail', { max: 1, per: 60 }, 'is not an option. Did you mean `limits.mails`?'],
      ['headerNames.walletSignature', 'X Sig', 'must be a valid header name'],
      ['headerNames.requestID', 'X-Id', 'is not an option. Did you mean `headerNames.requestId`?'],
      ['routes', [{ route: {}, owner: 'x' }], 'must be a function'],
      ['onError', console, 'must be a function'],
      ['clock', {}, 'must be'],
    ],
  },
  redisStore: {
    base: {},
    open: (options) => redisStore(redis, options),
    rows: [
      ['prefx', 'a:', 'is not an option. Did you mean `prefix`?'],
      ['prefix', 5, 'must be a string'],
      ['reconnect', true, 'must be a function'],
    ],
  },
  postgresStore: {
    base: {},
    open: (options) => postgresStore(query, options),
    rows: [
      ['tabel', 'wallet', 'is not an option. Did you mean `table`?'],
      ['table', 'drop table', 'must be a plain identifier'],
      ['onError', 'log', 'must be a function'],
    ],
  },
  testStore: {
    base: { instances: 1, rounds: 1 },
    open: (options) => testStore(sharedStore, options),
    rows: [
      ['instances', 0, 'must be'],
      ['instnaces', 2, 'is not an option. Did you mean `instances`?'],
    ],
  },
  client: {
    base: { baseUrl: service.baseUrl, auth: { type: 'basic', tokenId: 'id', clientSecret: 'secret' } },
    open: createClient,
    rows: [
      ['baseUrl', undefined, 'must be a non-empty string'],
      ['baseUrl', 'http://service.example', 'must use https:'],
      ['baseURL', 'x', 'is not an option. Did you mean `baseUrl`?'],
      ['auth', 'Basic x', 'must be'],
      ['auth.type', 'Basic', 'must be'],
      ['auth.tokenId', undefined, 'is malformed'],
      ['auth.clientSecert', 'x', 'is not an option. Did you mean `auth.clientSecret`?'],
      ['timeout', '5', 'must be a positive number of milliseconds'],
      ['longestRetryAfter', '5', 'must be a number of seconds'],
      ['longestRetryAfter', Number.NaN, 'must be a number of seconds'],
      ['headerNames.idempotency', 'X', 'is not an option. Did you mean `headerNames.idempotencyKey`?'],
      ['fetch', {}, 'must be a function'],
      ['clock', {}, 'must be'],
    ],
  },
  emulator: {
    base: {},
    open: createEmulator,
    rows: [
      ['profile', 'prod', 'must be'],
      ['mode', 'prod', 'must be "strict" or "sandbox"'],
      ['clock', {}, 'must be'],
      ['origins', ['localhost:3000'], 'must be'],
      ['origins', 'http://localhost', 'must be a list'],
      ['relyingPartyIds', ['http://localhost'], 'must be a list'],
      ['issuers', [5], 'must be'],
      ['mailer', 'smtp', 'must be a function'],
      ['otp.lenght', 8, 'is not an option. Did you mean `otp.length`?'],
      ['otp.length', 3, 'must be'],
      ['otp.expirationSeconds', 0, 'must be'],
      ['codesPerMinut', 1, 'is not an option. Did you mean `codesPerMinute`?'],
      ['codesPerMinute', -1, 'must be'],
      ['keyDelivery', 'held', 'must be'],
      ['refresh', 'never', 'must be'],
      ['unknowns.codes', 'some', 'must be'],
      ['sca.challenges', 3, 'must be'],
      ['sca.factor', 'SMS', 'must be'],
      ['sca.factors', 'SMS_OTP', 'is not an option. Did you mean `sca.factor`?'],
      ['webhooks.url', 'localhost/hooks', 'must be'],
      ['webhooks.hosts', 'platform', 'must be a list'],
      ['apiTokens', [{ tokenId: 'a' }], 'must be'],
      ['controlHosts', 'emulator', 'must be a list'],
      ['snapshot', 5, 'must be'],
      ['onChange', 'x', 'must be a function'],
    ],
  },
  provision: {
    base: {},
    open: (options) => createEmulator().provision(options),
    rows: [
      ['blance', 5, 'is not an option. Did you mean `balance`?'],
      ['accountType', 'WALLET', 'must be'],
      ['email', 5, 'must be'],
    ],
  },
  faults: {
    base: {},
    open: (options) => createEmulator().faults.next('POST /quotes', options),
    rows: [
      ['anser', 'lost', 'is not an option. Did you mean `fault.answer`?'],
      ['drop', 'yes', 'must be true'],
      ['status', 700, 'must be a status from 200 to 599'],
    ],
  },
  'test kit': {
    base: {},
    open: createTestStack,
    rows: [
      ['emial', 'ada@example.com', 'is not an option. Did you mean `email`?'],
      ['balance', '5', 'must be a whole number'],
      ['credential', true, 'must be false'],
      ['wallet.keyDelivery', 'held', 'must be'],
      ['backend.limitz', false, 'is not an option. Did you mean'],
    ],
  },
  fixtures: {
    base: {},
    open: walletFixtures,
    rows: [
      ['emulator', 4010, 'must be the address of an emulator'],
      ['signIn', {}, 'must be { askForCode, enterCode }'],
      ['emal', 'ada@example.com', 'is not an option. Did you mean `email`?'],
    ],
  },
  verifyWebhook: {
    base: {},
    open: (options) => verifyWebhook(new Request('https://app.example.com'), 'key', options),
    rows: [
      ['maxage', 60, 'is not an option. Did you mean `maxAge`?'],
      ['maxAge', '60', 'must be a positive number of seconds'],
      ['now', 0, 'must be a function'],
    ],
  },
  cspFor: {
    base: {},
    open: cspFor,
    rows: [
      ['issuer', ['https://login.example'], 'is not an option. Did you mean `issuers`?'],
      ['issuers', 'https://login.example', 'must be a list of texts'],
    ],
  },
  diagnose: {
    base: {},
    open: diagnose,
    rows: [
      ['rpId', 'example.com', 'is not an option'],
      ['backend', () => {}, 'must be a non-empty string'],
    ],
  },
  serve: {
    base: { port: 0 },
    open: (options) => serve(async () => new Response(), options),
    rows: [
      ['port', undefined, 'must be a port'],
      ['port', 70_000, 'must be a port'],
      ['hostName', '::1', 'is not an option. Did you mean `hostname`?'],
      ['hosts', 'all', 'must be a list'],
      ['maxInFlight', '5', 'must be'],
      ['probes.healthy', '/x', 'is not an option. Did you mean `probes.health`?'],
    ],
  },
}

/** The stand-alone backend names settings of a file, and ends before it listens. */
const config = {
  service: { baseUrl: service.baseUrl },
  login: { url: 'https://app.example.com/session' },
  relyingParty: { id: 'example.com', name: 'Bank' },
  origins: ['https://app.example.com'],
}
const settings: readonly Row[] = [
  ['service.baseUrl', 'http://service.example', 'must use https:'],
  ['service.token', 'x', 'there is no such setting here'],
  ['login.url', 'http://login.internal', 'must use https:'],
  ['relyngParty', config.relyingParty, 'Did you mean "relyingParty"?'],
  ['origins', [], 'must be'],
  ['listen.port', '8080', 'must be'],
  ['listen.maxInflight', 5, 'Did you mean "maxInFlight"?'],
  ['store.type', 'mongo', 'must be'],
  ['stepUp.maxage', 300, 'Did you mean "maxAge"?'],
  ['limits.mails.max', 0, 'must be'],
  ['headerNames.requestId', '', 'must be'],
  ['events', 'yes', 'must be'],
]

test.each(settings)('the stand-alone backend, %s = %o: %s', async (setting, wrong, says) => {
  const message = await said(() => readConfig(JSON.stringify(withOption(config, setting.split('.'), wrong))))
  expect(message).toContain(setting)
  expect(message).toContain(says)
})

test('nothing is said of options that can work', async () => {
  // These need a signed webhook and a page.
  const { verifyWebhook: _a, diagnose: _b, ...others } = doors
  for (const { base, open } of Object.values(others))
    expect(await said(() => open(base as never))).toBe('nothing')
  expect(await said(() => readConfig(JSON.stringify(config)))).toBe('nothing')
})

test.each([
  ['a map', new Map([['mode', 'sandbox']])],
  ['a list', [{ mode: 'sandbox' }]],
  ['a promise that was not awaited', Promise.resolve({ mode: 'sandbox' })],
  ['a text', 'sandbox'],
  ['null', null],
])('%s is not an object with options', async (_, options) => {
  expect(await said(() => createEmulator(options as never))).toBe('TypeError: `options` must be an object.')
})

describe.each(Object.entries(doors))('%s', (_, { base, open, rows }) => {
  test.each(rows)('%s = %o: %s', async (option, wrong, says) => {
    const options = withOption(base, option.split('.'), wrong)
    const message = await said(() => open(options as never))
    expect(message).toMatch(/^TypeError: /)
    expect(message).toContain(option.split('.').at(-1))
    expect(message).toContain(says)
  })
})
