import { describe, expect, it } from 'vitest'
import { accepts, assertAccepted, type Issuers } from './issuers.js'

const tenant = '9122040d-6c67-4c5b-b112-36a304b66dad'
const template = 'https://login.example/{tenantid}/v2.0'

describe('issuers', () => {
  it.each<[Issuers, string, boolean]>([
    ['https://a.example', 'https://a.example', true],
    ['https://a.example', 'https://a.example/', false],
    ['https://a.example', 'https://aXexample', false],
    [['https://a.example', 'https://b.example'], 'https://b.example', true],
    [new Set(['https://a.example']), 'https://b.example', false],
    [[], 'https://a.example', false],
    [(iss) => iss.endsWith('.example'), 'https://a.example', true],
    [() => 'yes' as unknown as boolean, 'https://a.example', false],
    [template, `https://login.example/${tenant}/v2.0`, true],
    [[template], `https://login.example/${tenant}/v2.0`, true],
    [template, 'https://login.example//v2.0', false],
    [template, 'https://login.example/a/b/v2.0', false],
    [template, `https://evil.example/?https://login.example/${tenant}/v2.0`, false],
    [template, `https://login.example/${tenant}/v2.0/more`, false],
    [template, `https://login.example/${tenant}/v2X0`, false],
  ])('%o and %s: %s', (issuers, issuer, is) => {
    expect(accepts(issuers, issuer)).toBe(is)
  })

  it('a function that throws accepts nothing, and its error is the cause', () => {
    const cause = new Error('broken')
    const broken = (): never => {
      throw cause
    }
    expect(() => assertAccepted(broken, 'https://a.example')).toThrow(
      expect.objectContaining({ code: 'ISSUER_MISMATCH', cause }),
    )
  })
})
