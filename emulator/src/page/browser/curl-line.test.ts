import { describe, expect, it } from 'vitest'
import { curlLine } from './curl-line.js'

const url = 'http://127.0.0.1:4010/2025-10-13/quotes'

describe('curl line', () => {
  it('a curl line contains a shell variable instead of the secret', () => {
    expect(curlLine({ method: 'GET', url, auth: 'basic', tokenId: 'my-token' })).toBe(
      `curl '${url}' \\\n  -u "my-token:$SERVICE_SECRET"`,
    )
    expect(curlLine({ method: 'GET', url, auth: 'basic' })).toContain(
      '-u "$SERVICE_TOKEN_ID:$SERVICE_SECRET"',
    )
    expect(curlLine({ method: 'GET', url, auth: 'bearer' })).toContain('Bearer $ACCESS_TOKEN')
    expect(curlLine({ method: 'POST', url, auth: 'none' })).toBe(`curl -X POST '${url}'`)
  })

  it.each([
    ['a quote in the body', { body: `{"a":"it's"}` }, `-d '{"a":"it'\\''s"}'`],
    ['a command in the token id', { tokenId: '$(rm)`"' }, '-u "\\$(rm)\\`\\":$SERVICE_SECRET"'],
    ['a quote in a header', { headers: [['A', "'b'"]] as const }, `-H 'A: '\\''b'\\'''`],
    ['a file', { form: [['file', '@a b.pdf']] as const }, "-F 'file=@a b.pdf'"],
  ])('a curl line quotes %s for the shell', (_, parts, expected) => {
    expect(curlLine({ method: 'POST', url, auth: 'basic', ...parts })).toContain(expected)
  })
})
