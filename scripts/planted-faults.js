/**
 * Faults of the protocol, to be planted one at a time: a missing guard, a moved check, a dropped message. Each is an
 * exact piece of a source file and its replacement. A guard behind which there is a second one is not among them.
 * @module
 */

/**
 * @typedef {object} PlantedFault
 * @property {string} name what goes wrong
 * @property {string} file below `src/wallet/`
 * @property {string} from occurs exactly once
 * @property {string} to
 * @property {readonly string[]} pairs of calls that are explored to find the fault
 * @property {string} [flow] in which pages are killed at every point, if pairs cannot find the fault
 */

/** @type {readonly PlantedFault[]} */
export const plantedFaults = [
  {
    name: 'a refresh begins although another session has replaced the one it is for',
    file: 'record/attempt-commits.ts',
    from: "if (place === 'refresh' && record.session?.id !== attempt.replaces) return undefined",
    to: '',
    pairs: ['submit + refresh', 'enter + refresh'],
  },
  {
    name: 'an attempt takes the slot of one whose answer may still arrive',
    file: 'record/attempt-commits.ts',
    from: "(held.phase === 'sent' && held.deadline <= now && !isUnderWay?.(held))",
    to: "held.phase === 'sent'",
    pairs: ['submit + sign in by passkey', 'enter + submit', 'refresh + refresh'],
  },
  {
    name: 'an attempt takes the slot of a key that was delivered',
    file: 'record/attempt-commits.ts',
    from: "held.phase === 'awaiting' ||",
    to: "held.phase === 'awaiting' || held.phase === 'delivered' ||",
    pairs: ['submit + sign in by passkey', 'enter + submit', 'sign in by passkey + sign in by passkey'],
  },
  {
    name: 'a session is stored although its attempt has ended',
    file: 'record/attempt-commits.ts',
    from: 'if (attempt === undefined) return undefined\n    if (attempt === pending)',
    to: 'if (attempt === undefined) return { ...rest, session }\n    if (attempt === pending)',
    pairs: ['submit + sign out', 'refresh + sign out'],
  },
  {
    name: 'a refresh survives the sign-in that overtook it, and stores its session over the new one',
    file: 'record/attempt-commits.ts',
    from: `if (attempt === pending) return { ...rest, session }
    const renews = [undefined, attempt.replaces].includes(record.session?.id)`,
    to: `if (attempt === pending) return { ...rest, ...(refresh && { refresh }), session }
    const renews = true`,
    pairs: ['submit + refresh', 'sign in by passkey + refresh'],
  },
  {
    name: 'an attempt is ended although its answer has arrived since it was looked at',
    file: 'record/attempt-commits.ts',
    from: 'if (attempt === undefined || (seen ?? attempt.phase) !== attempt.phase) return undefined',
    to: 'if (attempt === undefined) return undefined',
    pairs: ['submit + cancel', 'submit + resend'],
  },
  {
    name: 'two tabs verify the same awaited code',
    file: 'record/attempt-commits.ts',
    from: 'return attempt?.phase === from ?',
    to: 'return attempt ?',
    pairs: ['submit + submit'],
  },
  {
    name: 'a session that another tab has stored ends with the one that was revoked',
    file: 'record/record.ts',
    from: `session?.id === sessionId
      ? superseding`,
    to: `session !== undefined
      ? superseding`,
    pairs: ['submit + revoke a session', 'refresh + revoke a session'],
  },
  {
    name: 'a payment that is sent again has a new idempotency key',
    file: 'record/execution-commits.ts',
    from: '{ ...known, unanswered: known.unanswered + 1 }',
    to: '{ ...known, idempotencyKey: fresh.idempotencyKey, unanswered: known.unanswered + 1 }',
    pairs: ['pay + pay'],
  },
  {
    name: 'a payment is forgotten when one of its sends was refused',
    file: 'record/execution-commits.ts',
    from: 'left.unanswered > 0 ? [left] : []',
    to: '[]',
    pairs: ['pay + pay'],
  },
  {
    name: 'a verify is sent although its claim of the code was refused',
    file: 'flows/verify.ts',
    from: `if (!record) throw takenOver()
    // Another tab may have requested another code, whose bundle is then in the record.
    bundle = record.pending?.otpBundle`,
    to: 'bundle = record?.pending?.otpBundle',
    pairs: ['submit + submit', 'submit + cancel'],
  },
  {
    name: 'a session of another tab is not adopted',
    file: 'flows/sync.ts',
    from: 'if (isNews) {',
    to: 'if (isNews && shown === undefined) {',
    pairs: ['submit + privacy', 'refresh + privacy'],
  },
  {
    name: 'a sealed key is opened without having been stored',
    file: 'flows/open-session.ts',
    from: "advance(attemptId, 'sent', (pending) => ({",
    to: "advance(attemptId, 'awaiting', (pending) => ({",
    pairs: ['submit + cancel', 'refresh + privacy'],
  },
  {
    name: 'the result of an earlier attempt counts for the one that runs now',
    file: 'machine/machine.ts',
    from: "if ('attempt' in event && event.attempt !== state.attempt && !startsAttempt.has(event.event)) return [state]",
    to: '',
    pairs: [
      'sign in by code + sign in by code',
      'sign in by code + sign in by passkey',
      'sign in by code + submit',
    ],
  },
  {
    name: 'a sign-out leaves a refresh that is under way',
    file: 'record/record.ts',
    from: `({ session, pending, refresh, ...rest }) =>
  session || pending || refresh ?`,
    to: `({ session, pending, ...rest }) =>
  session || pending ?`,
    pairs: ['refresh + sign out'],
  },
  {
    name: 'a payment that is settled is sent again',
    file: 'record/execution-commits.ts',
    from: 'if (settled?.includes(fresh.quoteId)) return undefined',
    to: '',
    pairs: ['pay + pay'],
  },
  {
    name: 'a payment that is settled is not remembered',
    file: 'record/execution-commits.ts',
    from: '{ ...rest, settled: [...settled, quoteId].slice(-settledLimit) }',
    to: 'rest',
    pairs: ['pay + pay'],
  },
  {
    name: 'two sends of a payment count as one',
    file: 'record/execution-commits.ts',
    from: 'unanswered: known.unanswered + 1',
    to: 'unanswered: known.unanswered',
    pairs: ['pay + pay'],
  },
  {
    name: 'a sweep takes a key that was delivered',
    file: 'record/sweep.ts',
    from: 'pending.deadline > now || isOpenable(pending, now) ||',
    to: 'pending.deadline > now ||',
    pairs: ['submit + list sessions'],
  },
  {
    name: 'a sign-out leaves a sign-in that is under way',
    file: 'record/record.ts',
    from: `({ session, pending, refresh, ...rest }) =>
  session || pending || refresh ?`,
    to: `({ session, refresh, ...rest }) =>
  session || refresh ?`,
    pairs: ['submit + sign out'],
  },
  {
    name: 'one refusal of a payment ends the doubt about all its sends',
    file: 'record/execution-commits.ts',
    from: 'unanswered: known.unanswered - 1',
    to: 'unanswered: 0',
    pairs: ['pay + pay'],
  },
  {
    name: 'the id of a session that was replaced is not stored',
    file: 'record/attempt-commits.ts',
    from: 'export const settle = (attemptId: string, session: StoredSession): Commit =>\n  superseding((record) => {',
    to: 'export const settle = (attemptId: string, session: StoredSession): Commit =>\n  ((commit: Commit): Commit => commit)((record) => {',
    pairs: ['submit + list sessions', 'refresh + list sessions'],
  },
  {
    name: 'a refresh revokes the old session with its own key, before the new one is stored',
    file: 'flows/refresh.ts',
    from: '  const next = await deliver(context, attemptId, answer.value, clientKey)',
    to: `  await signedRetry(
    context,
    { ...row.refreshRoute, operation: 'revokeSession', method: 'DELETE', path: '/auth/sessions/{id}', status: 204, answer: { '~run': (d: unknown) => d } } as never,
    { params: { id: session.id } },
    { stamp, singleUse },
  ).catch(() => {})
  const next = await deliver(context, attemptId, answer.value, clientKey)`,
    pairs: ['refresh + sign out', 'refresh + list sessions', 'refresh + privacy'],
  },
  {
    name: 'a sign-out revokes only the newest session',
    file: 'flows/sign-out.ts',
    from: 'const owed = superseded.filter((each) => each.id !== session.id && isLive(each)).map(({ id }) => id)',
    to: 'const owed = superseded.filter((each) => each.id !== session.id && isLive(each) && each.id === "").map(({ id }) => id)',
    pairs: ['refresh + sign out', 'submit + sign out'],
  },
  {
    name: 'the key of an attempt replaces that of the session before the service has said yes',
    file: 'record/attempt-commits.ts',
    from: "advance(attemptId, 'sent', (pending) => ({ ...pending, confirmation, deadline }))",
    to: `(record) => {
    const next = advance(attemptId, 'sent', (pending) => ({ ...pending, confirmation, deadline }))(record)
    const key = attemptIn(record, attemptId)?.clientKey
    return next && record.session && key && !('pair' in key) ? { ...next, session: { ...record.session, ...key } } : next
  }`,
    pairs: [],
    flow: 'sign in again, mailed code, own key',
  },
  {
    name: 'the second request of a code is repeated although it may have arrived',
    file: 'flows/confirm-code.ts',
    from: `      await recordSend(context, attemptId)
      sent()`,
    to: '      sent()',
    pairs: [],
    flow: 'sign in, mailed code, own key',
  },
  {
    name: 'the key that is encrypted with a code is not that of the session',
    file: 'crypto/encrypt-code.ts',
    from: "exportKey('raw', key.verifyKey)",
    to: "exportKey('raw', (await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, false, ['sign', 'verify'])).publicKey)",
    pairs: [],
    flow: 'sign in, mailed code, own key',
  },
  {
    name: 'a code is encrypted to the bundle of an earlier one',
    file: 'flows/resend.ts',
    from: '...(error === undefined && otpBundle && { otpBundle }),',
    to: '',
    pairs: [],
    flow: 'another code, own key',
  },
  {
    name: 'after an error the attempt goes on with a sealed key',
    file: 'flows/verify.ts',
    from: 'const again = pendingOf(context, signIn)',
    to: "const again = pendingOf(context, { ...signIn, keyDelivery: 'sealed' })",
    pairs: [],
    flow: 'a wrong code, then the right one, own key',
  },
]
