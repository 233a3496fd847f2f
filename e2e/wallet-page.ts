/** The page object for Chromium: the calls of the wallet, the page and its authenticator. @module */
import type { Page } from '@playwright/test'
import { type Authenticator, absentAuthenticator, addAuthenticator } from './authenticator.js'
import type { PageOptions } from './harness/contract.js'
import type { ServedStack } from './served-stack.js'
import { ready, type WalletCalls, walletCalls } from './wallet-calls.js'

/** The page to open, and its settings. */
export interface PageChoice {
  /**
   * `sandbox`: the bundle with the sandbox ports; `oidc`, `element`: the one with that door; `software-passkeys`: with an
   * authenticator in JavaScript. Default `strict`.
   */
  readonly door?: 'strict' | 'sandbox' | 'oidc' | 'element' | 'vectors' | 'software-passkeys' | 'framed'
  /** The sandbox ports to use, such as `stamp,sessionKey` or `wrong:stamp`. Default: all magic ports. */
  readonly ports?: string
  /** `none`: the page has no authenticator. Default: an authenticator that stores passkeys and verifies its user. */
  readonly authenticator?: 'none'
  readonly options?: Omit<PageOptions, 'accountId'>
}

export interface WalletPage extends WalletCalls {
  readonly page: Page
  /** Controls the page's authenticator. */
  readonly authenticator: Authenticator
}

/** Opens a page of a stack and waits until its wallet is ready. */
export async function openWalletPage(
  page: Page,
  stack: ServedStack,
  choice: PageChoice = {},
): Promise<WalletPage> {
  const authenticator = choice.authenticator === 'none' ? absentAuthenticator : await addAuthenticator(page)
  await page.goto(addressOf(stack, choice))
  await ready(page)
  return { ...walletCalls(page), page, authenticator }
}

/** Returns the address of a page of a stack. */
export function addressOf(
  { origin, accountId, emulator, keyDelivery }: ServedStack,
  choice: PageChoice = {},
): string {
  const { door = 'strict', ports } = choice
  const { exportSigner, otpSigner } = emulator
  const held = keyDelivery === 'client-held' && { keyDelivery, otpSigner }
  const options = { accountId, exportSigner, ...held, ...choice.options }
  const query = new URLSearchParams({
    options: JSON.stringify(options),
    ...(ports !== undefined && { ports }),
  })
  return `${origin}/${door}?${query}`
}
