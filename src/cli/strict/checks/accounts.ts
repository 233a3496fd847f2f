/** What belongs to one account of a person, and not to another. @module */
import { textOf } from '../ask.js'
import { createPasskey } from '../keys.js'
import type { Holder, Scene } from '../scene.js'
import { problem } from './answers.js'
import { challenged, signInAs } from './step-up.js'

export async function checkAccounts(scene: Scene): Promise<void> {
  const { judge, second, found } = scene
  const why = second === undefined ? 'it needs --second-account' : 'a step before it failed'
  for (const rule of ['accounts.key', 'accounts.signIn', 'accounts.challenge'] as const) judge.skip(rule, why)
  if (second === undefined) return
  await checkKey(scene, second.account)
  if (found.passkey !== undefined) await checkSignIn(scene, second, found.passkey.rpId)
}

async function checkKey({ page, mine, recorder, judge }: Scene, second: string): Promise<void> {
  recorder.intercept((method) => (method === 'PATCH' ? problem(409, 'CONFLICT') : undefined))
  const keyOf = async (account: string): Promise<string | undefined> => {
    const { heard } = await page.call({
      ...{ method: 'PATCH', path: `/internal-accounts/${account}`, body: { privateEnabled: true } },
      headers: { 'Wallet-Idempotency-Key': 'k-1' },
    })
    return heard[0]?.everyHeader.find(([name]) => name === 'idempotency-key')?.[1]
  }
  const [one, other] = [await keyOf(mine.account), await keyOf(second)]
  recorder.intercept(undefined)
  if (one === undefined || other === undefined)
    judge.skip('accounts.key', 'no key arrived with a change of the privacy')
  else judge.note('accounts.key', one !== other, 'two accounts have the same key')
}

/** Needs a sign-in for the first account that is not used up, in the second login session if there is one. */
async function checkSignIn(scene: Scene, second: Holder, rpId: string): Promise<void> {
  const { origin, mine, recorder } = scene
  const page = scene.elsewhere ?? scene.page
  const options = (accountId: string) => ({
    ...{ method: 'POST', path: '/auth/passkey-registration-options', body: { accountId, nickname: 'Phone' } },
  })
  const { answer } = await page.call(options(mine.account))
  const challenge = textOf(answer?.value, 'challenge')
  if (answer?.status !== 200 || challenge === '') return
  const needed = { status: [403], code: 'STEP_UP_REQUIRED' }
  await page.refused(
    'accounts.signIn',
    { ...options(second.account), having: 'a sign-in of another account' },
    needed,
  )
  const create = (body: object) => ({
    ...{ method: 'POST', path: '/auth/credentials', body: { accountId: second.account, ...body } },
  })
  await signInAs(scene, second, page)
  recorder.intercept((method, path) =>
    method === 'POST' && path === '/auth/credentials' ? challenged : undefined,
  )
  const attestation = createPasskey().create(challenge, { origin, rpId })
  const creation = create({ type: 'PASSKEY', nickname: 'Phone', challenge, attestation })
  await page.refused(
    'accounts.challenge',
    { ...creation, having: 'a challenge of another account' },
    { status: [400], code: 'INVALID_INPUT' },
  )
  // Uses up the sign-in, which the next check would find.
  await page.call(create({ type: 'OAUTH', oidcToken: 'a.b.c' }))
  recorder.intercept(undefined)
}
