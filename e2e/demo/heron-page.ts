/**
 * The page object of the demo: a method for each thing that a user does. Finds elements by accessible name. Long
 * because all tests of the demo share it.
 * @module
 */
import type { Locator, Page } from '@playwright/test'
import { type Workbench, workbenchIn } from './workbench-panel.js'

/** The names of the buttons for the ways to sign in. */
export const wayIn: Readonly<Record<'code' | 'text', RegExp> & Record<'passkey' | 'identity', string>> = {
  code: /^Email a code to/,
  text: /^Text a code to/,
  passkey: 'Sign in with a passkey',
  identity: 'Continue with Marsh ID',
}

/** One tab of the demo. */
export interface Heron {
  readonly page: Page
  readonly workbench: Workbench
  /** The heading of the screen that is shown. */
  readonly heading: Locator
  /** The wallet, without header and workbench. */
  readonly wallet: Locator
  readonly codeField: Locator
  /** The amount with its currency, such as `1,472.50 USDB`. */
  readonly balance: Locator
  /** The twelve words, while they are shown. */
  readonly phrase: Locator
  readonly dialog: Locator
  readonly privateWallet: Locator
  button(name: string | RegExp): Locator
  /** The latest notice in the wallet. */
  notice(title: string | RegExp): Locator
  /** The notice about a sent payment, which is above every screen. */
  sentPayment(text: string | RegExp): Locator
  /** A line of a list: an activity, a credential, a session. */
  line(text: string | RegExp): Locator
  /** The value beside a name in a receipt or an offer. */
  fact(name: string): Locator

  press(name: string | RegExp): Promise<void>
  logInAs(person: string): Promise<void>
  askForCode(): Promise<void>
  /** Enters the newest code of the workbench's inbox into the field. */
  takeCodeFromInbox(): Promise<void>
  /** Types a code, and submits it if it is not submitted automatically. */
  enterCode(code: string): Promise<void>
  /** Signs in with the code from the workbench's inbox, which must be open. */
  signInByCode(): Promise<void>
  /** Opens the provider's window with a button. */
  openIdentityWindow(through: string): Promise<Page>
  /** Opens the provider's window and chooses a person there. */
  continueAs(person: string, through: string): Promise<void>
  goTo(place: 'Home' | 'Send' | 'Agents' | 'Security'): Promise<void>
  /** On the security page: shows the credentials that can be added. */
  unfoldMoreWays(): Promise<void>
  createPasskey(): Promise<void>
  connectIdentity(person: string): Promise<void>
  /** Fills in the form and asks for the offer. */
  askForOffer(amount: string, receiver: string): Promise<void>
  confirmAndSend(): Promise<void>
  remove(credential: RegExp): Promise<void>
  /** Clicks a button in the dialog. */
  answer(button: string | RegExp): Promise<void>
  /** In “Confirm it’s you”: signs in with a mailed code from the workbench's inbox. */
  confirmByCode(): Promise<void>
  /** In “Confirm it’s you”: signs in with the passkey. */
  confirmByPasskey(): Promise<void>
  goToRecoveryPhrase(): Promise<void>
  /** Holds the button for as long as it requires. */
  holdForPhrase(): Promise<void>
}

/**
 * Clicks a button that closes its window. Ignores the error if the window closes before Playwright has finished the
 * click.
 */
export async function clickAndClose(window: Page, button: string): Promise<void> {
  const closed = window.waitForEvent('close')
  await window
    .getByRole('button', { name: button })
    .click()
    .catch(() => {})
  await closed
}

/** Opens the demo and waits until it shows its first screen. */
export async function openHeron(page: Page, url: string): Promise<Heron> {
  await page.goto(url)
  const heron = heronIn(page)
  await heron.workbench.bar.waitFor()
  return heron
}

/** Returns the page object for a page that shows the demo. */
export function heronIn(page: Page): Heron {
  const wallet = page.getByRole('main')
  const button = (name: string | RegExp): Locator =>
    wallet.getByRole('button', { name, ...(typeof name === 'string' && { exact: true }) })
  const press = (name: string | RegExp): Promise<void> => button(name).click()
  const workbench = workbenchIn(page)
  const notice = (title: string | RegExp): Locator => wallet.locator('.notice').filter({ hasText: title })

  const heron: Heron = {
    page,
    workbench,
    wallet,
    button,
    notice,
    press,
    heading: wallet.getByRole('heading', { level: 1 }),
    codeField: wallet.getByLabel('6-digit code'),
    balance: wallet.getByRole('region', { name: 'Balance' }).locator('.balance-figure'),
    phrase: wallet.getByRole('list', { name: 'Recovery phrase' }).getByRole('listitem'),
    dialog: page.getByRole('dialog'),
    privateWallet: wallet.getByRole('switch', { name: 'Private wallet' }),
    sentPayment: (text) => page.locator('.sent-payments .notice').filter({ hasText: text }),
    line: (text) => wallet.getByRole('listitem').filter({ hasText: text }),
    fact: (name) => wallet.getByRole('definition').and(wallet.locator(`dt:text-is("${name}") + dd`)),

    async logInAs(person) {
      await press(`Log in as ${person}`)
    },
    async askForCode() {
      await press(wayIn.code)
      await heron.codeField.waitFor()
    },
    async takeCodeFromInbox() {
      await workbench.newestCode.click()
    },
    async enterCode(code) {
      await heron.codeField.fill(code)
      // Six digits are submitted automatically.
      if (!/^\d{6}$/.test(code)) await press('Sign in')
    },
    async signInByCode() {
      await heron.askForCode()
      await heron.takeCodeFromInbox()
      await press('Sign in')
      await heron.balance.waitFor()
    },
    async openIdentityWindow(through) {
      const opened = page.waitForEvent('popup')
      await press(through)
      return opened
    },
    async continueAs(person, through) {
      const provider = await heron.openIdentityWindow(through)
      await clickAndClose(provider, `Continue as ${person}`)
    },
    async goTo(place) {
      await wallet.getByRole('navigation').getByRole('link', { name: place }).click()
    },
    async unfoldMoreWays() {
      await wallet.getByText('Add a sign-in method').click()
    },
    async createPasskey() {
      await heron.unfoldMoreWays()
      await press('Create a passkey')
      await notice('Passkey was added.').waitFor()
    },
    async connectIdentity(person) {
      await heron.unfoldMoreWays()
      await heron.continueAs(person, 'Connect Marsh ID')
      // Whose identity it is shows only now.
      await heron.answer('Add')
      await notice('Marsh ID was added.').waitFor()
    },
    async askForOffer(amount, receiver) {
      await wallet.getByRole('radio', { name: receiver }).check()
      await wallet.getByLabel('You send').fill(amount)
      await press('Continue')
    },
    async confirmAndSend() {
      await press(/^Confirm and send/)
    },
    async remove(credential) {
      await press(credential)
      await heron.answer('Remove it')
    },
    answer: (name) => heron.dialog.getByRole('button', { name }).click(),
    async confirmByCode() {
      await heron.answer(wayIn.code)
      await heron.dialog.getByLabel('6-digit code').waitFor()
      await workbench.freshCode.click()
      await heron.answer('Confirm')
      await heron.dialog.waitFor({ state: 'detached' })
    },
    async confirmByPasskey() {
      await heron.answer('Use a passkey')
      await heron.dialog.waitFor({ state: 'detached' })
    },
    async goToRecoveryPhrase() {
      await heron.goTo('Security')
      await press('Show recovery phrase')
    },
    async holdForPhrase() {
      await button('Hold to show recovery phrase').hover()
      await page.mouse.down()
      await heron.phrase.first().waitFor()
      await page.mouse.up()
    },
  }
  return heron
}
