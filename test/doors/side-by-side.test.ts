import { gzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { ada, idOf } from '../../src/backend/fixtures/recording-service.js'
import { answerText, type Respond, rawService } from '../../src/node/fixtures/raw-service.js'
import { type Door, doors, openDoors, splitAt } from './open-doors.js'

const list = `/wallet/auth/credentials?accountId=${ada}`
const account = `/wallet/internal-accounts/${ada}`
const found = '{"data":[]}'

const request = (line: string, fields: readonly string[] = [], body = ''): string =>
  [`${line} HTTP/1.1`, 'Host: localhost', 'Cookie: login=ada', 'Connection: close', ...fields, '', body].join(
    '\r\n',
  )
const withBody = (line: string, body: string, ...fields: string[]): string =>
  request(line, ['Content-Type: application/json', `Content-Length: ${body.length}`, ...fields], body)

const answer =
  (...given: Parameters<typeof answerText>): Respond =>
  (socket) =>
    void socket.write(answerText(...given))
const raw =
  (...lines: string[]): Respond =>
  (socket) =>
    void socket.end(lines.join('\r\n'))

/** One odd answer or request, what a page gets for it at every door, and what arrives at the service. */
interface Row<Input> {
  readonly name: string
  readonly input: Input
  readonly cell: string
  /** The doors at which it is something else, and why that is right. */
  readonly but?: { readonly why: string; readonly at: Readonly<Partial<Record<Door, string>>> }
}

const inNode = (cell: string) => ({ serve: cell, express: cell, fastify: cell, 'stand-alone': cell })
const refusedByNode = '400 -cache-control -content-type -x-content-type-options'

const answers: readonly Row<Respond>[] = [
  { name: 'JSON', input: answer(200, found, ['Content-Type: application/json']), cell: '200 list <- GET' },
  { name: 'no content type', input: answer(200, found), cell: '200 list <- GET' },
  {
    name: 'content type of a page',
    input: answer(200, found, ['Content-Type: text/html']),
    cell: '200 list <- GET',
  },
  {
    name: 'gzip unasked',
    input: answer(200, gzipSync(found), ['Content-Encoding: gzip']),
    cell: '502 UPSTREAM_UNREACHABLE <- GET',
    but: { why: '`fetch` asks for gzip, and decodes it', at: { function: '200 list <- GET' } },
  },
  {
    name: 'an unknown encoding',
    input: answer(200, found, ['Content-Encoding: x-own']),
    cell: '502 UPSTREAM_UNREACHABLE <- GET',
    but: {
      why: '`fetch` ignores an encoding that it does not know, and the answer is JSON',
      at: { function: '200 list <- GET' },
    },
  },
  { name: 'identity', input: answer(200, found, ['Content-Encoding: identity']), cell: '200 list <- GET' },
  {
    name: 'a redirect to itself',
    input: answer(307, '', ['Location: /auth/credentials']),
    cell: '502 UPSTREAM_UNREACHABLE <- GET',
  },
  {
    name: 'a redirect elsewhere',
    input: answer(302, '', ['Location: https://attacker.example/']),
    cell: '502 UPSTREAM_UNREACHABLE <- GET',
  },
  { name: '304', input: answer(304, ''), cell: '502 UPSTREAM_UNREACHABLE <- GET' },
  { name: '204', input: raw('HTTP/1.1 204 x', '', ''), cell: '204 -content-type <- GET' },
  {
    name: '100 before the answer',
    input: raw('HTTP/1.1 100 Continue', '', `HTTP/1.1 200 x`, `Content-Length: ${found.length}`, '', found),
    cell: '502 UPSTREAM_UNREACHABLE <- GET',
  },
  {
    name: '103 before the answer',
    input: raw(
      'HTTP/1.1 103 x',
      'Link: </a>',
      '',
      `HTTP/1.1 200 x`,
      `Content-Length: ${found.length}`,
      '',
      found,
    ),
    cell: '200 list <- GET',
  },
  {
    name: '101',
    input: raw('HTTP/1.1 101 x', 'Upgrade: own', 'Connection: Upgrade', '', ''),
    cell: '502 UPSTREAM_UNREACHABLE <- GET',
  },
  { name: 'a BOM', input: answer(200, `\ufeff${found}`), cell: '200 list <- GET' },
  {
    name: 'bytes that are not UTF-8',
    input: answer(200, Buffer.from('"\xff"', 'latin1')),
    cell: '200 "ÿ" <- GET',
  },
  { name: 'not JSON', input: answer(200, '<h1>'), cell: '502 UPSTREAM_UNREACHABLE <- GET' },
  {
    name: 'nothing',
    input: answer(200, ''),
    cell: '200 -content-type <- GET',
    but: {
      why: 'Node’s adaptor names a type for an empty body',
      at: inNode('200 content-type: text/plain; charset=UTF-8 <- GET'),
    },
  },
  {
    name: 'too large',
    input: answer(200, `"${'x'.repeat(4 * 1024 * 1024)}"`),
    cell: '502 UPSTREAM_UNREACHABLE <- GET',
  },
  {
    name: 'cut',
    input: raw('HTTP/1.1 200 x', 'Content-Length: 99', '', found),
    cell: '502 UPSTREAM_UNREACHABLE <- GET',
  },
  { name: 'closed', input: (socket) => socket.destroy(), cell: '502 UPSTREAM_UNREACHABLE <- GET' },
  {
    name: 'chunks',
    input: raw('HTTP/1.1 200 x', 'Transfer-Encoding: chunked', '', 'b', found, '0', '', ''),
    cell: '200 list <- GET',
  },
  {
    name: 'cut chunks',
    input: raw('HTTP/1.1 200 x', 'Transfer-Encoding: chunked', '', 'b', found),
    cell: '502 UPSTREAM_UNREACHABLE <- GET',
  },
  { name: 'no length', input: raw('HTTP/1.1 200 x', '', found), cell: '200 list <- GET' },
  {
    name: 'a cookie',
    input: answer(200, found, ['Set-Cookie: theirs=1', 'Access-Control-Allow-Origin: *', 'X-Own: 1']),
    cell: '200 list <- GET',
  },
  {
    name: 'a refusal',
    input: answer(409, '{"status":409,"code":"THEIRS","message":"no"}'),
    cell: '409 THEIRS <- GET',
  },
  {
    name: 'a page of an error',
    input: answer(503, '<h1>', ['Content-Type: text/html']),
    cell: '503 -content-type <- GET',
  },
]

const requests: readonly Row<string>[] = [
  { name: 'GET', input: request(`GET ${list}`), cell: '200 list <- GET' },
  { name: 'HEAD', input: request(`HEAD ${list}`), cell: '405 +allow' },
  {
    name: 'OPTIONS',
    input: request(`OPTIONS ${list}`, [
      'Origin: https://attacker.example',
      'Access-Control-Request-Method: GET',
    ]),
    cell: '405 METHOD_NOT_ALLOWED +allow',
  },
  {
    name: 'TRACE',
    input: request(`TRACE ${list}`),
    cell: '405 METHOD_NOT_ALLOWED',
    but: { why: 'No `Request` can have this method', at: { function: 'none' } },
  },
  { name: 'PUT', input: withBody(`PUT ${list}`, '{}'), cell: '405 METHOD_NOT_ALLOWED +allow' },
  {
    name: 'a method of its own',
    input: request(`LIST ${list}`),
    cell: '405 METHOD_NOT_ALLOWED +allow',
    but: {
      why: 'Node knows the methods of HTTP only, and refuses it before any handler',
      at: inNode(refusedByNode),
    },
  },
  {
    name: 'a method in lower case',
    input: request(`get ${list}`),
    cell: '200 list <- GET',
    but: {
      why: 'A `Request` writes it in upper case; to Node it is another method',
      at: inNode(refusedByNode),
    },
  },
  {
    name: 'HTTP/1.0',
    input: request(`GET ${list}`).replace('HTTP/1.1', 'HTTP/1.0'),
    cell: '200 list <- GET',
  },
  {
    name: 'HTTP/1.0 without a host',
    input: `GET ${list} HTTP/1.0\r\nCookie: login=ada\r\n\r\n`,
    cell: '200 list <- GET',
    but: {
      why: 'On a loopback address, `serve` answers to named hosts only',
      at: { serve: '421 MISDIRECTED_REQUEST', 'stand-alone': '421 MISDIRECTED_REQUEST' },
    },
  },
  {
    name: 'no host',
    input: `GET ${list} HTTP/1.1\r\nCookie: login=ada\r\nConnection: close\r\n\r\n`,
    cell: '200 list <- GET',
    but: {
      why: 'HTTP/1.1 demands a host, and Node refuses the request. The address of a `Request` has one',
      at: inNode(refusedByNode),
    },
  },
  {
    name: 'two hosts',
    input: request(`GET ${list}`, ['Host: localhost']),
    cell: '400 INVALID_INPUT',
    but: { why: 'The runtime has chosen the address of a `Request`', at: { function: '200 list <- GET' } },
  },
  { name: 'the absolute form', input: request(`GET http://localhost${list}`), cell: '200 list <- GET' },
  {
    name: 'no login',
    input: request(`GET ${list}`).replace('login=ada', 'login=eve'),
    cell: '401 NOT_LOGGED_IN',
  },
  { name: 'two cookies', input: request(`GET ${list}`, ['Cookie: other=1']), cell: '200 list <- GET' },
  {
    name: 'two stamps',
    input: withBody(
      `PATCH ${account}`,
      '{"privateEnabled":true}',
      'Wallet-Signature: a',
      'Wallet-Signature: b',
    ),
    cell: '400 INVALID_INPUT',
  },
  {
    name: 'two origins',
    input: request(`GET ${list}`, ['Origin: http://localhost:5173', 'Origin: http://localhost:5173']),
    cell: '403 FORBIDDEN',
  },
  {
    name: 'the page’s origin',
    input: request(`GET ${list}`, ['Origin: http://localhost:5173', 'Sec-Fetch-Site: same-origin']),
    cell: '200 list <- GET',
  },
  {
    name: 'another origin',
    input: request(`GET ${list}`, ['Origin: https://attacker.example']),
    cell: '403 FORBIDDEN',
  },
  { name: 'the origin null', input: request(`GET ${list}`, ['Origin: null']), cell: '403 FORBIDDEN' },
  {
    name: 'a request from another site',
    input: request(`GET ${list}`, ['Sec-Fetch-Site: cross-site']),
    cell: '403 FORBIDDEN',
  },
  { name: 'a final slash', input: request(`GET ${list.replace('?', '/?')}`), cell: '404 NOT_FOUND' },
  { name: 'two slashes', input: request(`GET ${list.replace('/auth', '//auth')}`), cell: '404 NOT_FOUND' },
  { name: 'dots', input: request(`GET ${list.replace('/auth', '/x/../auth')}`), cell: '200 list <- GET' },
  { name: 'an encoded path', input: request(`GET ${list.replace('auth', '%61uth')}`), cell: '404 NOT_FOUND' },
  {
    name: 'an encoded id',
    input: request(`PATCH ${account.replace(':', '%3A')}`),
    cell: '400 INVALID_INPUT',
  },
  {
    name: 'a parameter of a path',
    input: request(`GET ${list.replace('?', ';a=b?')}`),
    cell: '404 NOT_FOUND',
  },
  { name: 'the query twice', input: request(`GET ${list}&accountId=${ada}`), cell: '400 INVALID_INPUT' },
  { name: 'an unknown query', input: request(`GET ${list}&limit=1`), cell: '400 INVALID_INPUT' },
  { name: 'a broken escape', input: request(`GET ${list}%`), cell: '400 INVALID_INPUT' },
  {
    name: 'a body that is read',
    input: withBody(`PATCH ${account}`, '{"privateEnabled":true}'),
    cell: '200 list <- PATCH{"privateEnabled":true}',
  },
  {
    name: 'a body with spaces',
    input: withBody(`PATCH ${account}`, ' { "privateEnabled": true } '),
    cell: '400 INVALID_INPUT',
  },
  {
    name: 'a body in chunks',
    input: request(
      `PATCH ${account}`,
      ['Content-Type: application/json', 'Transfer-Encoding: chunked'],
      '17\r\n{"privateEnabled":true}\r\n0\r\n\r\n',
    ),
    cell: '200 list <- PATCH{"privateEnabled":true}',
    but: { why: 'A `Request` has no chunks, so these are its body', at: { function: '400 INVALID_INPUT' } },
  },
  { name: 'no body', input: request(`PATCH ${account}`), cell: '400 INVALID_INPUT' },
  { name: 'a body that is not JSON', input: withBody(`PATCH ${account}`, 'a=b'), cell: '400 INVALID_INPUT' },
  {
    name: 'a body that is not UTF-8',
    input: withBody(`PATCH ${account}`, '"\xff"'),
    cell: '400 INVALID_INPUT',
  },
  {
    name: 'a body with a BOM',
    input: withBody(`PATCH ${account}`, '\xef\xbb\xbf{"privateEnabled":true}'),
    cell: '400 INVALID_INPUT',
  },
  {
    name: 'a body with an encoding',
    input: withBody(`PATCH ${account}`, '{"privateEnabled":true}', 'Content-Encoding: gzip'),
    cell: '200 list <- PATCH{"privateEnabled":true}',
  },
  {
    name: 'a body of a form',
    input: withBody(`PATCH ${account}`, '{"privateEnabled":true}').replace('application/json', 'text/plain'),
    cell: '400 INVALID_INPUT',
  },
  {
    name: 'a body with a member twice',
    input: withBody(`PATCH ${account}`, '{"privateEnabled":false,"privateEnabled":true}'),
    cell: '400 INVALID_INPUT',
  },
  {
    name: 'a body that is too large',
    input: withBody(`PATCH ${account}`, `"${'x'.repeat(70_000)}"`),
    cell: '413 PAYLOAD_TOO_LARGE',
  },
  {
    name: 'a GET with a body',
    input: withBody(`GET ${list}`, '{}'),
    cell: '200 list <- GET',
    but: {
      why: 'No `Request` can be a GET with a body. Node’s doors leave it unread',
      at: { function: 'none' },
    },
  },
  {
    name: 'a DELETE with a body',
    input: withBody(`DELETE /wallet/auth/sessions/${idOf('Session', 2)}`, '{}'),
    cell: '400 INVALID_INPUT',
  },
]

/** The headers of each answer with a body, and those of the connection. */
const usual = ['cache-control', 'content-type', 'x-content-type-options']
const ofConnection = /^(date|connection|keep-alive|transfer-encoding|content-length)$/

/** What counts of an answer: its status, its code or body, and the headers that differ from the usual ones. */
function shown(door: Door, text: string): string {
  if (text === '') return 'none'
  const [head, body] = splitAt(text, '\r\n\r\n')
  const [line = '', ...fields] = head.split('\r\n')
  const own = fields.filter((field) => !/^set-cookie: visit=1$/i.test(field))
  const names = own
    .map((field) => splitAt(field, ':')[0].toLowerCase())
    .filter((name) => !ofConnection.test(name))
  const odd = [
    ...usual.filter((name) => !names.includes(name)).map((name) => `-${name}`),
    ...names.filter((name) => !usual.includes(name)).map((name) => `+${name}`),
    ...own.filter((field) => /^content-type: (?!application\/json)/i.test(field)),
    // What Node refuses itself, no framework has seen.
    ...(own.length === fields.length && /express|fastify/.test(door) && names.length > 0 ? ['-visit=1'] : []),
  ]
  const code =
    /"code":"(\w+)"/.exec(body)?.[1] ?? (body.includes(found) ? 'list' : body.includes('"') ? body : '')
  return [line.split(' ')[1], code, ...odd].filter((each) => each !== '').join(' ')
}

/** What arrived at the service: the method and the body. */
const arrived = (texts: readonly string[]): string =>
  texts.map((text) => ` <- ${text.split(' ', 1)}${text.slice(text.indexOf('\r\n\r\n') + 4)}`).join('')

/** What each door answers to each row, with the request and the answer of the service that `partsOf` returns. */
async function seen<Input>(
  rows: readonly Row<Input>[],
  partsOf: (input: Input) => readonly [request: string, respond: Respond],
): Promise<readonly string[]> {
  let respond: Respond = () => {}
  const service = await rawService((socket, text) => respond(socket, text))
  const ask = await openDoors(service.url)
  const lines: string[] = []
  for (const { name, input } of rows) {
    const [sent, responds] = partsOf(input)
    respond = responds
    for (const door of doors) {
      const before = service.requests.length
      const text = await ask[door](sent)
      lines.push(`${name}, ${door}: ${shown(door, text)}${arrived(service.requests.slice(before))}`)
    }
  }
  return lines
}

const expected = (rows: readonly Row<unknown>[]): readonly string[] =>
  rows.flatMap(({ name, cell, but }) => doors.map((door) => `${name}, ${door}: ${but?.at[door] ?? cell}`))

it('every door gives a page the same for an odd answer of the service', async () => {
  expect(await seen(answers, (respond) => [request(`GET ${list}`), respond])).toEqual(expected(answers))
})

it('every door takes the same odd requests from a page', async () => {
  const usualAnswer = answer(200, found, ['Content-Type: application/json'])
  expect(await seen(requests, (sent) => [sent, usualAnswer])).toEqual(expected(requests))
})
