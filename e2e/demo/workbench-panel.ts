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
  /** Calls at backend and service; those of other actions than the newest are folded. */
  readonly calls: Locator
  /** Events of the backend's audit trail, the newest first. */
  readonly audited: Locator
  /** Steps of all actions: the newest action first, its steps in order. */
  readonly happenings: Locator
  /** Steps of all actions, in order. */
  story(): Promise<string[]>
  /** The state that is lit in the drawing of a region. */
  lit(region: 'Session' | 'Flow'): Locator
  /** The arrows of a region that were taken, the newest last. */
  taken(region: 'Session' | 'Flow'): Locator
  /** Opens a part that is folded. */
  unfold(part: 'Key custody' | 'Faults' | 'Audit log'): Promise<void>
  /** Folds the whole aside away. */
  fold(): Promise<void>
  /** Unfolds the aside itself and all its parts. */
  unfoldAll(): Promise<void>
  /** Lets the page learn the emulator's time. */
  tellTime(): Promise<void>
  /** The state as the workbench shows it. */
  state(): Promise<WalletState>
  moveClockOn(minutes: 1 | 5 | 15): Promise<void>
  /** Something goes wrong with the next call of that kind. */
  arm(call: string, fault: string): Promise<void>
  tryToReadTheKey(): Promise<void>
  /** Clicks the button of a scenario. */
  play(scenario: string): Promise<void>
  /** What a scenario says. */
  report(scenario: string): Locator
}

/** The workbench of a page. */
export function workbenchIn(page: Page): Workbench {
  const aside = page.getByRole('complementary', { name: 'Workbench' })
  const press = (name: string): Promise<void> => aside.getByRole('button', { name, exact: true }).click()
  const isFolded = async (): Promise<boolean> =>
    (await workbench.bar.getAttribute('aria-expanded')) === 'false'
  const workbench: Workbench = {
    aside,
    bar: aside.getByRole('button', { name: /^Workbench/ }),
    newestCode: aside.getByRole('button', { name: /^Use the code/ }).first(),
    freshCode: aside.locator('.mail:not(.mail-old)').getByRole('button'),
    chips: aside.locator('dl').getByRole('definition'),
    attempts: aside.locator('.attempt'),
    record: aside.getByRole('group', { name: 'Record in IndexedDB' }),
    calls: aside.locator('.call'),
    audited: aside.getByRole('list', { name: 'Audit log' }).getByRole('listitem'),
    happenings: aside.locator('.step'),
    async story() {
      const actions = await aside.locator('.action').all()
      const steps = await Promise.all(actions.map((action) => action.locator('.step').allTextContents()))
      return steps.toReversed().flat()
    },
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
      if (await isFolded()) await workbench.bar.click()
      const folded = aside.locator('details:is(.part, .folder):not([open]) > summary')
      while ((await folded.count()) > 0) await folded.first().click()
    },
    async tellTime() {
      const answer = await page.request.post(new URL('/demo/workbench/clock', page.url()).href, {
        data: { minutes: 0 },
      })
      const { now } = (await answer.json()) as { readonly now: number }
      await page.waitForFunction((told) => {
        const shown = document.querySelector('.clock-figure')?.getAttribute('datetime')
        return Date.parse(shown ?? '') >= told - 1_000
      }, now)
    },
    async state() {
      const text = await aside.locator('[aria-label="State as JSON"]').textContent()
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
      await aside.getByText(`${call}: ${fault}`).first().waitFor()
    },
    async tryToReadTheKey() {
      await workbench.unfold('Key custody')
      await press('Try to read the private key')
    },
    play: press,
    report: (scenario) =>
      aside
        .locator('.scenario')
        .filter({ has: page.getByRole('button', { name: scenario }) })
        .locator('p'),
  }
  return workbench
}
