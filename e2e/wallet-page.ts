/** The page object of Chromium's pages: the calls of the wallet, the page itself and its authenticator. @module */
import type { Page } from '@playwright/test'
import { type Authenticator, absentAuthenticator, addAuthenticator } from './authenticator.js'
import type { PageOptions } from './harness/contract.js'
import type { ServedStack } from './served-stack.js'
import { ready, type WalletCalls, walletCalls } from './wallet-calls.js'

/** Which page is opened, and with what. */
export interface PageChoice {
  /** `sandbox`: the bundle with the sandbox ports; `oidc`, `element`: the one with that door. Default `strict`. */
  readonly door?: 'strict' | 'sandbox' | 'oidc' | 'element' | 'vectors'
  /** Sandbox ports to take, such as `stamp,sessionKey` or `wrong:stamp`; all magic ones when left out. */
  readonly ports?: string
  /** `none`: the page has no authenticator. Default one that holds passkeys and verifies its user. */
  readonly authenticator?: 'none'
  readonly options?: Omit<PageOptions, 'accountId'>
}

export interface WalletPage extends WalletCalls {
  readonly page: Page
  /** What the page's authenticator does from now on. */
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

/** Where a page of a stack is. */
export function addressOf({ origin, accountId, emulator }: ServedStack, choice: PageChoice = {}): string {
  const { door = 'strict', ports } = choice
  const options = { accountId, exportSigner: emulator.exportSigner, ...choice.options }
  const query = new URLSearchParams({
    options: JSON.stringify(options),
    ...(ports !== undefined && { ports }),
  })
  return `${origin}/${door}?${query}`
}
