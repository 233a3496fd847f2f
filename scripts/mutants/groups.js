/** The files that `npm run mutate` mutates, and the tests that must notice. @module */

/**
 * `files` and `tests` are globs below `src/`, without the ending. `survivors` is how many mutants may survive: those that
 * no test can notice, such as a check that is only for the compiler, and those that none notices yet.
 *
 * @typedef {{ files: string, tests: string, survivors?: number }} Group
 */

/** @type {Readonly<Record<string, Group>>} */
export const groups = {
  machine: {
    files: 'wallet/machine/{machine,flow-table}',
    tests: 'wallet/machine/{machine,machine-rows}',
  },
  flows: {
    files: 'wallet/flows/{attempts,codes-sent,effects,pending-slot,resume}',
    tests:
      'wallet/{core,calls/signed,flows/{attempts,cancelling,client-held,codes-sent,disposal,effects,interrupted,lost-session,mounting,pending-slot,prepared,races,recover-held,resend,resume,verify}}',
    survivors: 7,
  },
  'flows-session': {
    files:
      'wallet/flows/{challenge-body,code-bundle,confirm-code,lost-session,open-session,recover,recover-held,refresh,resend,sign-out,verify}',
    tests:
      'wallet/{core,calls/signed,flows/{cancelling,client-held,disposal,effects,failing-storage,interrupted,key-deliveries,lost-session,newer-service,open-session,prepared,races,recover,recover-held,refresh,resend,revoke-superseded,revoked-elsewhere,sign-out,verify}}',
    survivors: 44,
  },
  'flows-quote': {
    files: 'wallet/flows/{payment-proof,quote}',
    tests: 'wallet/{transport/redirect,flows/{confirm,payload-guard,payment-proof*,quote}}',
  },
  'flows-authorize': {
    files: 'wallet/flows/{authorize-quote,unsettled}',
    tests: 'wallet/{transport/redirect,flows/{authorize-quote*,quote}}',
  },
  'flows-guard': { files: 'wallet/flows/payload-guard', tests: 'wallet/flows/payload-guard', survivors: 4 },
  'signed-retry': {
    files: 'wallet/transport/signed-retry',
    tests: 'wallet/{transport/signed-retry,flows/{confirm,payload-guard}}',
  },
  record: {
    files:
      'wallet/record/{execution-commits,journal,page-locks,read-record,record,storage,tabs,hear-tabs,attempt-commits}',
    tests:
      'wallet/{flows/{failing-storage,lost-session,recover-held},record/{execution-commits,journal,page-locks,read-record,record,storage,tabs,hear-tabs}}',
    survivors: 12,
  },
  // The tests of reading a record also test the code that recognizes stored keys.
  crypto: {
    files: '{p1363,wallet/crypto/*}',
    tests: '{p1363,wallet/{crypto/*,record/read-record}}',
    survivors: 12,
  },
  'backend-payments': {
    files:
      'backend/{authorize-quote,check-assertion,framing,known-passkeys,passkey-keys,payment-proofs,payment-rules,payment-terms}',
    tests:
      'backend/{authorize-quote,check-assertion,known-passkeys,passkey-keys,payment-proofs*,payment-terms}',
    survivors: 26,
  },
  // The checks of a request before its user is known, and the error answers of these checks.
  'backend-door': {
    files:
      '{wire/read-at-most,backend/{body,ids,interface-headers,origin,router,refusal,answer,related-origins}}',
    tests:
      '{wire/read-at-most,backend/{body,ids,interface-headers,origin,router,refusal,answer,create-backend,extra-routes,related-origins}}',
    survivors: 4,
  },
  'backend-owners': {
    files:
      'backend/{create-backend,owners-in,ownership,platform,platform-refusal,prove,digest,person,pipeline,allowed-calls}',
    tests:
      'backend/{allow,authorize-quote,create-backend,owners-in,ownership,payment-proofs*,platform,platform-refusal,prove,events,extra-routes,limits,registration,step-up,interface-headers}',
    survivors: 22,
  },
  'backend-policy': {
    files: 'backend/{count-together,events,limits,operations,policy,proofs,step-up,trace}',
    tests:
      'backend/{allow,authorize-quote,client-held,create-backend,events,extra-routes,limits,payment-proofs*,registration,step-up,trace}',
    survivors: 20,
  },
  'backend-stores': {
    files:
      'backend/{bounded-map,registration,unstorage-store,challenges,memory-store,shared-state,store-circuit,test-store}',
    tests: 'backend/{bounded-map,limits,registration,step-up,unstorage-store,store,store-circuit,test-store}',
    survivors: 100,
  },
  'backend-upstream': {
    files: '{wire/address,backend/{deadline,send,service-access,upstream}}',
    tests: 'backend/{create-backend,platform-refusal,service-access,upstream}',
    survivors: 12,
  },
  'backend-node': { files: 'node/*', tests: 'node/*', survivors: 97 },
}
