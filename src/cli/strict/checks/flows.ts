/** What a person does after a sign-in. @module */
import { textOf } from '../ask.js'
import { pageKey } from '../keys.js'
import type { Scene } from '../scene.js'
import { signInWithPasskey } from './sign-in.js'
import { noteSuccess, signed } from './signed.js'
import { refuseUnproven } from './step-up.js'

const used = { status: [400], code: 'INVALID_INPUT' }

/** Adds and revokes a credential, each with a sign-in of its own. */
export async function checkCredentials(scene: Scene): Promise<void> {
  const { page, mine, judge, found, elsewhere } = scene
  await refuseUnproven('stepUp.spent', page, scene)
  if (!(await signInWithPasskey(scene)) || found.session === undefined) return
  if (elsewhere === undefined) judge.skip('stepUp.login', 'it needs --second-cookie')
  else await refuseUnproven('stepUp.login', elsewhere, scene)
  if (found.creation !== undefined)
    await page.refused('passkey.once', { ...found.creation, having: 'the passkey that exists' }, used)
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

/** Revokes the credential that was added. */
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
