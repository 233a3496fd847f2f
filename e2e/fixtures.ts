/**
 * The fixtures of every test: a stack, its pages, and a watch that fails the test if a page reports a problem.
 * @module
 */
import {
  type BrowserContext,
  test as base,
  type PlaywrightTestArgs,
  type PlaywrightTestOptions,
  type PlaywrightWorkerArgs,
  type PlaywrightWorkerOptions,
  type TestType,
} from '@playwright/test'
import { type ServedStack, type StackOptions, serveStack } from './served-stack.js'
import { openWalletPage, type PageChoice, type WalletPage } from './wallet-page.js'

export interface Fixtures {
  /** Set with `test.use`. */
  readonly stackOptions: StackOptions
  readonly stack: ServedStack
  /**
   * The problems that pages reported: policy violations, uncaught errors, unhandled rejections. The test fails unless
   * it is empty at the end.
   */
  readonly complaints: string[]
  /** Opens another tab of the same browser. */
  readonly openTab: (choice?: PageChoice) => Promise<WalletPage>
  /** A page with the strict bundle, whose wallet is ready. */
  readonly wallet: WalletPage
}

export type Test = TestType<
  PlaywrightTestArgs & PlaywrightTestOptions & Fixtures,
  PlaywrightWorkerArgs & PlaywrightWorkerOptions
>

/** The test function of this directory. */
export const test: Test = base.extend<Fixtures>({
  stackOptions: [{}, { option: true }],
  stack: async ({ stackOptions }, use) => {
    const stack = await serveStack(stackOptions)
    await use(stack)
    await stack.close()
  },
  complaints: [
    async ({ context }, use) => {
      const complaints: string[] = []
      await watch(context, (complaint) => complaints.push(complaint))
      await use(complaints)
      base.expect(complaints).toEqual([])
    },
    { auto: true },
  ],
  openTab: async ({ context, stack }, use) => {
    await use(async (choice) => openWalletPage(await context.newPage(), stack, choice))
    // The pages close before the stack, because a request without a server would be reported as a problem.
    for (const page of context.pages()) await page.close()
  },
  wallet: async ({ openTab }, use) => {
    await use(await openTab())
  },
})

/** Playwright's `expect`. */
export const expect: typeof base.expect = base.expect

async function watch(context: BrowserContext, complain: (complaint: string) => void): Promise<void> {
  context.on('weberror', (error) => complain(`uncaught: ${error.error().stack ?? error.error().message}`))
  await context.exposeBinding('complain', (_, complaint: string) => complain(complaint))
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sample }) => {
      // The binding above defines this function.
      const { complain } = globalThis as unknown as { complain: (complaint: string) => void }
      complain(`policy: ${violatedDirective} ${blockedURI} ${sample}`)
    })
  })
}
