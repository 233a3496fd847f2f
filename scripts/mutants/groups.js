/** What `npm run mutate` changes, and which tests have to notice. @module */

/** @param {string} room @param {readonly string[]} names @returns {readonly string[]} */
const sources = (room, names) => names.map((name) => `${room}/${name}.ts`)

/** @param {string} room @param {readonly string[]} names @returns {readonly string[]} */
const testsOf = (room, names) => names.map((name) => `${room}/${name}.test.ts`)

const backend = 'src/backend'
const door = ['body', 'ids', 'interface-headers', 'origin', 'router']
const challenges = ['challenge-store', 'registration', 'unstorage-challenge-store']

/** @type {typeof import('./groups.d.ts').groups} */
export const groups = {
  machine: { files: ['src/machine.ts'], tests: testsOf('src', ['machine', 'machine-rows']) },
  effects: { files: ['src/effects.ts'], tests: testsOf('src', ['effects', 'races', 'wallet', 'operations']) },
  'signed-retry': { files: ['src/signed-retry.ts'], tests: testsOf('src', ['signed-retry']) },
  storage: { files: ['src/storage.ts'], tests: testsOf('src', ['storage']) },
  crypto: {
    files: ['src/crypto/*.ts', 'src/der.ts', 'src/p1363.ts'],
    tests: ['src/crypto/*.test.ts', 'src/der.test.ts'],
  },
  // What a request has to pass before anybody asks whose it is, and what is said when it does not.
  'backend-door': {
    files: [...sources(backend, [...door, 'deadline', 'refusal', 'answer']), 'src/spec/read-at-most.ts'],
    tests: [
      ...testsOf(backend, [...door, 'deadline', 'refusal', 'answer', 'create-backend', 'extra-routes']),
      'src/spec/read-at-most.test.ts',
    ],
  },
  'backend-owners': {
    files: sources(backend, ['create-backend', 'owners-in', 'ownership', 'platform', 'prove', 'rows']),
    tests: testsOf(backend, [
      ...['create-backend', 'owners-in', 'ownership', 'platform', 'prove', 'extra-routes', 'registration'],
      'interface-headers',
    ]),
  },
  'backend-challenges': {
    files: sources(backend, ['bounded-map', ...challenges]),
    tests: testsOf(backend, ['bounded-map', ...challenges]),
  },
  'backend-upstream': {
    files: sources(backend, ['upstream']),
    tests: testsOf(backend, ['upstream']),
  },
}
