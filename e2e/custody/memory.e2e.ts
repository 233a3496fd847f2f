/**
 * Counts the raw copies of a session's private key in the memory of the page's process and on the disk, for both ways
 * in which sessions get their keys.
 * @module
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { expect, test } from '../fixtures.js'
import { signInByCode } from '../support/sign-in.js'
import { openWalletPage } from '../wallet-page.js'
import { copiesIn, copiesInMemory, filesIn, privateKeyIn, rendererPids } from './process-memory.js'

/** The copies as the number's own bytes, and as the words of a big number of this machine: reversed. */
interface Counts {
  readonly memory: number
  readonly memoryReversed: number
  readonly disk: number
}

for (const keyDelivery of ['sealed', 'client-held'] as const) {
  test.describe(`${keyDelivery} keys`, { tag: '@long' }, () => {
    test.use({ stackOptions: { keyDelivery } })

    test(`the raw copies of a ${keyDelivery} session key are counted from before the sign-in to after the sign-out`, async ({
      stack,
      launchOptions,
    }) => {
      test.skip(process.platform !== 'linux', 'Only Linux shows the memory of a process.')
      test.setTimeout(300_000)
      const profile = await mkdtemp(join(tmpdir(), 'key-memory-'))
      const context = await chromium.launchPersistentContext(profile, launchOptions)
      const counts: Record<string, Counts> = {}
      let scalar: Buffer = Buffer.alloc(0)
      const count = async (when: string): Promise<void> => {
        const [pids, files] = [rendererPids(profile), await filesIn(profile)]
        const inMemory = (needle: Buffer): number =>
          pids.reduce((sum, pid) => sum + copiesInMemory(pid, needle), 0)
        counts[when] = {
          memory: inMemory(scalar),
          memoryReversed: inMemory(Buffer.from(scalar).reverse()),
          disk: copiesIn(files, scalar),
        }
      }
      try {
        const wallet = await openWalletPage(await context.newPage(), stack)
        await signInByCode(wallet, stack)
        const { session } = await wallet.state()
        const publicKey = 'publicKey' in session ? session.publicKey : ''
        // The service knows a sealed key. One of the page is only where the browser has stored it.
        const [id = ''] = stack.sessionIds()
        const known = stack.emulator.sealedKeyOf(id)
        scalar = known
          ? Buffer.from(known, 'hex')
          : (privateKeyIn(await filesIn(profile), publicKey) ?? scalar)
        expect(scalar).toHaveLength(32)
        await count('signed in')
        for (let times = 0; times < 20; times += 1) await wallet.stamp(`payload ${times}`)
        await count('after 20 stamps')
        await wallet.page.reload()
        await expect.poll(async () => (await wallet.state()).session.status).toBe('active')
        await wallet.stamp('payload')
        await count('reloaded')
        await wallet.signOut()
        await count('signed out')
      } finally {
        await context.close()
        await count('browser closed').catch(() => {})
        await rm(profile, { recursive: true, force: true })
      }
      // biome-ignore lint/suspicious/noConsole: the figures of docs/key-custody.md
      console.log(`${keyDelivery}: ${JSON.stringify(counts)}`)
      test.info().annotations.push({ type: 'copies of the key', description: JSON.stringify(counts) })
      // None on the disk would mean that the search does not find what is there.
      expect(counts['signed in']?.disk).toBeGreaterThan(0)
    })
  })
}
