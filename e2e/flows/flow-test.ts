/** What tests for every browser are written with: Playwright's runner, and pages of any browser. @module */

import type { ServedStack, StackOptions } from '../served-stack.js'
import type { WalletCalls } from '../wallet-calls.js'

/** What every test is given. */
export interface FlowFixtures {
  readonly stack: ServedStack
  /** Opens another tab of the same browser. */
  readonly openTab: () => Promise<WalletCalls>
  /** A page with the strict bundle, its wallet ready. */
  readonly wallet: WalletCalls
}

/** The part of a test function that they use. */
export interface FlowTest {
  (title: string, body: (given: FlowFixtures) => Promise<void>): void
  describe(title: string, body: () => void): void
  use(options: { readonly stackOptions: StackOptions }): void
}
