/** The files that `npm run mutate` mutates, and the tests that must notice. @module */
import { join } from 'node:path/posix'

/** Globs of the files of a group, and of its tests. @typedef {{ files: readonly string[], tests: readonly string[] }} Group */

/**
 * Returns the paths in a list such as `src/wire: money page src/client: options`.
 *
 * @param {string} list rooms, each with its files
 * @param {string} ending
 */
function paths(list, ending) {
  let room = ''
  return list
    .trim()
    .split(/\s+/)
    .flatMap((word) => {
      if (!word.endsWith(':')) return [join('src', room, word + ending)]
      room = word.slice(0, -1)
      return []
    })
}

/** @param {string} files @param {string} tests @returns {Group} */
const group = (files, tests) => ({ files: paths(files, '.ts'), tests: paths(tests, '.test.ts') })

/** @type {Readonly<Record<string, Group>>} */
export const groups = {
  machine: group('wallet/machine: machine flow-table', 'wallet/machine: machine machine-rows'),
  flows: group(
    'wallet/flows: attempts codes-sent effects pending-slot resume',
    `
    wallet/flows: attempts cancelling codes-sent disposal effects interrupted mounting pending-slot
      prepared races resend resume verify
    wallet: core
    wallet/calls: signed`,
  ),
  // How a session begins, continues and ends.
  'flows-session': group(
    `
    wallet/flows: challenge-body code-bundle confirm-code lost-session open-session recover
      recover-held refresh resend sign-out verify`,
    `
    wallet/flows: cancelling client-held disposal effects failing-storage interrupted lost-session
      newer-service open-session prepared races recover refresh resend revoked-elsewhere sign-out
      verify
    wallet: core
    wallet/calls: signed`,
  ),
  'flows-quote': group(
    'wallet/flows: payment-proof quote',
    `
    wallet/flows: confirm payload-guard payment-proof quote
    wallet/transport: redirect`,
  ),
  'flows-guard': group('wallet/flows: payload-guard', 'wallet/flows: payload-guard'),
  'signed-retry': group(
    'wallet/transport: signed-retry',
    `
    wallet/transport: signed-retry
    wallet/flows: confirm payload-guard`,
  ),
  record: group(
    `
    wallet/record: execution-commits journal page-locks read-record record storage tabs hear-tabs
      attempt-commits`,
    `
    wallet/record: execution-commits journal page-locks read-record record storage tabs hear-tabs
    wallet/flows: failing-storage`,
  ),
  // The tests of reading a record also test the code that recognizes stored keys.
  crypto: group(
    `
    wallet/crypto: *
    .: p1363`,
    `
    wallet/crypto: *
    wallet/record: read-record`,
  ),
  'backend-payments': group(
    'backend: check-assertion known-passkeys passkey-keys payment-proofs payment-rules payment-terms',
    'backend: passkey-keys payment-proofs',
  ),
  // The checks of a request before its user is known, and the error answers of these checks.
  'backend-door': group(
    `
    backend: body ids interface-headers origin router refusal answer related-origins
    wire: read-at-most`,
    `
    backend: body ids interface-headers origin router refusal answer create-backend extra-routes
      related-origins
    wire: read-at-most`,
  ),
  'backend-owners': group(
    `
    backend: create-backend owners-in ownership platform platform-refusal prove digest person
      pipeline allowed-calls`,
    `
    backend: create-backend owners-in ownership platform platform-refusal prove events extra-routes
      limits registration step-up interface-headers`,
  ),
  // Which operations are allowed, after which proof and how often. Also the audit log.
  'backend-policy': group(
    'backend: count-together events limits operations policy proofs step-up trace',
    'backend: create-backend events limits step-up trace',
  ),
  'backend-stores': group(
    `
    backend: bounded-map registration unstorage-store challenges memory-store shared-state
      store-circuit test-store`,
    'backend: bounded-map registration unstorage-store store store-circuit test-store',
  ),
  'backend-upstream': group(
    `
    backend: deadline send service-access upstream
    wire: address`,
    'backend: create-backend service-access upstream',
  ),
  // How a backend in Node sends to the service.
  'backend-node': group('node: *', 'node: *'),
}
