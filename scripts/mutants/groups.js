/** The files that `npm run mutate` mutates, and the tests that must notice. @module */

/** @param {string} room @param {readonly string[]} names @returns {readonly string[]} */
const sources = (room, names) => names.map((name) => `${room}/${name}.ts`)

/** @param {string} room @param {readonly string[]} names @returns {readonly string[]} */
const testsOf = (room, names) => names.map((name) => `${room}/${name}.test.ts`)

const library = 'src/wallet'
const backend = 'src/backend'
const record = [
  'execution-commits',
  'journal',
  'page-locks',
  'read-record',
  'record',
  'storage',
  'tabs',
  'hear-tabs',
]
const door = ['body', 'ids', 'interface-headers', 'origin', 'router']
const owners = ['create-backend', 'owners-in', 'ownership', 'platform', 'platform-refusal', 'prove']
const payments = [
  ...['check-assertion', 'known-passkeys', 'passkey-keys'],
  ...['payment-proofs', 'payment-rules', 'payment-terms'],
]
const stores = ['bounded-map', 'registration', 'unstorage-store']

/** Globs of the files of a group, and of its tests. @typedef {{ files: readonly string[], tests: readonly string[] }} Group */

/** @type {Readonly<Record<string, Group>>} */
export const groups = {
  machine: {
    files: [`${library}/machine/machine.ts`, `${library}/machine/flow-table.ts`],
    tests: testsOf(`${library}/machine`, ['machine', 'machine-rows']),
  },
  flows: {
    files: sources(`${library}/flows`, ['attempts', 'codes-sent', 'effects', 'pending-slot', 'resume']),
    tests: [
      ...testsOf(`${library}/flows`, [
        ...['attempts', 'cancelling', 'codes-sent', 'disposal', 'effects', 'interrupted', 'mounting'],
        ...['pending-slot', 'prepared', 'races', 'resend', 'resume', 'verify'],
      ]),
      `${library}/core.test.ts`,
      `${library}/calls/signed.test.ts`,
    ],
  },
  // How a session begins, continues and ends.
  'flows-session': {
    files: sources(`${library}/flows`, [
      ...['challenge-body', 'code-bundle', 'confirm-code', 'lost-session', 'open-session', 'recover'],
      ...['recover-held', 'refresh', 'resend', 'sign-out', 'verify'],
    ]),
    tests: [
      ...testsOf(`${library}/flows`, [
        ...['cancelling', 'client-held', 'disposal', 'effects', 'failing-storage', 'interrupted'],
        ...['lost-session', 'newer-service'],
        ...[
          'open-session',
          'prepared',
          'races',
          'recover',
          'refresh',
          'resend',
          'revoked-elsewhere',
          'sign-out',
          'verify',
        ],
      ]),
      `${library}/core.test.ts`,
      `${library}/calls/signed.test.ts`,
    ],
  },
  'flows-quote': {
    files: sources(`${library}/flows`, ['payment-proof', 'quote']),
    tests: [
      ...testsOf(`${library}/flows`, ['confirm', 'payload-guard', 'payment-proof', 'quote']),
      `${library}/transport/redirect.test.ts`,
    ],
  },
  'flows-guard': {
    files: sources(`${library}/flows`, ['payload-guard']),
    tests: testsOf(`${library}/flows`, ['payload-guard']),
  },
  'signed-retry': {
    files: [`${library}/transport/signed-retry.ts`],
    tests: [
      ...testsOf(`${library}/transport`, ['signed-retry']),
      ...testsOf(`${library}/flows`, ['confirm', 'payload-guard']),
    ],
  },
  record: {
    files: sources(`${library}/record`, [...record, 'attempt-commits']),
    tests: [...testsOf(`${library}/record`, record), `${library}/flows/failing-storage.test.ts`],
  },
  crypto: {
    files: ['src/wallet/crypto/*.ts', 'src/p1363.ts'],
    // The tests of reading a record also test the code that recognizes stored keys.
    tests: ['src/wallet/crypto/*.test.ts', `${library}/record/read-record.test.ts`],
  },
  // The checks of a request before its user is known, and the error answers of these checks.
  'backend-payments': {
    files: sources(backend, payments),
    tests: testsOf(backend, ['passkey-keys', 'payment-proofs']),
  },
  'backend-door': {
    files: [
      ...sources(backend, [...door, 'refusal', 'answer', 'related-origins']),
      'src/wire/read-at-most.ts',
    ],
    tests: [
      ...testsOf(backend, [
        ...door,
        'refusal',
        'answer',
        'create-backend',
        'extra-routes',
        'related-origins',
      ]),
      'src/wire/read-at-most.test.ts',
    ],
  },
  'backend-owners': {
    files: sources(backend, [...owners, 'digest', 'person', 'pipeline', 'allowed-calls']),
    tests: testsOf(backend, [
      ...[...owners, 'events', 'extra-routes', 'limits', 'registration', 'step-up'],
      'interface-headers',
    ]),
  },
  // Which operations are allowed, after which proof and how often. Also the audit log.
  'backend-policy': {
    files: sources(backend, [
      'count-together',
      'events',
      'limits',
      'operations',
      'policy',
      'proofs',
      'step-up',
      'trace',
    ]),
    tests: testsOf(backend, ['create-backend', 'events', 'limits', 'step-up', 'trace']),
  },
  'backend-stores': {
    files: sources(backend, [
      ...stores,
      'challenges',
      'memory-store',
      'shared-state',
      'store-circuit',
      'test-store',
    ]),
    tests: testsOf(backend, [...stores, 'store', 'store-circuit', 'test-store']),
  },
  'backend-upstream': {
    files: [...sources(backend, ['deadline', 'send', 'service-access', 'upstream']), 'src/wire/address.ts'],
    tests: testsOf(backend, ['create-backend', 'service-access', 'upstream']),
  },
  // How a backend in Node sends to the service.
  'backend-node': { files: ['src/node/*.ts'], tests: ['src/node/*.test.ts'] },
}
