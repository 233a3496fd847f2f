import { expect, it } from 'vitest'
import { type Handler, withRequestLines } from './request-line.js'

async function lineOf(handler: Handler, colours: 'plain' | 'ansi' = 'plain'): Promise<string> {
  const lines: string[] = []
  const terminal = {
    print: (line: string) => lines.push(line),
    complain: () => {},
    signal: new AbortController().signal,
    colours,
  }
  const logged = withRequestLines(handler, terminal)
  await Promise.resolve(logged(new Request('http://a.test/invitations/SECRET/claim?a=SECRET'))).catch(
    () => {},
  )
  return lines.join('\n')
}

it.each<[string, Handler, RegExp]>([
  ['an answer', () => new Response(), / GET \/invitations\/…\/claim 200 \d+ ms$/],
  ['a refusal', () => Response.json({ code: 'CONFLICT' }, { status: 409 }), / 409 CONFLICT \d+ ms$/],
  ['an error of another form', () => new Response('oops', { status: 502 }), / 502 \d+ ms$/],
  [
    'a code that is a text of its own',
    () => Response.json({ code: 'a\u001b[2J' }, { status: 400 }),
    / 400 \d+ ms$/,
  ],
  ['a cut connection', () => Promise.reject(new Error()), / cut \d+ ms$/],
])('%s is printed as one request line', async (_, handler, pattern) => {
  expect(await lineOf(handler)).toMatch(pattern)
  expect(await lineOf(handler)).not.toContain('SECRET')
  expect(await lineOf(handler)).not.toContain('\u001b')
})

it.each([
  [200, 32],
  [404, 33],
  [500, 31],
])('the status %i has its color in a request line', async (status, colour) => {
  expect(await lineOf(() => new Response(null, { status }), 'ansi')).toContain(
    `\u001b[${colour}m${status}\u001b[0m`,
  )
})

it('after a request line, the caller can still read the body of an error', async () => {
  const terminal = { print: () => {}, complain: () => {}, signal: new AbortController().signal }
  const logged = withRequestLines(() => Response.json({ code: 'A' }, { status: 400 }), terminal)
  expect(await (await logged(new Request('http://a.test/'))).json()).toEqual({ code: 'A' })
})

it.each([
  ['GET', '/emulator/status', 0],
  ['GET', '/openapi/calls/createQuote', 0],
  ['POST', '/emulator/clock', 1],
  ['GET', '/', 1],
])('%s %s from the emulator’s page prints %d request lines', async (method, path, expected) => {
  const lines: string[] = []
  const terminal = {
    print: (line: string) => lines.push(line),
    complain: () => {},
    signal: new AbortController().signal,
  }
  await withRequestLines(() => new Response(), terminal)(new Request(`http://a.test${path}`, { method }))
  expect(lines).toHaveLength(expected)
})
