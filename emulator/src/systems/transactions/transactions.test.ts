/** The list of transactions, as the interface describes it. @module */

import type { Page, Transaction } from 'embedded-wallet-auth/wire'
import { describe, expect, it } from 'vitest'
import { send } from '../../fixtures/client.js'
import { type MoneyScene, moneyScene } from '../../fixtures/money.js'
import { neverBreaks, unknown } from '../../fixtures/people.js'
import { transactionRoutes } from './routes.js'

const list = async ({ at }: MoneyScene, query = ''): Promise<Page<Transaction>> =>
  (await at(`/transactions?${query}`)) as Page<Transaction>

const idsOf = async (scene: MoneyScene, query: string): Promise<string[]> =>
  (await list(scene, query)).data.map(({ id }) => id)

/** Creates transactions of pending quotes, one each second. */
async function listed(
  count: number,
): Promise<{ readonly scene: MoneyScene; readonly ids: readonly string[] }> {
  const scene = await moneyScene()
  const ids: string[] = []
  for (let i = 0; i < count; i++) {
    ids.push((await scene.quote()).body.transactionId)
    await scene.emulator.clock.advance(1000)
  }
  return { scene, ids }
}

const at = (second: number): string => `2026-01-01T00:00:0${second}.000Z`

describe('list', () => {
  it('the list of transactions includes those created exactly at startDate and endDate, and none before or after', async () => {
    const { scene, ids } = await listed(4)
    expect(await idsOf(scene, `startDate=${at(1)}&sortOrder=asc`)).toEqual(ids.slice(1))
    expect(await idsOf(scene, `endDate=${at(1)}&sortOrder=asc`)).toEqual(ids.slice(0, 2))
    expect(await idsOf(scene, `startDate=${at(1)}&endDate=${at(2)}&sortOrder=asc`)).toEqual(ids.slice(1, 3))
    expect(await idsOf(scene, 'startDate=2026-01-01T00:00:01.001Z&sortOrder=asc')).toEqual(ids.slice(2))
    expect(await idsOf(scene, 'endDate=2026-01-01T00:00:00.999Z')).toEqual(ids.slice(0, 1))
  })

  it('the list of transactions is sorted desc by default', async () => {
    const { scene, ids } = await listed(3)
    expect(await idsOf(scene, '')).toEqual([...ids].reverse())
    expect(await idsOf(scene, 'sortOrder=desc')).toEqual([...ids].reverse())
    expect(await idsOf(scene, 'sortOrder=asc')).toEqual(ids)
  })

  it('the list of transactions has nextCursor only if hasMore is true, and its total ignores the paging', async () => {
    const { scene, ids } = await listed(3)
    const first = await list(scene, 'limit=2')
    expect([first.hasMore, first.totalCount, typeof first.nextCursor]).toEqual([true, 3, 'string'])
    const last = await list(scene, `limit=2&cursor=${first.nextCursor}`)
    expect([last.hasMore, last.totalCount, 'nextCursor' in last]).toEqual([false, 3, false])
    expect(last.data.map(({ id }) => id)).toEqual([ids[0]])
    expect('nextCursor' in (await list(scene, 'limit=3'))).toBe(false)
  })

  it('the list of transactions has 20 items by default, and 1 to 100 with limit', async () => {
    const { scene } = await listed(21)
    expect((await list(scene)).data).toHaveLength(20)
    expect((await list(scene, 'limit=100')).data).toHaveLength(21)
    expect((await list(scene, 'limit=1')).data).toHaveLength(1)
    for (const limit of ['0', '101', '-1', 'all', '1.5']) {
      expect((await send(scene.emulator, `GET /transactions?limit=${limit}`)).status).toBe(400)
    }
  })

  it('the list of transactions matches accountIdentifier with the sender or the receiver, by account id or UMA address', async () => {
    const { scene, ids } = await listed(1)
    const umaAddress = '$success.usd@sandbox.test'
    const { lookupId } = await scene.lookUp(umaAddress)
    const destination = { destinationType: 'UMA_ADDRESS', umaAddress }
    const { transactionId } = (await scene.quote({ destination, lookupId })).body
    const uma = encodeURIComponent(umaAddress)
    const both = [transactionId, ids[0]]
    const expected: [string, unknown[]][] = [
      [`accountIdentifier=${scene.dollars.id}`, both],
      [`senderAccountIdentifier=${scene.dollars.id}`, both],
      [`receiverAccountIdentifier=${scene.dollars.id}`, []],
      [`accountIdentifier=${scene.euros.id}`, [ids[0]]],
      [`receiverAccountIdentifier=${scene.euros.id}`, [ids[0]]],
      [`accountIdentifier=${uma}`, [transactionId]],
      [`receiverAccountIdentifier=${uma}`, [transactionId]],
      [`senderAccountIdentifier=${uma}`, []],
    ]
    for (const [query, wanted] of expected)
      expect([query, await idsOf(scene, query)]).toEqual([query, wanted])
  })

  it('the list of transactions can be filtered by everything at once', async () => {
    const { scene, ids } = await listed(2)
    const one = await scene.transaction(ids[0] ?? '')
    const query = new URLSearchParams({
      customerId: one.customerId,
      platformCustomerId: one.platformCustomerId,
      reference: one.reconciliationInstructions?.reference ?? '',
      status: 'PENDING',
      type: 'OUTGOING',
    })
    expect(await idsOf(scene, query.toString())).toEqual([one.id])
    query.set('type', 'INCOMING')
    expect(await idsOf(scene, query.toString())).toEqual([])
  })
})

it('a transaction has reconciliationInstructions in every status except CREATED', async () => {
  const { scene } = await listed(1)
  await scene.lookUp('$success.usd@sandbox.test')
  const done = (await scene.quote()).body
  await scene.execute(done)
  const { data } = await list(scene)
  const without = data.filter((one) => one.reconciliationInstructions === undefined)
  expect(new Set(data.map(({ status }) => status))).toEqual(new Set(['CREATED', 'PENDING', 'COMPLETED']))
  expect(without.map(({ status }) => status)).toEqual(['CREATED'])
})

it('no read of transactions breaks on any input', async () => {
  const { scene, ids } = await listed(1)
  const known = [...ids, unknown('Transaction'), scene.dollars.customerId, at(0), 'PENDING']
  await neverBreaks(
    scene.emulator,
    transactionRoutes.filter(({ route }) => route.method === 'GET'),
    known,
  )
})
