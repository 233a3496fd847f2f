/**
 * Test kit: wallet, backend and emulator in one process, fixtures for Playwright, and control of an emulator.
 * @module
 */

export {
  createTestStack,
  type QuoteRequest,
  type TestStack,
  type TestStackOptions,
} from './create-test-stack.js'
export { type EmulatorControl, emulatorControl } from './emulator-control.js'
export { type KillableServer, type KillReport, killAtEveryPoint, type Point } from './kill-at-every-point.js'
export type { Codes } from './latest-code.js'
export type { Passkeys } from './passkeys.js'
export type { BrowserPage, BrowserSession, PageElement } from './playwright-types.js'
export {
  type FixtureSetUp,
  type SignInSteps,
  type WalletFixtureOptions,
  type WalletFixtureSetUps,
  type WalletFixtures,
  walletFixtures,
} from './wallet-fixtures.js'
export type { WebhookInbox } from './webhook-inbox.js'
