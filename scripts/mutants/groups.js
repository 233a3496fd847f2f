/** What `npm run mutate` changes, and which tests have to notice. @module */

/**
 * A group is run by itself, so that the tests of one room do not pay for those of another.
 *
 * @typedef {object} Group
 * @property {readonly string[]} files globs of the source that is changed
 * @property {readonly string[]} tests globs of the tests that are run
 */

/** Room, shared parts and the tests that reach them without a browser. @type {Readonly<Record<string, Group>>} */
export const groups = {
  crypto: { files: ['src/crypto/*.ts'], tests: ['src/crypto/*.test.ts'] },
  machine: { files: ['src/machine.ts'], tests: ['src/machine.test.ts'] },
  'signed-retry': { files: ['src/signed-retry.ts'], tests: ['src/signed-retry.test.ts'] },
  storage: { files: ['src/storage.ts'], tests: ['src/storage.test.ts'] },
  effects: {
    files: ['src/effects.ts'],
    tests: ['src/wallet.test.ts', 'src/operations.test.ts', 'src/holder.test.ts', 'src/effects.test.ts'],
  },
  backend: { files: ['src/backend/*.ts'], tests: ['src/backend/*.test.ts'] },
}
