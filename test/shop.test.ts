/** The example shop, as it is and with a fault in it, killed before and after each of its calls. @module */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type KillableServer, killAtEveryPoint } from 'embedded-wallet-auth-emulator/testing'
import { afterAll, describe, expect, it } from 'vitest'
import { root } from './tree.js'

const folder = join(root, 'test-results', `shop-${process.pid}`)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Some hundred payments, each with a sign-in. */
const long = 240_000

type Scenario = (server: KillableServer) => Promise<void>

/** Loads the scenario with a copy of the shop in which one text is replaced by another. */
async function scenarioWith(file: string, right: RegExp, wrong: string): Promise<Scenario> {
  const place = join(folder, crypto.randomUUID())
  mkdirSync(place, { recursive: true })
  for (const name of ['shop.js', 'database.js', 'scenario.js']) {
    const text = readFileSync(join(root, 'examples/shop', name), 'utf8')
    if (name === file && !right.test(text)) throw new Error(`${name} lacks ${right.source}`)
    writeFileSync(join(place, name), name === file ? text.replace(right, () => wrong) : text)
  }
  return (await import(/* @vite-ignore */ join(place, 'scenario.js'))).adaBuys
}

describe('the example shop', () => {
  it('pays and ships an order once, wherever its process is killed', { timeout: long }, async () => {
    const { points, cases } = await killAtEveryPoint(await scenarioWith('shop.js', /$/, ''))
    expect(points).toEqual([
      ...['POST /quotes', 'offer', 'orderOf', 'isShipped'],
      ...['POST /quotes', 'POST /quotes/{id}/execute', 'shipOnce', 'orderOf'],
    ])
    expect(cases).toBeGreaterThanOrEqual(3 * (1 + 2 * points.length))
  })

  it.each([
    [
      'the supplier is paid under a key of each try',
      'shop.js',
      /`supplier-quote-.+`/,
      'crypto.randomUUID()',
      /killed after POST \/quotes\/\{id\}\/execute \(call 6\), webhooks in order/,
    ],
    [
      'the order is marked before the supplier is paid',
      'shop.js',
      /(?=const \{ id: quoteId \})/,
      'await database.shipOnce(id)\n',
      /killed after shipOnce \(call 5\), webhooks in order/,
    ],
    [
      'the goods are shipped for each delivery',
      'database.js',
      /if \(!shipments.includes\(id\)\) /,
      '',
      /not killed, webhooks twice at once/,
    ],
  ])('is found out if %s', { timeout: long }, async (_, file, right, wrong, found) => {
    await expect(killAtEveryPoint(await scenarioWith(file, right, wrong))).rejects.toThrow(found)
  })
})
