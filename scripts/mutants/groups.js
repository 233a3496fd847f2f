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
    files:
      'wallet/flows/{attempt,attempts,codes-sent,effects,pending-slot,preparations,proof-timer,resume,steps}',
    tests:
      'wallet/{core,calls/signed,flows/{attempts,cancelling,client-held,codes-sent,disposal,effects,interrupted,lost-session,mounting,pending-slot,preparations,prepared,races,recover-held,resend,resume,verify}}',
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
    files: 'wallet/operations/{execute-quote,payment-proof}',
    tests: 'wallet/{transport/redirect,operations/{confirm,payload-guard,payment-proof*,execute-quote}}',
  },
  'flows-authorize': {
    files: 'wallet/flows/{authorize-quote,unsettled}',
    tests: 'wallet/{transport/redirect,flows/authorize-quote*,operations/execute-quote}',
  },
  'flows-guard': { files: 'wallet/flows/payload-guard', tests: 'wallet/operations/payload-guard', survivors: 4 },
  'signed-retry': {
    files: 'wallet/transport/signed-retry',
    tests: 'wallet/{transport/signed-retry,operations/{confirm,payload-guard}}',
  },
  record: {
    files:
      'wallet/record/{execution-commits,journal,owed-commits,page-locks,read-record,record,storage,tabs,hear-tabs,attempt-commits}',
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
    files: '{wire/payment-challenge,backend/{payments/*,request/framing}}',
    tests: 'backend/payments/*',
    survivors: 26,
  },
  // The checks of a request before its user is known, and the error answers of these checks.
  'backend-door': {
    files:
      '{wire/read-at-most,backend/{refusal,answer,request/{body,ids,interface-headers,origin,router,related-origins}}}',
    tests: '{wire/read-at-most,backend/{refusal,answer,create-backend,extra-routes,request/*}}',
    survivors: 4,
  },
  'backend-owners': {
    files:
      'backend/{checked-options,create-backend,platform,digest,pipeline,allowed-calls,request/person,service/{owners-in,ownership,platform-refusal,prove}}',
    tests:
      'backend/{create-backend,platform,events,extra-routes,payments/{authorize-quote,payment-proofs*},policy/*,request/interface-headers,service/{owners-in,ownership,platform-refusal,prove}}',
    survivors: 22,
  },
  'backend-policy': {
    files: 'backend/{events,trace,policy/{limits,operations,policy,proofs,step-up},stores/count-together}',
    tests:
      'backend/{client-held,create-backend,events,extra-routes,trace,payments/{authorize-quote,payment-proofs*},policy/*}',
    survivors: 20,
  },
  'backend-stores': {
    files:
      'backend/{policy/{registration,challenges},stores/{bounded-map,unstorage-store,memory-store,shared-state,store-circuit,test-store}}',
    tests: 'backend/{policy/{limits,registration,step-up},stores/*}',
    survivors: 100,
  },
  'backend-upstream': {
    files: '{wire/address,backend/{deadline,send,service/{service-access,upstream}}}',
    tests: 'backend/{create-backend,service/{platform-refusal,service-access,upstream}}',
    survivors: 12,
  },
  'backend-node': { files: 'node/*', tests: 'node/*', survivors: 97 },
}
