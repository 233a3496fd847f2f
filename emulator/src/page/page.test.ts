import { routes } from 'embedded-wallet-auth/wire'
import { describe, expect, it } from 'vitest'
import { createEmulator } from '../index.js'
import { html } from './markup.js'

const emulator = createEmulator()
const get = (path: string, init?: RequestInit): Promise<Response> =>
  emulator.fetch(`http://localhost:4010${path}`, init)
const textOf = async (path: string): Promise<string> => (await get(path)).text()
const page = await textOf('/')
const operations = routes.map(({ operation }) => operation)

describe('page', () => {
  it('the page needs no token, and its policy allows only its own files and calls to itself', async () => {
    const answer = await get('/')
    expect([answer.status, answer.headers.get('Content-Type')]).toEqual([200, 'text/html; charset=utf-8'])
    expect(answer.headers.get('Content-Security-Policy')).toMatch(
      /^default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; img-src data:; /,
    )
    expect(answer.headers.get('X-Content-Type-Options')).toBe('nosniff')
    expect((await get('/', { method: 'HEAD' })).status).toBe(200)
  })

  it('the page and its pieces contain nothing that its policy forbids', async () => {
    const pieces = await Promise.all(operations.map((operation) => textOf(`/openapi/calls/${operation}`)))
    for (const text of [page, ...pieces]) {
      expect(text).not.toMatch(
        /<style|<script(?! type="module" src="\/openapi\/page\.js"><\/script>)|\sstyle=|\son\w+=/,
      )
      expect(text.match(/(?:src|href|action)="(?!#|\/|data:)[^"]*"/g)).toBeNull()
    }
  })

  it.each([
    ['/openapi/page.css', 'text/css'],
    ['/openapi/page.js', 'text/javascript'],
  ])('the page has the file %s', async (path, type) => {
    const answer = await get(path)
    expect([answer.status, answer.headers.get('Content-Type')]).toEqual([200, `${type}; charset=utf-8`])
  })

  it('the script of the page is JavaScript that imports nothing, and contains all parts', async () => {
    const script = await textOf('/openapi/page.js')
    expect(() => new Function(script)).not.toThrow()
    expect(script).not.toMatch(/\bimport\b|\bexport\b|\brequire\(/)
    for (const part of ['inbox', 'accounts', 'faults', 'keys', 'send'])
      expect(script).toContain(`/emulator/${part}`)
  })

  it('the style sheet of the page contains all parts, and loads nothing', async () => {
    const style = await textOf('/openapi/page.css')
    for (const selector of ['.tabs {', '.account {', '.curl {']) expect(style).toContain(selector)
    expect(style).not.toMatch(/@import|url\(/)
  })

  it.each(['/openapi/other.js', '/openapi', '/openapi/calls/nothing', '/2025-10-13/openapi/page.json'])(
    'the page answers 404 or 401 for %s',
    async (path) => {
      expect((await get(path)).ok).toBe(false)
    },
  )

  it('the page contains no id, token or secret of the emulator, because any origin may request it', async () => {
    const { account } = await emulator.provision({ email: 'ada@example.com' })
    const { tokenId, clientSecret } = emulator.apiToken
    const texts = await Promise.all(['/', '/openapi/calls/exportWallet', '/openapi/page.js'].map(textOf))
    for (const text of texts) {
      for (const secret of [account.id, tokenId, clientSecret]) expect(text).not.toContain(secret)
    }
  })

  it('a page that was requested from another host than this machine has only the calls', async () => {
    const distant = await (await emulator.fetch('http://service.test/')).text()
    expect(distant).toContain('id="createQuote"')
    expect(distant).not.toMatch(/id="(activity|accounts|faults|setup|trouble|now|playing|play)"/)
    expect(page).toMatch(/id="activity"[\s\S]*id="accounts"[\s\S]*id="faults"[\s\S]*id="setup"/)
  })

  it('the page and its files are not logged as requests, and faults do not affect them', async () => {
    const fresh = createEmulator()
    fresh.faults.next('GET /', { drop: true })
    expect((await fresh.fetch('http://localhost/')).status).toBe(200)
    expect([fresh.requests(), fresh.faults.fired()]).toEqual([[], []])
  })

  it('the page shows every call under its name, and links only to what exists', async () => {
    const ids = [...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)
    expect(ids.length).toBe(new Set(ids).size)
    expect(operations.filter((operation) => !ids.includes(operation))).toEqual([])
    const pieces = await Promise.all(operations.map((operation) => textOf(`/openapi/calls/${operation}`)))
    const targets = [page, ...pieces].flatMap((text) =>
      [...text.matchAll(/href="\/?#([^"]+)"/g)].map(([, target]) => target),
    )
    expect(targets.filter((target) => !ids.includes(target))).toEqual([])
    const linked = [...page.matchAll(/href="(\/openapi\/schemas\/[^"]+)"/g)].map(([, path = '']) => path)
    expect(linked.length).toBeGreaterThan(20)
    const answers = await Promise.all(linked.map((path) => get(path)))
    expect(answers.filter(({ ok }) => !ok)).toEqual([])
  })

  it('the page is small, because the description of a call is loaded when the call is opened', () => {
    expect(page.length).toBeLessThan(80_000)
  })

  it.each([
    [
      'createCustomer',
      /curl -X POST .*customers&#39; \\\n {2}-u &quot;\$SERVICE_TOKEN_ID:\$SERVICE_SECRET&quot;/,
    ],
    ['getOwnAgent', /-H &quot;Authorization: Bearer \$ACCESS_TOKEN&quot;/],
    ['redeemDeviceCode', /curl -X POST &#39;[^ ]+redeem&#39;<\/code>/],
    ['createDocument', /-F &#39;file=@file&#39; \\\n {2}-F &#39;documentType=PASSPORT&#39;/],
    ['listCredentials', /credentials\?accountId=InternalAccount:0/],
    ['verifyCredential', /&quot;type&quot;: &quot;EMAIL_OTP&quot;[\s\S]*<\/code>/],
  ])('the page shows a command for %s', async (operation, command) => {
    const [, shown = ''] = (await textOf(`/openapi/calls/${operation}`)).split('<h4>curl</h4>')
    expect(shown).toMatch(command)
  })

  it('the page escapes the address of the request', async () => {
    const asked = await emulator.fetch('http://a&b.test/').then(
      (answer) => answer.text(),
      () => '',
    )
    expect(asked).not.toContain('a&b.test')
  })
})

describe('markup', () => {
  it('markup escapes everything that is inserted', () => {
    const text = `<b title="x">'&`
    expect(html`<p>${text}</p>`.html).toBe('<p>&lt;b title=&quot;x&quot;&gt;&#39;&amp;</p>')
  })

  it('markup inserts other pieces unchanged and in order, and nothing for undefined', () => {
    expect(html`<p>${[html`<i>${1}</i>`, undefined, '<']}</p>`.html).toBe('<p><i>1</i>&lt;</p>')
  })
})
