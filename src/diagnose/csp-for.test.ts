import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { pageHeaders } from '../../demo/server/page-headers.js'
import { cspFor } from './csp-for.js'

const directive = (policy: string, name: string): string | undefined =>
  policy.split('; ').find((each) => each.startsWith(`${name} `))

describe('cspFor', () => {
  test('cspFor() returns the policy of docs/harden.md, which the demo uses', () => {
    const harden = readFileSync(new URL('../../docs/harden.md', import.meta.url), 'utf8')
    expect(harden).toContain(`Content-Security-Policy: ${cspFor()}\n`)
    expect(pageHeaders['Content-Security-Policy']).toBe(cspFor())
    expect(cspFor({ backend: '/wallet' })).toBe(cspFor())
  })

  test('cspFor() allows calls to the backend, the issuers and the other listed origins, each of them once', () => {
    const policy = cspFor({
      backend: 'https://api.example/wallet',
      issuers: ['https://login.example/tenant', 'http://localhost:4011'],
      connect: ['https://login.example/token', 'https://tokens.example'],
    })
    expect(directive(policy, 'connect-src')).toBe(
      "connect-src 'self' https://api.example https://login.example http://localhost:4011 https://tokens.example",
    )
  })

  test('cspFor() allows only the listed origins to frame the page, and only the listed Trusted Types policies', () => {
    const policy = cspFor({ framedBy: ['https://bank.example'], trustedTypes: ['webpack', 'app#1'] })
    expect(directive(policy, 'frame-ancestors')).toBe('frame-ancestors https://bank.example')
    expect(directive(policy, 'trusted-types')).toBe('trusted-types webpack app#1')
  })

  test.each([
    { backend: 'api.example' },
    { backend: '//api.example/wallet' },
    { backend: 'http://api.example' },
    { issuers: ['javascript:alert(1)'] },
    { issuers: ['*'] },
    { connect: ["https://a;script-src'unsafe-inline'"] },
    { framedBy: ["'self'"] },
    { trustedTypes: ['a; script-src *'] },
    { trustedTypes: [''] },
  ])('cspFor() refuses %j', (config) => {
    expect(() => cspFor(config)).toThrow(TypeError)
  })
})
