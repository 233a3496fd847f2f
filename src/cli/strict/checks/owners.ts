/** Whose an id is, and the form of ids. @module */
import { type Holder, type Scene, unknownId } from '../scene.js'
import { listedCalls } from './calls.js'

const foreign = { status: [403], code: 'FORBIDDEN' }

export async function checkOwners({ page, mine, others, judge, recorder }: Scene): Promise<void> {
  const nobodys: Holder = {
    ...others,
    account: unknownId('InternalAccount'),
    credential: unknownId('AuthMethod'),
    session: unknownId('Session'),
    quote: unknownId('Quote'),
  }
  const unknown = listedCalls(nobodys)
  for (const [index, { owner, ...call }] of listedCalls(others).entries()) {
    const refusal = await page.refused(owner, call, foreign)
    const { answer, seen } = await page.refused('owner.unknown', unknown[index] ?? call, foreign)
    const isSame = answer?.body.toString() === refusal.answer?.body.toString()
    judge.note('owner.unknown', isSame, `${seen}, and ${refusal.seen}`)
  }
  const stray = unknownId('AuthMethod')
  const at = '2026-01-01T00:00:00.000Z'
  const entry = { id: stray, accountId: others.account, type: 'EMAIL_OTP', nickname: 'b@example.com' }
  recorder.intercept((method, path) =>
    method === 'GET' && path === `/auth/credentials?accountId=${mine.account}`
      ? {
          status: 200,
          headers: { 'Content-Type': 'application/json' },
          body: JSON.stringify({ data: [{ ...entry, createdAt: at, updatedAt: at }] }),
        }
      : undefined,
  )
  const challenge = { method: 'POST', path: `/auth/credentials/${stray}/challenge` }
  await page.refused('owner.credential', challenge, { status: [403, 502] })
  recorder.intercept(undefined)
  // One id of the person beside one of another.
  const [credential, session] = [mine.credential, others.session]
  for (const call of [
    { method: 'GET', path: `/auth/credentials?accountId=${mine.account}&accountId=${others.account}` },
    { method: 'GET', path: `/auth/credentials?accountId=${others.account}&accountId=${mine.account}` },
    { method: 'GET', path: `/quotes/${mine.quote}?accountId=${others.account}` },
    {
      method: 'POST',
      path: '/auth/credentials',
      body: `{"accountId":"${mine.account}","type":"OAUTH","oidcToken":"a.b.c","accountId":"${others.account}"}`,
    },
    {
      method: 'POST',
      path: `/auth/credentials/${credential}/challenge`,
      body: { accountId: others.account },
    },
    { method: 'DELETE', path: `/auth/sessions/${session}?accountId=${mine.account}` },
  ])
    await page.refused('owner.mixed', call, { status: [400, 403] })
}

export async function checkIds({ page, mine }: Scene): Promise<void> {
  const { account, credential } = mine
  const uuid = account.replace(/^.*:/, '')
  const challenge = (id: string) => ({ method: 'POST', path: `/auth/credentials/${id}/challenge` })
  const list = (query: string) => ({ method: 'GET', path: `/auth/credentials${query}` })
  for (const call of [
    list(''),
    list(`?accountId=${uuid}`),
    list(`?accountId=AuthMethod:${uuid}`),
    list(`?accountId=${account}x`),
    list(`?accountId=${account}&limit=1`),
    list(`?accountId=${account}&accountId=${account}`),
    challenge(credential.replace('AuthMethod', 'Session')),
    challenge(credential.replace(':', '%3A%3A')),
    challenge('AuthMethod:1'),
    challenge(`${credential}.json`),
  ])
    await page.refused('ids.form', call, { status: call.method === 'GET' ? [400] : [400, 404] })
}
