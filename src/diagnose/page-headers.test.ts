import { describe, expect, test } from 'vitest'
import { frameHeaders } from './frame-headers.js'
import { headerProblems } from './page-headers.js'

const parents = ['https://shop.example.com']
const good = frameHeaders({ parents, backend: '/wallet', issuers: ['https://login.example'] })

const problems = (headers: Readonly<Record<string, string>>, isFramed?: boolean): readonly string[] =>
  headerProblems(new Headers(headers), isFramed).map(({ code, seen }) => `${code} ${seen}`.trim())

describe('frameHeaders', () => {
  test('frameHeaders() lets only the parents show the page, and a window keep its opener', () => {
    expect(good['Content-Security-Policy']).toContain('; frame-ancestors https://shop.example.com; ')
    expect(good['Content-Security-Policy']).toContain("connect-src 'self' https://login.example;")
    expect(good['Cross-Origin-Opener-Policy']).toBe('unsafe-none')
    expect(good['Cross-Origin-Resource-Policy']).toBe('same-site')
  })

  test.each([[[]], [['*']], [['https://*.example.com']], [['http://shop.example.com']], [['null']]])(
    'frameHeaders() refuses the parents %j',
    (wrong) => {
      expect(() => frameHeaders({ parents: wrong })).toThrow(TypeError)
    },
  )
})

describe('headerProblems', () => {
  test('the headers of frameHeaders() have no problem, in a frame and as a window', () => {
    expect(problems(good)).toEqual([])
    expect(problems(good, true)).toEqual([])
  })

  test.each([
    'frame-ancestors *',
    'frame-ancestors https:',
    'frame-ancestors https://*.example.com',
    "default-src 'self'; Frame-Ancestors https://shop.example.com *",
  ])('a page with the policy %s may be shown by pages that are not its parents', (policy) => {
    expect(problems({ ...good, 'Content-Security-Policy': policy })[0]).toMatch(/^FRAME_ANCESTORS_OPEN /)
  })

  test('a page in a frame of another origin needs frame-ancestors', () => {
    expect(problems({}, true)).toEqual(['FRAME_ANCESTORS_OPEN'])
    expect(problems({}, false)).toEqual(['OPENER_POLICY_MISSING'])
  })

  test('a second policy that names each parent makes up for one that does not', () => {
    const both = "frame-ancestors *, default-src 'none'; frame-ancestors https://shop.example.com"
    expect(problems({ ...good, 'Content-Security-Policy': both })).toEqual([])
  })

  test.each([
    ['Cross-Origin-Opener-Policy', 'same-origin'],
    ['Cross-Origin-Opener-Policy', 'same-origin-allow-popups'],
    ['Cross-Origin-Opener-Policy', 'noopener-allow-popups'],
    ['Cross-Origin-Resource-Policy', 'same-origin'],
  ])('a page for a frame with %s: %s does not fit', (name, value) => {
    expect(problems({ ...good, [name]: value })).toEqual([`FRAME_HEADERS ${name}: ${value}`])
  })

  test.each(['()', '("https://shop.example.com")'])(
    'a page for a frame that forbids itself passkeys with %s does not fit',
    (allowed) => {
      const policy = `camera=(), publickey-credentials-get=${allowed}, publickey-credentials-create=*`
      expect(problems({ ...good, 'Permissions-Policy': policy })).toEqual([
        `FRAME_HEADERS publickey-credentials-get=${allowed}`,
      ])
    },
  )

  test.each(["frame-ancestors 'none'", "frame-ancestors 'self'"])(
    'a page that only its own origin may frame is held to the policy of a page with a wallet: %s',
    (policy) => {
      const headers = { 'Content-Security-Policy': policy }
      expect(problems(headers)).toEqual(['OPENER_POLICY_MISSING'])
      expect(problems({ ...headers, 'Cross-Origin-Opener-Policy': 'same-origin' })).toEqual([])
    },
  )
})
