import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { decoded, receivedHeaders } from './received-answer.js'

const latin1 = (text: string): Buffer => Buffer.from(text, 'latin1')

describe('the headers of an answer', () => {
  it.each<[string, unknown]>([
    ['of HTTP/1.1', ['Retry-After', '30', 'DATE', 'now', 'a', '1', 'A', '2'].map(latin1)],
    [
      'of HTTP/1.1, with repeated ones in a list',
      [...['retry-after', '30', 'date', 'now', 'a'].map(latin1), ['1', '2'].map(latin1)],
    ],
    ['of HTTP/2', { 'retry-after': '30', date: 'now', a: ['1', '2'] }],
  ])('are found by name in any case, and repeated ones are joined (%s)', (_, raw) => {
    const headers = receivedHeaders(raw)
    expect(['Retry-After', 'date', 'A', 'b', 'constructor'].map((name) => headers.get(name))).toEqual([
      '30',
      'now',
      '1, 2',
      null,
      null,
    ])
  })

  it('are read as Latin-1, so that they can be sent again', () => {
    expect(receivedHeaders([latin1('Retry-After'), Buffer.from('é')]).get('Retry-After')).toBe('Ã©')
  })

  it.each([undefined, null, []])('are empty if there are none (%j)', (raw) => {
    expect(receivedHeaders(raw).get('date')).toBeNull()
  })
})

describe('an encoded body', () => {
  const bytes = new Uint8Array(gzipSync('x'.repeat(1000)))

  it('is decoded up to the limit, and refused above it', async () => {
    expect(await decoded(bytes, 'gzip', 1000)).toHaveLength(1000)
    await expect(decoded(bytes, 'gzip', 999)).rejects.toMatchObject({ code: 'ERR_BUFFER_TOO_LARGE' })
  })

  it('stays as it is if one of its encodings is unknown', async () => {
    expect(await decoded(bytes, 'gzip, zstd', 1000)).toBe(bytes)
    expect(await decoded(bytes, 'zstd, gzip', 1000)).toBe(bytes)
    expect(await decoded(bytes, 'constructor', 1000)).toBe(bytes)
  })

  it('is refused if it has more than five encodings', async () => {
    let five = Buffer.from('x')
    for (let times = 0; times < 5; times++) five = gzipSync(five)
    const encoding = Array(5).fill('gzip').join()
    expect(await decoded(new Uint8Array(five), encoding, 1000)).toEqual(new Uint8Array(Buffer.from('x')))
    await expect(decoded(new Uint8Array(gzipSync(five)), `${encoding},gzip`, 1000)).rejects.toThrow(
      'encodings',
    )
  })
})
