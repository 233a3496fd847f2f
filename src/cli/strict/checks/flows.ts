/** What a person does after a sign-in. @module */
import { textOf } from '../ask.js'
import { pageKey } from '../keys.js'
import type { Scene } from '../scene.js'
import { signInWithPasskey } from './sign-in.js'
import { noteSuccess, signed } from './signed.js'
import { refuseUnproven } from './step-up.js'

/** Adds and revokes a credential, each with a sign-in of its own. */
export async function checkCredentials(scene: Scene): Promise<void> {
  const { page, mine, judge, found, elsewhere } = scene
  await refuseUnproven('stepUp.spent', page, scene)
  if (!(await signInWithPasskey(scene)) || found.session === undefined) return
  if (elsewhere === undefined) judge.skip('stepUp.login', 'it needs --second-cookie')
  else await refuseUnproven('stepUp.login', elsewhere, scene)
  const creation = {
    method: 'POST',
    path: '/auth/credentials',
    body: { accountId: mine.account, type: 'SMS_OTP' },
  }
  const { asked, done } = await signed(scene, 'flow.credential', creation, found.session)
  const { answer } = done ?? asked
  if (answer?.status === 400 && (done ?? asked).heard.length > 0) {
    const why = 'the person has no phone number: provision one with "phoneNumber"'
    for (const rule of ['limits.texts', 'flow.credential'] as const) judge.skip(rule, why)
    // A backend may have given the sign-in back, because the service refused the call.
    return
  }
  if (noteSuccess(scene, 'flow.credential', done ?? asked, 201)) found.texted = textOf(answer?.value, 'id')
  await refuseUnproven('stepUp.spent', page, scene)
}

/** Revokes the passkey that was added. The last of the flows that need it. */
export async function checkRevocation(scene: Scene): Promise<void> {
  const { found } = scene
  if (!(await signInWithPasskey(scene)) || found.session === undefined || found.texted === undefined) return
  const call = { method: 'DELETE', path: `/auth/credentials/${found.texted}` }
  const { asked, done } = await signed(scene, 'flow.credential', call, found.session)
  noteSuccess(scene, 'flow.credential', done ?? asked, 204)
}

export async function checkSessions(scene: Scene): Promise<void> {
  const { found, mine } = scene
  if (found.session === undefined) return
  const key = pageKey()
  const refresh = {
    method: 'POST',
    path: `/auth/sessions/${found.session.id}/refresh`,
    body: { clientPublicKey: key.compressed },
  }
  const { asked, done } = await signed(scene, 'flow.refresh', refresh, found.session)
  if (noteSuccess(scene, 'flow.refresh', done ?? asked, 201))
    found.session = { id: textOf(done?.answer?.value, 'id'), key }
  const revoke = { method: 'DELETE', path: `/auth/sessions/${mine.session}` }
  const revoked = await signed(scene, 'flow.revoke', revoke, found.session)
  noteSuccess(scene, 'flow.revoke', revoked.done ?? revoked.asked, 204)
}

export async function checkAccount(scene: Scene): Promise<void> {
  const { found, mine, judge } = scene
  if (found.session === undefined) return
  const privacy = {
    method: 'PATCH',
    path: `/internal-accounts/${mine.account}`,
    body: { privateEnabled: true },
  }
  const changed = await signed(scene, 'flow.privacy', privacy, found.session)
  noteSuccess(scene, 'flow.privacy', changed.done ?? changed.asked, 200)
  if (!(await signInWithPasskey(scene))) return
  const exporting = {
    method: 'POST',
    path: `/internal-accounts/${mine.account}/export`,
    body: { clientPublicKey: pageKey().uncompressed },
  }
  const { asked, done } = await signed(scene, 'flow.export', exporting, found.session)
  if (asked.answer?.status === 404) judge.skip('flow.export', 'this backend allows no export')
  else noteSuccess(scene, 'flow.export', done ?? asked, 200)
}

/** Reads and executes a quote, with a proof where the backend asks for one. */
export async function checkPayment(scene: Scene): Promise<void> {
  const { page, found, newQuote, judge } = scene
  if (found.session === undefined) return
  const quote = await newQuote()
  const read = await page.call({ method: 'GET', path: `/quotes/${quote.id}` })
  noteSuccess(scene, 'flow.quote', read, 200)
  const stamp = found.session.key.stamp(quote.payload)
  const execute = (proof?: string) =>
    page.call({
      method: 'POST',
      path: `/quotes/${quote.id}/execute`,
      headers: {
        'Wallet-Signature': stamp,
        'Wallet-Idempotency-Key': crypto.randomUUID(),
        'Wallet-Payment-Proof': proof,
      },
    })
  const first = await execute()
  if (!first.answer?.code?.startsWith('PAYMENT_')) {
    const none = 'this backend asks for no proof of a payment of 20 dollars'
    for (const rule of ['payments.asked', 'payments.signature', 'payments.refused'] as const)
      judge.skip(rule, none)
    noteSuccess(scene, 'flow.pay', first, 200)
    noteStamp(scene, first.heard[0]?.headers['service-wallet-signature'], stamp)
    return
  }
  judge.note('payments.asked', first.heard.length === 0, first.seen)
  if (first.answer.code !== 'PAYMENT_PROOF_REQUIRED') {
    const why = `the passkey of the check proves no payment here: ${first.answer.code}`
    for (const rule of ['payments.signature', 'payments.refused', 'flow.pay'] as const) judge.skip(rule, why)
    return
  }
  const proofFor = (asked: typeof first, challenge: string, change: object = {}): string => {
    const made = scene.passkey.get(challenge, { origin: scene.origin, rpId: found.passkey?.rpId ?? '' })
    const assertion = { ...made, ...change }
    const nonce = textOf(asked.answer?.value, 'details.nonce')
    return Buffer.from(JSON.stringify({ nonce, assertion })).toString('base64url')
  }
  const challengeIn = ({ answer }: typeof first) => textOf(answer?.value, 'details.options.challenge')
  const wrong = await execute(proofFor(first, Buffer.alloc(32, 7).toString('base64url')))
  const isRefused = wrong.answer?.code === 'PAYMENT_PROOF_REFUSED' && wrong.heard.length === 0
  judge.note('payments.refused', isRefused, `a proof of another challenge: ${wrong.seen}`)
  const again = await execute()
  // A signature by the same key, of something else.
  const { signature } = scene.passkey.get('', { origin: scene.origin, rpId: 'other.example' })
  const forged = await execute(proofFor(again, challengeIn(again), { signature }))
  judge.note(
    'payments.signature',
    forged.answer?.code === 'PAYMENT_PROOF_REFUSED' && forged.heard.length === 0,
    forged.seen,
  )
  const asked = await execute()
  const paid = await execute(proofFor(asked, challengeIn(asked)))
  noteSuccess(scene, 'flow.pay', paid, 200)
  const another = await newQuote()
  const used = await page.call({
    method: 'POST',
    path: `/quotes/${another.id}/execute`,
    headers: {
      'Wallet-Signature': found.session.key.stamp(another.payload),
      'Wallet-Payment-Proof': proofFor(asked, challengeIn(asked)),
    },
  })
  judge.note('payments.refused', used.heard.length === 0, `a proof that was used: ${used.seen}`)
}

function noteStamp({ judge }: Scene, arrived: unknown, stamp: string): void {
  if (arrived !== undefined)
    judge.note('headers.signature', arrived === stamp, `a stamp became ${String(arrived)}`)
}
