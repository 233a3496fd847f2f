/** Signs in through the backend, by code and by passkey. @module */
import { createHash } from 'node:crypto'
import { fieldOf, textOf } from '../ask.js'
import { type CeremonyPage, createPasskey, pageKey } from '../keys.js'
import type { Page } from '../page.js'
import type { Scene } from '../scene.js'
import { notePassedBack, noteSuccess, signed } from './signed.js'

export async function checkLists({ page, mine, judge }: Scene): Promise<void> {
  for (const what of ['credentials', 'sessions']) {
    // As the library's pages write it. Other checks leave the colon as it is.
    const accountId = encodeURIComponent(mine.account)
    const outcome = await page.call({ method: 'GET', path: `/auth/${what}?accountId=${accountId}` })
    const data = fieldOf(outcome.answer?.value, 'data')
    judge.note('flow.lists', outcome.answer?.status === 200 && Array.isArray(data), outcome.seen)
    notePassedBack(judge, outcome)
  }
}

export async function checkCode(scene: Scene): Promise<void> {
  const { page, mine, behind, judge, found } = scene
  const path = `/auth/credentials/${mine.credential}`
  const challenge = await page.call({ method: 'POST', path: `${path}/challenge` })
  if (!noteSuccess(scene, 'flow.signIn', challenge, 200)) return
  const otp = await behind.code(mine.email)
  const key = pageKey()
  const verify = (code: string, as = key) =>
    page.call({
      method: 'POST',
      path: `${path}/verify`,
      body: { type: 'EMAIL_OTP', otp: code, clientPublicKey: as.uncompressed },
    })
  const wrong = await verify(otp === '000000' ? '111111' : '000000', pageKey())
  judge.note(
    'flow.signIn',
    wrong.answer?.status === 401 && wrong.answer.code !== 'NOT_LOGGED_IN',
    `a wrong code: ${wrong.seen}`,
  )
  // A body with escapes that are needed. The service refuses it.
  const encryptedOtpBundle = JSON.stringify({ encappedPublic: mine.key.uncompressed, ciphertext: '00' })
  const encrypted = { type: 'EMAIL_OTP', encryptedOtpBundle }
  const { heard, seen } = await page.call({ method: 'POST', path: `${path}/verify`, body: encrypted })
  judge.note(
    'body.bytes',
    heard[0]?.body.toString() === JSON.stringify(encrypted),
    `an encrypted code: ${seen}`,
  )
  const right = await verify(otp)
  if (noteSuccess(scene, 'flow.signIn', right, 200))
    found.session = {
      id: textOf(right.answer?.value, 'id'),
      key: key.open(textOf(right.answer?.value, 'encryptedSessionSigningKey')),
    }
}

/** Adds a passkey, with everything on the way that must be refused. Needs a sign-in that is not used up. */
export async function checkPasskeyCreation(scene: Scene): Promise<void> {
  const { page, mine, judge, origin, passkey, found } = scene
  const by = found.session
  if (by === undefined) return
  // Letters that some serialisers escape.
  const nickname = 'Zoë’s Telefon 電話'.replace('’', "'")
  const wanted = { accountId: mine.account, nickname }
  const path = '/auth/passkey-registration-options'
  const { answer, heard, seen } = await page.call({ method: 'POST', path, body: wanted })
  const { value } = answer ?? {}
  const challenge = textOf(value, 'challenge')
  const rpId = textOf(value, 'rp.id')
  const isWhole =
    answer?.status === 200 &&
    heard.length === 0 &&
    Buffer.from(challenge, 'base64url').length >= 32 &&
    rpId !== '' &&
    textOf(value, 'rp.name') !== '' &&
    textOf(value, 'user.id') === createHash('sha256').update(mine.account).digest('base64url') &&
    textOf(value, 'user.name') === nickname &&
    fieldOf(value, 'pubKeyCredParams.0.alg') === -7 &&
    Array.isArray(fieldOf(value, 'excludeCredentials')) &&
    fieldOf(value, 'authenticatorSelection.userVerification') === 'required' &&
    fieldOf(value, 'authenticatorSelection.residentKey') === 'required'
  judge.note('passkey.options', isWhole, `${seen} with ${JSON.stringify(value)}`)
  if (challenge === '' || rpId === '') return
  const place: CeremonyPage = { origin, rpId }
  const body = (used: string, at = place, name = nickname) => ({
    type: 'PASSKEY',
    nickname: name,
    accountId: mine.account,
    challenge: used,
    attestation: passkey.create(used, at),
  })
  const create = (creation: object) => ({ method: 'POST', path: '/auth/credentials', body: creation })
  const invented = Buffer.alloc(32, 7).toString('base64url')
  const invalid = { status: [400, 403] }
  await page.refused('passkey.challenge', create(body(invented)), invalid)
  const elsewhere = { ...body(challenge), attestation: body(invented).attestation }
  await page.refused('passkey.challenge', create(elsewhere), invalid)
  const attacker = 'https://attacker.example'
  for (const [having, at] of [
    ['another origin', { ...place, origin: attacker }],
    ['crossOrigin', { ...place, client: { crossOrigin: true } }],
    ['a topOrigin', { ...place, client: { topOrigin: attacker } }],
  ] as const)
    await page.refused('passkey.page', { ...create(body(challenge, at)), having }, invalid)
  const made = body(challenge)
  const { asked, done } = await signed(scene, 'flow.passkey', create(made), by)
  if (asked.answer?.status === 400 && asked.heard.length > 0) {
    judge.skip('flow.passkey', `the emulator refused the passkey: start it with --origin ${origin}`)
    return
  }
  if (!noteSuccess(scene, 'flow.passkey', done ?? asked, 201)) return
  found.passkey = { id: textOf((done ?? asked).answer?.value, 'id'), rpId }
  found.creation = create(made)
}

/** Uses one challenge in another login session, and for two bodies, each time with a sign-in that is not used up. */
export async function checkChallenges(scene: Scene): Promise<void> {
  const { page, mine, judge, origin, found, elsewhere } = scene
  judge.skip('passkey.age', 'it would take ten minutes')
  if (found.passkey === undefined || !(await signInWithPasskey(scene))) return
  const wanted = { accountId: mine.account, nickname: 'Another phone' }
  const path = '/auth/passkey-registration-options'
  const { answer } = await page.call({ method: 'POST', path, body: wanted })
  const challenge = textOf(answer?.value, 'challenge')
  if (challenge === '') return
  const place = { origin, rpId: found.passkey.rpId }
  const creation = () => ({
    method: 'POST',
    path: '/auth/credentials',
    body: { type: 'PASSKEY', ...wanted, challenge, attestation: createPasskey().create(challenge, place) },
  })
  if (elsewhere === undefined) judge.skip('passkey.login', 'it needs --second-cookie')
  else if (await signInWithPasskey(scene, elsewhere))
    await elsewhere.refused('passkey.login', creation(), { status: [400], code: 'INVALID_INPUT' })
  const first = await page.call(creation())
  judge.note('passkey.once', first.heard.length > 0, `the first body: ${first.seen}`)
  if (await signInWithPasskey(scene))
    await page.refused('passkey.once', creation(), { status: [400], code: 'INVALID_INPUT' })
}

/** Signs in with the passkey, which sends no code. Resolves with whether that worked. */
export async function signInWithPasskey(scene: Scene, at: Page = scene.page): Promise<boolean> {
  const { origin, passkey, found } = scene
  if (found.passkey === undefined) return false
  const { id, rpId } = found.passkey
  const key = pageKey()
  const path = `/auth/credentials/${id}`
  const body = { clientPublicKey: key.compressed }
  const asked = await at.call({ method: 'POST', path: `${path}/challenge`, body })
  if (!noteSuccess(scene, 'flow.passkey', asked, 200)) return false
  const text = textOf(asked.answer?.value, 'challenge')
  const assertion = passkey.get(Buffer.from(text).toString('base64url'), { origin, rpId })
  const verified = await at.call({
    method: 'POST',
    path: `${path}/verify`,
    body: { type: 'PASSKEY', assertion },
    headers: { 'Wallet-Request-Id': textOf(asked.answer?.value, 'requestId') },
  })
  if (!noteSuccess(scene, 'flow.passkey', verified, 200)) return false
  if (at === scene.page) found.session = { id: textOf(verified.answer?.value, 'id'), key }
  return true
}
