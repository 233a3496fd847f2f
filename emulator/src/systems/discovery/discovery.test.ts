import {
  type Institution,
  listDiscoveriesRoute,
  listUmaProvidersRoute,
  type Page,
  parse,
  type UmaProvider,
} from 'embedded-wallet-auth/wire'
import { describe, expect, it } from 'vitest'
import { send } from '../../fixtures/client.js'
import { neverBreaks } from '../../fixtures/people.js'
import { createEmulator, type Emulator } from '../../index.js'
import { discoveryRoutes } from './routes.js'

const emulator: Emulator = createEmulator()

const discover = async (query: string): Promise<Page<Institution>> => {
  const { status, body } = await send<Page<Institution>>(emulator, `GET /discoveries?${query}`)
  expect([status, parse(listDiscoveriesRoute.answer, body).ok]).toEqual([200, true])
  return body
}

describe('discoveries', () => {
  it('discoveries are filtered by country and currency', async () => {
    const all = (await discover('')).data
    expect((await discover('country=DE')).data).toEqual(all.filter(({ country }) => country === 'DE'))
    expect((await discover('currency=EUR')).data.map(({ country }) => country)).toEqual(['DE', 'FR'])
    expect((await discover('country=DE&currency=USD')).data).toEqual([])
  })

  it('discoveries are paged', async () => {
    const first = await discover('limit=2')
    expect(first.hasMore).toBe(true)
    const second = await discover(`limit=100&cursor=${first.nextCursor}`)
    expect([...first.data, ...second.data]).toEqual((await discover('')).data)
    expect((await send(emulator, 'GET /discoveries?cursor=x')).status).toBe(400)
  })

  it('discoveries refuse a malformed country or currency with 400', async () => {
    for (const query of ['country=germany', 'currency=eur']) {
      expect((await send(emulator, `GET /discoveries?${query}`)).status).toBe(400)
    }
  })
})

describe('UMA providers', () => {
  it('UMA providers are listed with their domains and currencies, in pages', async () => {
    const { status, body } = await send<Page<UmaProvider>>(emulator, 'GET /uma-providers?limit=1')
    expect([status, parse(listUmaProvidersRoute.answer, body).ok, body.hasMore]).toEqual([200, true, true])
    expect(body.data[0]?.domain).toMatch(/\.test$/)
  })
})

it('no call about discoveries breaks on any input', async () => {
  await neverBreaks(emulator, discoveryRoutes, ['DE', 'EUR', '1'])
})
