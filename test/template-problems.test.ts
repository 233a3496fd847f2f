/** What the pages that `init` writes say to a person when something goes wrong. @module */
import { afterEach, expect, test, vi } from 'vitest'
import { problemOf } from '../templates/common/ask.js'

afterEach(() => vi.unstubAllGlobals())

test.each([
  ['a login that has ended', { code: 'NOT_LOGGED_IN' }, true, 'Log in', 'reload'],
  [
    'another address',
    { code: 'WRONG_ORIGIN', origin: 'https://a.example' },
    true,
    'Go there',
    'https://a.example',
  ],
  ['no HTTPS', { code: 'NOT_LOGGED_IN' }, false, 'Open the secure page', 'https://b.example'],
  ['a service that is down', new TypeError('Failed to fetch'), true, 'Try again', 'reload'],
  ['an error without a code', undefined, true, 'Try again', 'reload'],
])('the page of a template says what to do about %s', (_, error, isSecureContext, way, went) => {
  const goes: string[] = []
  const location = {
    host: 'b.example',
    reload: () => goes.push('reload'),
    assign: (to: string) => goes.push(to),
  }
  vi.stubGlobal('location', location)
  vi.stubGlobal('isSecureContext', isSecureContext)
  const print = vi.spyOn(console, 'error').mockImplementation(() => {})
  const problem = problemOf(error)
  problem.go()
  expect([problem.way, goes]).toEqual([way, [went]])
  expect(print.mock.calls).toEqual([[error, expect.stringContaining('docs/errors.md')]])
  expect(problem.text).toMatch(/^[A-Z].*\.$/)
  print.mockRestore()
})
