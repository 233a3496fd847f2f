/** Fixtures for Playwright: emulator, codes, passkeys and a sign-in in one line. @module */
import type { Emulator } from '../emulator/index.js'
import { type EmulatorControl, emulatorControl } from './emulator-control.js'
import { type Codes, codesOf } from './latest-code.js'
import { type Passkeys, passkeysOf } from './passkeys.js'
import type { BrowserPage } from './playwright-types.js'

/** What a test is given. */
export interface WalletFixtures {
  /** The emulator: inbox, time, faults, accounts. */
  readonly emulator: EmulatorControl
  /** The codes that are mailed during the test. */
  readonly codes: Codes
  /** The virtual authenticator of `page`. A test that does not name it has none. Chromium only. */
  readonly passkeys: Passkeys
  /** Signs in by a mailed code, on `page` or on another page, with the steps of {@link WalletFixtureOptions.signIn}. */
  readonly signIn: (page?: BrowserPage) => Promise<void>
}

/** How a person signs in on the platform's page by a code. `page` is Playwright's own `Page`. */
export interface SignInSteps {
  // Methods, so that their parameter may be declared with Playwright's type.
  /** Asks for a code: opens the page, if need be, and clicks what has to be clicked. */
  askForCode(page: BrowserPage): Promise<unknown>
  /** Enters the code, and resolves when the page shows that the person is signed in. */
  enterCode(page: BrowserPage, code: string): Promise<unknown>
}

/** Options of {@link walletFixtures}. Every option may be left out. */
export interface WalletFixtureOptions {
  /** The emulator: its address, or the emulator itself if it runs in this process. Default `http://127.0.0.1:4010`. */
  readonly emulator?: string | Pick<Emulator, 'fetch'> | undefined
  /** The address that codes are mailed to. Default `ada@example.com`. */
  readonly email?: string | undefined
  /** The page's own way to sign in by a code. Default: the element `<wallet-sign-in>`, which the page already shows. */
  readonly signIn?: SignInSteps | undefined
}

/** A fixture as Playwright takes it: `use` runs the test. */
export type FixtureSetUp<Given, Value> = (given: Given, use: (value: Value) => Promise<void>) => Promise<void>

/** The fixtures as Playwright's `test.extend` takes them. */
export interface WalletFixtureSetUps {
  readonly emulator: EmulatorControl
  readonly codes: FixtureSetUp<{ readonly emulator: EmulatorControl }, Codes>
  readonly passkeys: FixtureSetUp<{ readonly page: BrowserPage }, Passkeys>
  readonly signIn: FixtureSetUp<
    { readonly page: BrowserPage; readonly codes: Codes },
    (page?: BrowserPage) => Promise<void>
  >
}

/** In any language: the button of a code has the icon of a mail. */
const elementSteps: SignInSteps = {
  askForCode: (page) => page.locator('wallet-sign-in button:has(svg.mail)').click(),
  async enterCode(page, code) {
    const input = page.locator('wallet-sign-in input[autocomplete="one-time-code"]')
    await input.fill(code)
    // With `code-length` the element has submitted the code itself, and the key does nothing.
    await page.keyboard.press('Enter')
    await input.waitFor({ state: 'detached' })
  },
}

/**
 * Returns fixtures for Playwright's `test.extend`. Playwright is not imported. The emulator runs on a port, as
 * `npx embedded-wallet-auth emulator` starts it, or in the same process.
 *
 * @example
 * const test = base.extend<WalletFixtures>(walletFixtures())
 * test('pays', async ({ page, signIn }) => {
 *   await page.goto('/')
 *   await signIn()
 * })
 */
export function walletFixtures({
  emulator: target,
  email = 'ada@example.com',
  signIn: steps = elementSteps,
}: WalletFixtureOptions = {}): WalletFixtureSetUps {
  return {
    emulator: emulatorControl(target),
    // Playwright reads from the text of these functions which fixtures they need.
    codes: async ({ emulator }, use) => use(await codesOf(emulator)),
    passkeys: async ({ page }, use) => use(await passkeysOf(page)),
    signIn: async ({ page, codes }, use) =>
      use(async (on = page) => {
        await steps.askForCode(on)
        await steps.enterCode(on, await codes.latest(email))
      }),
  }
}
