import { expect, it } from 'vitest'
import { AbsoluteUrl } from './absolute-url.js'
import { parse } from './schema.js'

it.each(['', 'nowhere', '/wallet', 'https://', `https://bank.example/${'x'.repeat(2048)}`])(
  'AbsoluteUrl refuses %j',
  (text) => {
    expect(parse(AbsoluteUrl, text).ok).toBe(false)
  },
)

it('a URL with letters beyond ASCII is accepted every time that it is parsed', () => {
  // Parsed from JSON, because the runtime then stores the string in the form that `URL.canParse` misreads.
  const address: unknown = JSON.parse('"https://stra\\u00dfe.example/back"')
  const refused = Array.from({ length: 20_000 }, () => parse(AbsoluteUrl, address)).filter(({ ok }) => !ok)
  expect(refused).toEqual([])
})
