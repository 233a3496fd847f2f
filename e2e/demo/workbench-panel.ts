/** The workbench beside the wallet, by the names of its levers. @module */
import type { Locator, Page } from '@playwright/test'
import type { WalletState } from 'embedded-wallet-auth'

/** The workbench of one tab. */
export interface Workbench {
  /** The whole aside. */
  readonly aside: Locator
  /** The button that folds it away. */
  readonly bar: Locator
  /** The button with the newest code. */
  readonly newestCode: Locator
  /** The button with a code that has not been used yet. */
  readonly freshCode: Locator
  /** The three chips: session, flow, storage. */
  readonly chips: Locator
  /** What `exportKey` was answered, a line for each try. */
  readonly attempts: Locator
  /** What IndexedDB holds, as text. */
  readonly record: Locator
  readonly calls: Locator
  /** Events of the backend's audit trail, the newest first. */
  readonly audited: Locator
  /** What happened, the newest first. */
  readonly happenings: Locator
  /** The state that is lit in the drawing of a region. */
  lit(region: 'Session' | 'Flow'): Locator
  /** The arrows of a region that were taken, the newest last. */
  taken(region: 'Session' | 'Flow'): Locator
  /** Opens a part that is folded. */
  unfold(part: 'Key custody' | 'Faults' | 'Wire' | 'Audit log'): Promise<void>
  /** Folds the whole aside away. */
  fold(): Promise<void>
  /** Unfolds the aside itself and all its parts. */
  unfoldAll(): Promise<void>
  /** Lets the page learn the emulator's time from its next look; what was folded is folded again. */
  tellTime(): Promise<void>
  /** The state as the workbench shows it. */
  state(): Promise<WalletState>
  moveClockOn(minutes: 1 | 5 | 15): Promise<void>
  /** Something goes wrong with the next call of that kind. */
  arm(call: string, fault: string): Promise<void>
  tryToReadTheKey(): Promise<void>
}

/** The workbench of a page. */
export function workbenchIn(page: Page): Workbench {
  const aside = page.getByRole('complementary', { name: 'Workbench' })
  const press = (name: string): Promise<void> => aside.getByRole('button', { name, exact: true }).click()
  const isFolded = async (): Promise<boolean> =>
    (await workbench.bar.getAttribute('aria-expanded')) === 'false'
  const unfoldAside = async (): Promise<boolean> => {
    const folded = await isFolded()
    if (folded) await workbench.bar.click()
    return folded
  }
  const workbench: Workbench = {
    aside,
    bar: aside.getByRole('button', { name: /^Workbench/ }),
    newestCode: aside.getByRole('button', { name: /^Use the code/ }).first(),
    freshCode: aside.locator('.mail:not(.mail-old)').getByRole('button'),
    chips: aside.locator('dl').getByRole('definition'),
    attempts: aside.locator('.attempt'),
    record: aside.getByRole('group', { name: 'Record in IndexedDB' }),
    calls: aside.getByRole('list', { name: 'Calls' }).locator('details'),
    audited: aside.getByRole('list', { name: 'Audit log' }).getByRole('listitem'),
    happenings: aside.getByRole('list', { name: 'Timeline' }).getByRole('listitem'),
    lit: (region) => aside.getByRole('group', { name: region, exact: true }).locator('[aria-current=step]'),
    taken: (region) => aside.getByRole('group', { name: region, exact: true }).locator('[data-age]'),
    async unfold(part) {
      const folded = aside
        .locator('details.part:not([open])')
        .filter({ has: page.getByText(part, { exact: true }) })
      if ((await folded.count()) > 0) await folded.locator('summary').first().click()
    },
    async fold() {
      if (!(await isFolded())) await workbench.bar.click()
    },
    async unfoldAll() {
      await unfoldAside()
      const folded = aside.locator('details.part:not([open]) > summary')
      while ((await folded.count()) > 0) await folded.first().click()
    },
    async tellTime() {
      const wasFolded = await unfoldAside()
      await page.waitForResponse(/\/demo\/workbench$/)
      if (wasFolded) await workbench.bar.click()
    },
    async state() {
      const text = await aside.getByRole('group', { name: 'State as JSON' }).textContent()
      // The page makes it of `getState()`.
      return JSON.parse(text ?? '') as WalletState
    },
    moveClockOn: (minutes) =>
      press(`Move the clock on by ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}`),
    async arm(call, fault) {
      await workbench.unfold('Faults')
      await aside.getByLabel('Next time the wallet wants to').selectOption(call)
      await aside.getByLabel('this happens').selectOption(fault)
      await press('Arm it')
      await aside.getByText(`${call}: ${fault}`).waitFor()
    },
    async tryToReadTheKey() {
      await workbench.unfold('Key custody')
      await press('Try to read the private key')
    },
  }
  return workbench
}
