/**
 * Faults of the protocol, to be planted one at a time: a missing guard, a moved check, a dropped message. A guard behind
 * which there is a second one is not among them.
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
 * @property {string} [tests] below `src/wallet/`, if the fault is in none of the programs that the searches play
 */

/**
 * What goes wrong; the file, and the pairs of calls, the flow or the tests that should show it; the exact text, and its
 * replacement.
 */
const faults = `
a refresh begins although another session has replaced the one it is for
@@ record/attempt-commits.ts | submit + refresh | enter + refresh
-if (place === 'refresh' && record.session?.id !== attempt.replaces) return undefined

an attempt takes the slot of one whose answer may still arrive
@@ record/attempt-commits.ts | submit + sign in by passkey | enter + submit | refresh + refresh
-(held.phase === 'sent' && held.deadline <= now && !isUnderWay?.(held))
+held.phase === 'sent'

an attempt takes the slot of a key that was delivered
@@ record/attempt-commits.ts | submit + sign in by passkey | enter + submit | sign in by passkey + sign in by passkey
-held.phase === 'awaiting' ||
+held.phase === 'awaiting' || held.phase === 'delivered' ||

a session is stored although its attempt has ended
@@ record/attempt-commits.ts | submit + sign out | refresh + sign out
-if (attempt === undefined) return undefined
-    if (attempt === pending)
+if (attempt === undefined) return { ...rest, session }
+    if (attempt === pending)

a refresh survives the sign-in that overtook it, and stores its session over the new one
@@ record/attempt-commits.ts | submit + refresh | sign in by passkey + refresh
-if (attempt === pending) return { ...rest, session }
-    const renews = [undefined, attempt.replaces].includes(record.session?.id)
+if (attempt === pending) return { ...rest, ...(refresh && { refresh }), session }
+    const renews = true

an attempt is ended although its answer has arrived since it was looked at
@@ record/attempt-commits.ts | submit + cancel | submit + resend
-if (attempt === undefined || (seen ?? attempt.phase) !== attempt.phase) return undefined
+if (attempt === undefined) return undefined

two tabs verify the same awaited code
@@ record/attempt-commits.ts | submit + submit
-return attempt?.phase === from ?
+return attempt ?

a session that another tab has stored ends with the one that was revoked
@@ record/record.ts | submit + revoke a session | refresh + revoke a session
-session?.id === sessionId
-      ? superseding
+session !== undefined
+      ? superseding

a payment that is sent again has a new idempotency key
@@ record/execution-commits.ts | pay + pay
-{ ...known, unanswered: known.unanswered + 1 }
+{ ...known, idempotencyKey: fresh.idempotencyKey, unanswered: known.unanswered + 1 }

a payment is forgotten when one of its sends was refused
@@ record/execution-commits.ts | pay + pay
-left.unanswered > 0 ? [left] : []
+[]

a verify is sent although its claim of the code was refused
@@ flows/verify.ts | submit + submit | submit + cancel
-if (!made) throw takenOver()
-  const { deadline = 0, otpBundle } = made.before.pending ?? {}
+const { deadline = 0, otpBundle } = made?.before.pending ?? {}

a session of another tab is not adopted
@@ flows/sync.ts | submit + privacy | refresh + privacy
-if (isNews) {
+if (isNews && shown === undefined) {

a sealed key is opened without having been stored
@@ record/attempt-commits.ts | submit + cancel | refresh + privacy
-const next = advance(attemptId, 'sent', (pending) => ({
+const next = advance(attemptId, 'awaiting', (pending) => ({

the result of an earlier attempt counts for the one that runs now
@@ machine/machine.ts | sign in by code + sign in by code | sign in by code + sign in by passkey | sign in by code + submit
-if ('attempt' in event && event.attempt !== state.attempt && !startsAttempt.has(event.event)) return [state]

a sign-out leaves a refresh that is under way
@@ record/record.ts | refresh + sign out
-({ session, pending, refresh, ...rest }) =>
-  session || pending || refresh ?
+({ session, pending, ...rest }) =>
+  session || pending ?

a payment that is settled is sent again
@@ record/execution-commits.ts | pay + pay
-if (settled?.includes(fresh.quoteId)) return undefined

a payment that is settled is not remembered
@@ record/execution-commits.ts | pay + pay
-{ ...rest, settled: [...settled, quoteId].slice(-settledLimit) }
+rest

two sends of a payment count as one
@@ record/execution-commits.ts | pay + pay
-unanswered: known.unanswered + 1
+unanswered: known.unanswered

a sweep takes a key that was delivered
@@ record/sweep.ts | submit + list sessions
-pending.deadline > now || isOpenable(pending, now) ||
+pending.deadline > now ||

a sign-out leaves a sign-in that is under way
@@ record/record.ts | submit + sign out
-({ session, pending, refresh, ...rest }) =>
-  session || pending || refresh ?
+({ session, refresh, ...rest }) =>
+  session || refresh ?

one refusal of a payment ends the doubt about all its sends
@@ record/execution-commits.ts | pay + pay
-unanswered: known.unanswered - 1
+unanswered: 0

the id of a session that was replaced is not stored
@@ record/attempt-commits.ts | submit + list sessions | refresh + list sessions
-export const settle = (attemptId: string, session: StoredSession): Commit =>
-  superseding((record) => {
+export const settle = (attemptId: string, session: StoredSession): Commit =>
+  ((commit: Commit): Commit => commit)((record) => {

a refresh revokes the old session with its own key, before the new one is stored
@@ flows/refresh.ts | refresh + sign out | refresh + list sessions | refresh + privacy
-  const next = await deliver(context, sent, answer.value)
+  await signedRetry(
+    context,
+    { ...refreshSessionRoute, operation: 'revokeSession', method: 'DELETE', path: '/auth/sessions/{id}', status: 204, answer: { '~run': (d: unknown) => d } } as never,
+    { params: { id: session.id } },
+    { stamp, singleUse },
+  ).catch(() => {})
+  const next = await deliver(context, sent, answer.value)

a sign-out revokes only the newest session
@@ flows/revoke-ended.ts | refresh + sign out | submit + sign out
-const owed = superseded.filter((each) => each.id !== session.id && isLive(each)).map(({ id }) => id)
+const owed = superseded.filter((each) => each.id !== session.id && isLive(each) && each.id === "").map(({ id }) => id)

the key of an attempt replaces that of the session before the service has said yes
@@ record/attempt-commits.ts | flow: sign in again, mailed code, own key
-advance(attemptId, 'sent', (pending) => ({ ...pending, confirmation, deadline }))
+(record) => {
+    const next = advance(attemptId, 'sent', (pending) => ({ ...pending, confirmation, deadline }))(record)
+    const key = attemptIn(record, attemptId)?.clientKey
+    return next && record.session && key && !('pair' in key) ? { ...next, session: { ...record.session, ...key } } : next
+  }

the second request of a code is repeated although it may have arrived
@@ flows/confirm-code.ts | flow: sign in, mailed code, own key
-beforeRetry: () => recordSend(context, attemptId),
+beforeRetry: () => {},

the key that is encrypted with a code is not that of the session
@@ crypto/encrypt-code.ts | flow: sign in, mailed code, own key
-? key.publicKey
+? '02' + bytesToHex(new Uint8Array(await crypto.subtle.exportKey('raw', (await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, false, ['sign', 'verify'])).publicKey)).subarray(1, 33))

a code is encrypted to the bundle of an earlier one
@@ flows/resend.ts | flow: another code, own key
-...(error === undefined && otpBundle && { otpBundle }),

an answer that contradicts the request counts as lost
@@ flows/open-session.ts | flow: refresh, answer contradicts, own key
-  if (contradiction !== undefined) {
+  if (contradiction !== undefined && !found) {
+    const { proveLostSession } = await import('./lost-session.js')
+    const whole = context as unknown as Parameters<typeof proveLostSession>[0]
+    const sent = { attemptId, keyDelivery, clientKey }
+    const lost = await proveLostSession(whole, sent, whole.pageId, new AbortController().signal)
+    if (lost) return deliver(context, { ...sent, clientKey: lost.clientKey }, lost.answer, lost.found)

a session that is found in the list is shown without a proof
@@ flows/lost-session.ts | flow: refresh, request lost, own key
-const proven = await refreshed(context, found, key, keyDelivery, signal)
+const proven = { found, answer: found, clientKey: key, stamped: '' }

an answer that contradicts the request replaces the key of the session before it
@@ record/attempt-commits.ts | flow: refresh, answer contradicts, own key
-    return attempt && discard(attemptId)({ ...record, [placeOf(attempt)]: { ...attempt, answer } })
+    const { session } = record
+    const key = attempt?.clientKey
+    const replaced = session && key && !('pair' in key) ? { session: { ...session, ...key } } : {}
+    return attempt && discard(attemptId)({ ...record, ...replaced, [placeOf(attempt)]: { ...attempt, answer } })

after an error the attempt goes on with a sealed key
@@ flows/verify.ts | flow: a wrong code, then the right one, own key
-const again = pendingOf(context, signIn)
+const again = pendingOf(context, { ...signIn, keyDelivery: 'sealed' })

a payment that waits for the person counts as settled
@@ flows/unsettled.ts | flow: execute and authorize a quote
-if (outcomes.has(status)) return commit(settling(id))
+if (outcomes.has(status) || status === awaitsPerson) return commit(settling(id))

a lost answer to an authorization ends the doubt about the payment
@@ flows/authorize-quote.ts | flow: authorize a quote, and the answer is lost
-    if (isUnknown(error)) return afterLoss(context, { id: quoteId }, error, signal)
+    if (isUnknown(error)) {
+      await committed(context, ({ unsettled = [], ...rest }) => {
+        const left = unsettled.filter((each) => each.quoteId !== quoteId)
+        return { ...rest, ...(left.length > 0 && { unsettled: left }) }
+      })
+      return afterLoss(context, { id: quoteId }, error, signal)
+    }

a payment that waits for the person is executed again, with a new key
@@ operations/execute-quote.ts | flow: execute and authorize a quote
-  const waiting = await readIfWaiting(context, parsed, signal)
-  if (waiting !== undefined) return waiting
+  const isWaiting = executionOf(context.journal.known(), parsed.id)?.waitsFor !== undefined
+  const renewed = { idempotencyKey: crypto.randomUUID() }
+  if (isWaiting)
+    await committed(context, ({ unsettled = [], ...rest }) => ({
+      ...rest,
+      unsettled: unsettled.map((each) => (each.quoteId === parsed.id ? { ...each, ...renewed } : each)),
+    }))

a proof without its type counts as that of a passkey
@@ ../backend/payments/learn-passkeys.ts | tests: ../backend/payments/passkey-ages.test.ts
-      spent?.passkey !== undefined && (await ages.vouches(accountId, spent))
-        ? { vouchedBy: spent.passkey }
-        : {}
+      spent?.by === 'PASSKEY' || spent?.by === undefined || (await ages.vouches(accountId, spent))
+        ? { vouchedBy: spent?.passkey ?? 'unknown' }
+        : {}

a removal shortens the wait of a new passkey
@@ ../backend/payments/passkey-ages.ts | tests: ../backend/payments/passkey-ages.test.ts
-    return { credentialId, known, from: await countsFrom({ accountId, credentialId, at, ...vouched }) }
+    const from = await countsFrom({ accountId, credentialId, at, ...vouched })
+    return { credentialId, known, from: (await passkeys.lastRemoval(accountId)) ? at : from }

a code vouches for the removal of the last passkey
@@ ../backend/payments/learn-passkeys.ts | tests: ../backend/payments/proof-table.test.ts
-  const vouchedBy = (await ages.vouches(accountId, spent)) ? spent?.passkey : undefined
+  const vouchedBy = spent?.passkey ?? spent?.by

the page has a challenge signed that it did not compute
@@ operations/payment-proof.ts | tests: operations/payment-proof.test.ts
-options.challenge !== bytesToBase64url(await sha256(utf8(provenText(nonce, accountId, asked))))
+options.challenge === ''

the second leg of a creation texts without counting, whatever it answers
@@ ../backend/policy/code-limits.ts | tests: ../backend/policy/code-limits.test.ts
-walletSignature && requestId ? await state.before.take(noteOf(accountId, requestId)) : undefined
+walletSignature && requestId ? '' : undefined

a page waits without end for the answer of its wallet's frame
@@ ../frame-host/remote.ts | tests: ../frame/frame.test.ts
-else if (unanswered > patience)
+else if (unanswered === patience * patience)

a call in a frame that is settled is kept, and made again
@@ ../frame-host/remote.ts | tests: ../frame/frame.test.ts
-    calls.delete(id)
-    call?.settled.abort()
+    call?.settled.abort()

a wallet's frame that does not answer is left in the page
@@ ../frame-host/remote.ts | tests: ../frame/frame.test.ts
-    fail(error, unknown())
-    place.remove()
+    fail(error, unknown())

a call that needs no question counts as without effect when its frame goes
@@ ../frame-host/remote.ts | tests: ../frame/frame.test.ts
-call.acts = reaches[verb] === 'acts'
+call.acts = false

a wallet's frame pays by the terms that the page gives
@@ ../frame/calls.ts | tests: ../frame/door.test.ts
-executeQuote: row(idAlone, async ({ wallet, signal }, id) => {
-    const quote = await readQuote(wallet, id, signal)
+executeQuote: row(args(v.union([text, v.looseObject({})]), nothing), async ({ wallet, signal }, id) => {
+    const quote = typeof id === 'string' ? await readQuote(wallet, id, signal) : (id as unknown as Quote)

a click on what nobody could see agrees
@@ ../frame/questions.ts | tests: ../frame/frame.test.ts
-answer === true && clicks.isAgreed() &&
+answer === true &&

a wallet's frame does not tell the page that the person has agreed
@@ ../frame/questions.ts | tests: ../frame/crash-points.test.ts
-    if (agreed) post({ type: 'acts', id })

a wallet's frame connects to every window of a parent's origin
@@ ../frame/serve-in.ts | tests: ../frame/door.test.ts
-page.peer !== null && source === page.peer && parents.has(origin)
+page.peer !== null && source !== null && parents.has(origin)

a wallet's frame goes on with the calls of the page before
@@ ../frame/serve-in.ts | tests: ../frame/door.test.ts
-    current?.end()
-    current = undefined
+    current = undefined
`

/** @type {readonly PlantedFault[]} */
export const plantedFaults = faults
  .trim()
  .split('\n\n')
  .map((block) => {
    const [name = '', place = '', ...lines] = block.split('\n')
    const [file = '', ...searches] = place.slice('@@ '.length).split(' | ')
    const named = (/** @type {'flow' | 'tests'} */ kind) => {
      const found = searches.find((search) => search.startsWith(`${kind}: `))
      return found === undefined ? {} : { [kind]: found.slice(kind.length + 2) }
    }
    const marked = (/** @type {string} */ mark) =>
      lines.flatMap((line) => (line.startsWith(mark) ? line.slice(1) : [])).join('\n')
    return {
      ...{ name, file, from: marked('-'), to: marked('+') },
      pairs: searches.filter((search) => !/^(flow|tests): /.test(search)),
      ...named('flow'),
      ...named('tests'),
    }
  })
