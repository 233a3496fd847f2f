/** The page object of the workbench beside the wallet. @module */
import type { Locator, Page } from '@playwright/test'
import type { WalletState } from 'embedded-wallet-auth'

/** The workbench of one tab. */
export interface Workbench {
  /** The `aside` element. */
  readonly aside: Locator
  /** The button that closes the workbench. */
  readonly bar: Locator
  /** The button with the newest code. */
  readonly newestCode: Locator
  /** The button with a code that has not been used yet. */
  readonly freshCode: Locator
  /** The chips: session, flow, storage. */
  readonly chips: Locator
  /** The results of `exportKey`, one line per attempt. */
  readonly attempts: Locator
  /** The content of IndexedDB, as text. */
  readonly record: Locator
  /** Calls to the backend and the service. The calls of all actions except the newest are folded. */
  readonly calls: Locator
  /** The events of the backend's audit log, the newest first. */
  readonly audited: Locator
  /** The steps of all actions. The newest action is first, and its steps are in order. */
  readonly happenings: Locator
  /** Resolves with the steps of all actions, in order. */
  story(): Promise<string[]>
  /** The highlighted state in the drawing of a region. */
  lit(region: 'Session' | 'Flow'): Locator
  /** The highlighted arrows of a region, the newest last. */
  taken(region: 'Session' | 'Flow'): Locator
  /** Opens a folded part. */
  unfold(part: 'Key custody' | 'Faults' | 'Audit log'): Promise<void>
  /** Closes the workbench. */
  fold(): Promise<void>
  /** Opens the workbench and all its parts. */
  unfoldAll(): Promise<void>
  /** Lets the page learn the emulator's time. */
  tellTime(): Promise<void>
  /** The state as the workbench shows it. */
  state(): Promise<WalletState>
  moveClockOn(minutes: 1 | 5 | 15): Promise<void>
  /** Arms a fault for the next call of a kind. */
  arm(call: string, fault: string): Promise<void>
  tryToReadTheKey(): Promise<void>
  /** Clicks the button of a scenario. */
  play(scenario: string): Promise<void>
  /** The report of a scenario. */
  report(scenario: string): Locator
}

/** Returns the page object for the workbench of a page. */
export function workbenchIn(page: Page): Workbench {
  const aside = page.getByRole('complementary', { name: 'Workbench' })
  const press = (name: string): Promise<void> => aside.getByRole('button', { name, exact: true }).click()
  const isFolded = async (): Promise<boolean> =>
    (await workbench.bar.getAttribute('aria-expanded')) === 'false'
  const workbench: Workbench = {
    aside,
    bar: aside.getByRole('button', { name: /^Workbench/ }),
    newestCode: aside.getByRole('button', { name: /^Use the code/ }).first(),
    freshCode: aside.locator('.mails > :not(.void)').getByRole('button'),
    chips: aside.locator('.state-chips dd'),
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
      const answer = await page.request.post(new URL('/emulator/clock', page.url()).href, {
        data: { advance: 0 },
      })
      const { now } = (await answer.json()) as { readonly now: string }
      await page.waitForFunction((told) => {
        const shown = document.querySelector('.emulator-clock time')?.getAttribute('datetime')
        return (shown ?? '') >= told
      }, now)
    },
    async state() {
      const text = await aside.locator('[aria-label="State as JSON"]').textContent()
      // The page shows the JSON of `getState()`.
      return JSON.parse(text ?? '') as WalletState
    },
    moveClockOn: (minutes) => press(`Advance by ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}`),
    async arm(call, fault) {
      await workbench.unfold('Faults')
      await aside.getByRole('combobox', { name: 'Call' }).selectOption({ label: call })
      await aside.getByLabel(fault).check()
      await press('Arm the fault')
      await aside.getByRole('list', { name: 'Armed' }).getByRole('listitem').first().waitFor()
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
