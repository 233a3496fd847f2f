/** Which bodies are refused. @module */
import type { Scene } from '../scene.js'

const wrong = { status: [400] }

/** Above the 64 KiB that a body may have. */
const tooLarge = 70_000

export async function checkBodies({ page, mine, origin }: Scene): Promise<void> {
  const { account, credential, quote } = mine
  const creation = (more: object) => ({ accountId: account, type: 'OAUTH', oidcToken: 'a.b.c', ...more })
  const create = (body: object | string, headers = {}) => ({
    ...{ method: 'POST', path: '/auth/credentials', body, headers },
  })
  const post = (path: string, body: object | string) => ({ method: 'POST', path, body })

  const large = create(creation({ oidcToken: 'a'.repeat(tooLarge) }))
  await page.refused('body.size', large, { status: [413], code: 'PAYLOAD_TOO_LARGE', orNone: true })
  for (const type of [
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    undefined,
  ])
    await page.refused('body.type', create(creation({}), { 'Content-Type': type }), wrong)
  const text = JSON.stringify(creation({}))
  for (const [having, body] of [
    ['a space between tokens', text.replace('{', '{ ')],
    ['a needless escape in a key', text.replace('"type"', '"t\\u0079pe"')],
    ['an escaped slash', text.replace('a.b.c', 'a\\/b.c')],
    ['a key twice', text.replace('{', '{"type":"PASSKEY",')],
    ['half a body', text.slice(0, -1)],
    ['a line feed behind the body', `${text}\n`],
    ['a byte order mark', `\ufeff${text}`],
    ['a lone surrogate', text.replace('a.b.c', '\\ud800')],
    ['a list as the body', '[]'],
    ['null as the body', 'null'],
    ['an empty body', ''],
  ] as const)
    await page.refused('body.exact', { ...create(body), having }, wrong)
  for (const keys of ['{"b":1,"7":1}', '{"10":1,"9":1}']) {
    const body = `{"passkeyAssertion":${keys},"origin":"${origin}"}`
    const call = { ...post(`/quotes/${quote}/authorize`, body), isOptional: true }
    await page.refused('body.exact', { ...call, having: 'a whole number as a late key' }, wrong)
  }
  for (const call of [
    create(creation({ email: mine.email })),
    create(creation({ customerId: 'x' })),
    post(`/auth/credentials/${credential}/challenge`, { email: 'mallory@example.com' }),
    post('/auth/passkey-registration-options', { accountId: account, nickname: 'Phone', rp: {} }),
    { ...post(`/internal-accounts/${account}`, { privateEnabled: true, status: 'CLOSED' }), method: 'PATCH' },
    {
      ...post(`/quotes/${quote}/authorize`, { code: '000000', endUserIpAddress: '192.0.2.1' }),
      isOptional: true,
    },
    create(text.replace('{', '{"__proto__":{},')),
  ])
    await page.refused('body.fields', call, wrong)
  await page.refused('body.none', post(`/quotes/${quote}/execute`, {}), wrong)
  await page.refused(
    'body.none',
    { ...post(`/quotes/${quote}/authorize/resend`, { code: '1' }), isOptional: true },
    wrong,
  )
  await page.refused(
    'body.none',
    { method: 'DELETE', path: `/auth/credentials/${credential}`, body: {} },
    wrong,
  )
}
