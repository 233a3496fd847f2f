/** Fixtures for Playwright: emulator, codes, passkeys, sign-in and payment. @module */
import { aText, checkOptions, type Options, optional } from 'embedded-wallet-auth/wire'
import type { Emulator } from '../index.js'
import { type EmulatorControl, emulatorControl, variable } from './emulator-control.js'
import { type Codes, codesOf } from './latest-code.js'
import { type Passkeys, passkeysOf } from './passkeys.js'
import type { BrowserPage } from './playwright-types.js'

/** The fixtures that a test gets. */
export interface WalletFixtures {
  /** Controls the emulator: inbox, time, faults and accounts. */
  readonly emulator: EmulatorControl
  /** The codes that are mailed during the test. */
  readonly codes: Codes
  /** The virtual authenticator of `page`. It exists only in Chromium, and only in tests that use this fixture. */
  readonly passkeys: Passkeys
  /**
   * Signs in on `page` with a mailed code, by the steps of {@link WalletFixtureOptions.signIn}. Default: the fixture
   * `page`.
   */
  readonly signIn: (page?: BrowserPage) => Promise<void>
  /**
   * Confirms the payment that `<wallet-confirm>` shows on `page`, and waits until the element shows the outcome. Waits
   * for the payment first, so call it right after the click that asks for a quote. Default: the fixture `page`.
   */
  readonly pay: (page?: BrowserPage) => Promise<void>
}

/** How a user signs in with a code on the platform's page. `page` is Playwright's own `Page`. */
export interface SignInSteps {
  // Methods, not function properties, so that an implementation can declare `page` with Playwright's own type.
  /** Requests a code: opens the platform's page if it is not open yet, and clicks its buttons as a user would. */
  askForCode(page: BrowserPage): Promise<unknown>
  /** Enters the code, and resolves when the page shows that the user is signed in. */
  enterCode(page: BrowserPage, code: string): Promise<unknown>
}

/** Options of {@link walletFixtures}. All options are optional. */
export interface WalletFixtureOptions {
  /**
   * The emulator: its address, or the emulator itself if it runs in this process. Default: the variable
   * `EMULATOR_CONTROL_URL` of the environment, or `http://127.0.0.1:4010`.
   */
  readonly emulator?: string | Pick<Emulator, 'fetch'> | undefined
  /**
   * The address that codes are mailed to. Default: the variable `ACCOUNT_EMAIL` of the environment, or
   * `ada@example.com`.
   */
  readonly email?: string | undefined
  /**
   * How to sign in with a code on the platform's page. By default, the fixture uses the element `<wallet-sign-in>`,
   * which must already be on the page.
   */
  readonly signIn?: SignInSteps | undefined
}

/** A function that sets up a fixture, as Playwright expects it. `use` runs the test. */
export type FixtureSetUp<Given, Value> = (given: Given, use: (value: Value) => Promise<void>) => Promise<void>

/** The fixtures, as Playwright's `test.extend` expects them. */
export interface WalletFixtureSetUps {
  readonly emulator: EmulatorControl
  readonly codes: FixtureSetUp<{ readonly emulator: EmulatorControl }, Codes>
  readonly passkeys: FixtureSetUp<{ readonly page: BrowserPage }, Passkeys>
  readonly signIn: FixtureSetUp<
    { readonly page: BrowserPage; readonly codes: Codes },
    (page?: BrowserPage) => Promise<void>
  >
  readonly pay: FixtureSetUp<{ readonly page: BrowserPage }, (page?: BrowserPage) => Promise<void>>
}

const fixtureOptions: Options<WalletFixtureOptions> = {
  emulator: optional([
    (value) => typeof value === 'string' || (typeof value === 'object' && value !== null),
    'the address of an emulator, or an emulator',
  ]),
  email: optional(aText),
  // Often an object of the tests, which may have other members, too.
  signIn: optional([
    (value) => ['askForCode', 'enterCode'].every((step) => typeof Object(value)[step] === 'function'),
    '{ askForCode, enterCode }, two functions',
  ]),
}

/** Works in any language: the button that requests a code is found by its mail icon. */
const elementSteps: SignInSteps = {
  askForCode: (page) => page.locator('wallet-sign-in button:has(svg.mail)').click(),
  async enterCode(page, code) {
    const input = page.locator('wallet-sign-in input[autocomplete="one-time-code"]')
    await input.fill(code)
    // If the element has `code-length`, it has already submitted the code, and Enter has no effect.
    await page.keyboard.press('Enter')
    await input.waitFor({ state: 'detached' })
  },
}

/** Works in any language, too. The button is enabled once the payment has been visible for half a second. */
async function confirmPayment(page: BrowserPage): Promise<void> {
  const actions = page.locator('wallet-confirm [part~="review"] [part~="actions"]')
  await page.locator('wallet-confirm [part~="review"] button[part~="primary"]:not([hidden])').click()
  await actions.waitFor({ state: 'detached' })
}

/**
 * Returns fixtures for Playwright's `test.extend`. Start the emulator with `npx embedded-wallet-auth-emulator`, or pass
 * one that runs in the same process. Throws a `TypeError` for an option that cannot work or does not exist.
 *
 * @example
 * const test = base.extend<WalletFixtures>(walletFixtures())
 * test('pays', async ({ page, signIn, pay }) => {
 *   await page.goto('/')
 *   await signIn()
 *   await page.getByRole('button', { name: 'Pay 20 dollars' }).click()
 *   await pay()
 * })
 */
export function walletFixtures(options: WalletFixtureOptions = {}): WalletFixtureSetUps {
  checkOptions(options, fixtureOptions)
  const {
    emulator: target,
    email = variable('ACCOUNT_EMAIL') ?? 'ada@example.com',
    signIn: steps = elementSteps,
  } = options
  return {
    emulator: emulatorControl(target),
    // Playwright parses the source text of these functions to learn which fixtures they need, so the functions
    // destructure their first parameter.
    codes: async ({ emulator }, use) => use(await codesOf(emulator)),
    passkeys: async ({ page }, use) => use(await passkeysOf(page)),
    signIn: async ({ page, codes }, use) =>
      use(async (on = page) => {
        await steps.askForCode(on)
        await steps.enterCode(on, await codes.latest(email))
      }),
    pay: async ({ page }, use) => use((on = page) => confirmPayment(on)),
  }
}
