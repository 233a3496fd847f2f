/** Counts the raw copies of a session's private key that the browser leaves on the disk. @module */
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, chromium } from '@playwright/test'
import { expect, test } from '../fixtures.js'
import { signInByCode } from '../support/sign-in.js'
import { openWalletPage } from '../wallet-page.js'

/** Counts how often the bytes (hex) are in the files of a folder. */
async function copiesIn(folder: string, hex: string): Promise<number> {
  const needle = Buffer.from(hex, 'hex')
  let copies = 0
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    // The browser may remove a file while this reads the folder.
    const bytes = await readFile(join(entry.parentPath, entry.name)).catch(() => Buffer.alloc(0))
    for (let at = bytes.indexOf(needle); at !== -1; at = bytes.indexOf(needle, at + 1)) copies += 1
  }
  return copies
}

test('a session key is on the disk at most twice, however often the record changes', {
  tag: '@long',
}, async ({ stack, launchOptions }) => {
  const profile = await mkdtemp(join(tmpdir(), 'key-copies-'))
  const counts: Record<string, readonly number[]> = {}
  let context: BrowserContext | undefined
  try {
    context = await chromium.launchPersistentContext(profile, launchOptions)
    const wallet = await openWalletPage(await context.newPage(), stack)
    const count = async (when: string): Promise<void> => {
      const keys = stack.sessionIds().map((id) => stack.emulator.sealedKeyOf(id) ?? '')
      expect(keys.every((key) => /^[0-9a-f]{64}$/.test(key))).toBe(true)
      counts[when] = await Promise.all(keys.map((key) => copiesIn(profile, key)))
    }
    await signInByCode(wallet, stack)
    await count('signed in')
    await wallet.createOauth()
    // Each sign-in that is given up is stored, and then removed from the record.
    await wallet.page.evaluate(async () => {
      const getOidcToken = (): Promise<string> => Promise.reject(new Error('Given up.'))
      for (let times = 0; times < 50; times += 1)
        await harness.call((wallet) => wallet.signIn({ type: 'OAUTH', getOidcToken }))
    })
    await count('after 100 commits')
    for (let times = 0; times < 3; times += 1) await wallet.refresh()
    await count('after three refreshes')
    await wallet.signOut()
    await count('signed out')
    await context.close()
    await count('browser closed')
  } finally {
    await context?.close()
    await rm(profile, { recursive: true, force: true })
  }
  test.info().annotations.push({ type: 'copies on the disk', description: JSON.stringify(counts) })
  // A count of none would mean that the search does not find what is there.
  expect(counts['signed in']?.[0]).toBeGreaterThan(0)
  expect(Math.max(...Object.values(counts).flat())).toBeLessThanOrEqual(2)
})
