import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import type { SuiteResult, WycheproofFile } from '../../src/wallet/crypto/fixtures/vector-run.js'
import type { ServedStack } from '../served-stack.js'
import type { ScriptedPage } from '../wallet-calls.js'
import { addressOf } from '../wallet-page.js'
import type { Driver } from './driver.js'
import { engine } from './engine.js'
import { test } from './engine-fixtures.js'
import { open } from './scripted-page.js'

/** Records a result for the page that `npm run test:engines` makes. */
const record = (result: SuiteResult): void => {
  const file = process.env['ENGINE_RESULTS']
  if (file !== undefined) appendFileSync(file, `${JSON.stringify({ engine: engine.name, ...result })}\n`)
}

/** Opens a tab with the page of the vectors. */
const opened = async (driver: Driver, stack: ServedStack): Promise<ScriptedPage> => {
  const tab = await driver.newTab()
  return open(tab, addressOf(stack, { door: 'vectors' }))
}

test('the vectors of RFC 9180 and of the interface hold in this engine, and random keys are those of @noble/curves', async ({
  driver,
  stack,
}) => {
  // Only ends what hangs. The test does hundreds of curve operations in JavaScript, and the machine may be slow.
  test.setTimeout(600_000)
  const page = await opened(driver, stack)
  const results = await page.evaluate(() => vectors.runVectors())
  results.forEach(record)
  expect(results.map(({ suite, passed, failed }) => [suite, passed > 0, failed])).toEqual(
    results.map(({ suite }) => [suite, true, []]),
  )
  expect(results).toHaveLength(4)
})

/** The files whose cases the library can decide, by the name of the suite. */
const files = {
  'Wycheproof, ECDH P-256': 'ecdh_secp256r1_ecpoint_test.json',
  'Wycheproof, ECDSA P-256 with SHA-256': 'ecdsa_secp256r1_sha256_test.json',
  'Wycheproof, AES-256-GCM': 'aes_gcm_test.json',
} as const

for (const [suite, name] of Object.entries(files)) {
  const directory = process.env['WYCHEPROOF']
  const file = join(directory ?? '', name)
  test(`${suite}: every vector is read or refused as its file says`, async ({ driver, stack }) => {
    test.skip(directory === undefined, 'WYCHEPROOF names no folder with the vectors.')
    test.setTimeout(600_000)
    expect(existsSync(file)).toBe(true)
    const page = await opened(driver, stack)
    // A parse boundary: the page reads only what the type names.
    const { testGroups } = JSON.parse(readFileSync(file, 'utf8')) as WycheproofFile
    let passed = 0
    const failed: string[] = []
    // In parts, because a driver limits the size of a message.
    for (let from = 0; from < testGroups.length; from += 20) {
      const result = await page.evaluate(
        ([title, groups]) => vectors.runWycheproof(title, { testGroups: groups }),
        [suite, testGroups.slice(from, from + 20)] as const,
      )
      passed += result.passed
      failed.push(...result.failed)
    }
    record({ suite, passed, failed })
    expect(failed).toEqual([])
    expect(passed).toBeGreaterThan(50)
  })
}
