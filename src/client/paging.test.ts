import { describe, expect, it } from 'vitest'
import { TransportError } from '../errors.js'
import { json, scripted } from './fixtures/answers.js'
import { createScene } from './fixtures/scene.js'

const uuid = (n: number): string => `0191c8a1-7d3e-7c2b-9a51-0e6c2f1b8d${n}`
const provider = (n: number): object => ({
  name: `p${n}`,
  domain: 'uma.example',
  supportedCurrencies: [{ code: 'EUR' }],
})
const page = (n: number, more: object = {}) => json({ data: [provider(n)], hasMore: false, ...more })
const collect = async <T>(items: AsyncIterable<T>): Promise<T[]> => {
  const all: T[] = []
  for await (const item of items) all.push(item)
  return all
}

describe('items', () => {
  it('all items of a list arrive once and in order, over several pages of the emulator', async () => {
    const { client, emulator } = await createScene()
    const made = []
    for (let n = 0; n < 5; n++)
      made.push((await client.createToken({ name: `n${n}`, permissions: ['VIEW'] })).id)
    const listed = await collect(client.listTokens.all({ limit: 2 }))
    const ids = listed.map(({ id }) => id)
    expect(ids.length).toBe(new Set(ids).size)
    expect(made.filter((id) => !ids.includes(id))).toEqual([])
    const pages = emulator
      .requests()
      .filter(({ method, path }) => method === 'GET' && path.startsWith('/tokens'))
    expect(pages.length).toBe(Math.ceil(ids.length / 2))
    expect(pages.every(({ path }) => path.includes('limit=2'))).toBe(true)
  })

  it('the next page of a list is requested only when it is needed', async () => {
    const { client, requests } = scripted([page(1, { hasMore: true, nextCursor: 'a' }), page(2)])
    const items = client.listUmaProviders.all()
    expect(requests).toHaveLength(0)
    expect((await items.next()).value).toMatchObject({ name: 'p1' })
    expect(requests).toHaveLength(1)
    expect((await items.next()).value).toMatchObject({ name: 'p2' })
    expect(requests[1]?.url).toContain('cursor=a')
    expect((await items.next()).done).toBe(true)
  })

  it('the items of a list can start at a cursor, and continue after an empty page', async () => {
    const { client, requests } = scripted([json({ data: [], hasMore: true, nextCursor: 'b' }), page(2)])
    expect(await collect(client.listUmaProviders.all({ cursor: 'a' }))).toHaveLength(1)
    expect(requests.map(({ url }) => new URL(url).searchParams.get('cursor'))).toEqual(['a', 'b'])
  })

  it.each([
    ['the same cursor again', [page(1, { hasMore: true, nextCursor: 'a' })], 2],
    ['no cursor though there is more', [page(1, { hasMore: true })], 1],
    [
      'an earlier cursor',
      [
        page(1, { hasMore: true, nextCursor: 'a' }),
        page(2, { hasMore: true, nextCursor: 'b' }),
        page(3, { hasMore: true, nextCursor: 'a' }),
      ],
      3,
    ],
  ])('the items of a list end with an error after %s', async (_, answers, calls) => {
    const { client, requests } = scripted(answers)
    const error = await collect(client.listUmaProviders.all()).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(TransportError)
    expect([error, requests.length]).toMatchObject([{ code: 'MALFORMED_ANSWER' }, calls])
  })

  it('no page is requested after the signal aborts or the loop ends', async () => {
    const { client, requests } = scripted([page(1, { hasMore: true, nextCursor: 'a' })])
    const controller = new AbortController()
    const items = client.listUmaProviders.all({}, { signal: controller.signal })
    await items.next()
    controller.abort()
    await expect(items.next()).rejects.toMatchObject({ code: 'CANCELLED' })
    for await (const item of client.listUmaProviders.all()) if (item) break
    expect(requests).toHaveLength(2)
  })

  it('a wrong input for the items of a list is refused like that of a page', async () => {
    const { client } = scripted([page(1)])
    const items = client.listTransactions.all({ customerId: `Quote:${uuid(44)}` })
    await expect(items.next()).rejects.toBeInstanceOf(TypeError)
  })
})
