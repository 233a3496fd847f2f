/** The types for tests in every browser: Playwright's runner, with pages of any browser. @module */

import type { ServedStack, StackOptions } from '../served-stack.js'
import type { ScriptedPage, WalletCalls } from '../wallet-calls.js'

/** The fixtures of every test. */
export interface FlowFixtures {
  readonly stack: ServedStack
  /** Opens another tab of the same browser. */
  readonly openTab: () => Promise<WalletCalls>
  /** A page with the strict bundle, whose wallet is ready. */
  readonly wallet: WalletCalls & { readonly page: ScriptedPage }
}

/** The part of a test function that the tests use. */
export interface FlowTest {
  (title: string, body: (given: FlowFixtures) => Promise<void>): void
  describe(title: string, body: () => void): void
  use(options: { readonly stackOptions: StackOptions }): void
}
