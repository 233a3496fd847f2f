import { describe, expect, it } from 'vitest'
import { routes } from '../../../wire/routes.js'
import { createEmulator } from '../../index.js'
import { html } from './markup.js'

const emulator = createEmulator()
const get = (path: string, init?: RequestInit): Promise<Response> =>
  emulator.fetch(`http://service.test${path}`, init)
const page = await (await get('/')).text()

describe('page', () => {
  it('the page of calls needs no token, and allows nothing but its own two files', async () => {
    const answer = await get('/')
    expect([answer.status, answer.headers.get('Content-Type')]).toEqual([200, 'text/html; charset=utf-8'])
    expect(answer.headers.get('Content-Security-Policy')).toMatch(
      /^default-src 'none'; style-src 'self'; script-src 'self'; img-src data:; /,
    )
    expect(answer.headers.get('X-Content-Type-Options')).toBe('nosniff')
  })

  it('the page of calls has nothing that its policy forbids', () => {
    expect(page).not.toMatch(
      /<style|<script(?! src="\/openapi\/page\.js" defer><\/script>)|\sstyle=|\son\w+=/,
    )
    expect(page.match(/(?:src|href)="(?!#|\/|data:)[^"]*"/g)).toBeNull()
  })

  it.each([
    ['/openapi/page.css', 'text/css'],
    ['/openapi/page.js', 'text/javascript'],
  ])('the page of calls has the file %s', async (path, type) => {
    const answer = await get(path)
    expect([answer.status, answer.headers.get('Content-Type')]).toEqual([200, `${type}; charset=utf-8`])
  })

  it.each(['/openapi/other.js', '/openapi', '/2025-10-13/openapi/page.json'])(
    'the page of calls answers 404 or 401 for %s',
    async (path) => {
      expect((await get(path)).ok).toBe(false)
    },
  )

  it('the page of calls shows every call under its name, and leads only to what it has', () => {
    const ids = [...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)
    expect(ids.length).toBe(new Set(ids).size)
    expect(routes.map(({ operation }) => operation).filter((operation) => !ids.includes(operation))).toEqual(
      [],
    )
    const targets = [...page.matchAll(/href="#([^"]+)"/g)].map(([, target]) => target)
    expect(targets.filter((target) => !ids.includes(target))).toEqual([])
  })

  it.each([
    ['createCustomer', /curl -X POST .*customers&#39; \\\n {2}-u &quot;\$TOKEN_ID:\$CLIENT_SECRET&quot;/],
    ['getOwnAgent', /-H &quot;Authorization: Bearer \$ACCESS_TOKEN&quot;/],
    ['redeemDeviceCode', /curl -X POST &#39;[^ ]+redeem&#39;<\/code>/],
    ['createDocument', /-F &#39;file=@file&#39; \\\n {2}-F &#39;documentType=PASSPORT&#39;/],
    ['listCredentials', /credentials\?accountId=InternalAccount:0/],
  ])('the page of calls gives a command for %s', (operation, command) => {
    const [, shown = ''] = page.split(` id="${operation}"`)
    expect(shown.split('</details>\n<details class="call"')[0]).toMatch(command)
  })

  it('the page of calls takes an address that it was asked at for text', async () => {
    const asked = await emulator.fetch('http://a&b.test/').then(
      (answer) => answer.text(),
      () => '',
    )
    expect(asked).not.toContain('a&b.test')
  })
})

describe('markup', () => {
  it('markup takes everything that is put in for text', () => {
    const text = `<b title="x">'&`
    expect(html`<p>${text}</p>`.html).toBe('<p>&lt;b title=&quot;x&quot;&gt;&#39;&amp;</p>')
  })

  it('markup takes other pieces as they are, one after the other, and nothing for nothing', () => {
    expect(html`<p>${[html`<i>${1}</i>`, undefined, '<']}</p>`.html).toBe('<p><i>1</i>&lt;</p>')
  })
})
