/** A person without a mouse: finds the way with Tab, and presses Enter or Space. @module */
import type { Locator, Page } from '@playwright/test'

/** Presses of Tab after which something counts as out of reach. */
const patience = 90

/** Hands on a keyboard. */
export interface Keys {
  /** Moves the focus on until it is there, and makes sure that it can be seen there. */
  tabTo(target: Locator): Promise<void>
  /** As `tabTo`, then Enter. */
  enter(target: Locator): Promise<void>
  /** As `tabTo`, then Space. */
  space(target: Locator): Promise<void>
  press(key: string): Promise<void>
  type(text: string): Promise<void>
}

/** The keyboard of a page. */
export function keysOf(page: Page): Keys {
  const keys: Keys = {
    async tabTo(target) {
      await target.waitFor()
      for (let presses = 0; presses < patience; presses += 1) {
        if (await target.evaluate((element) => element.matches(':focus-visible'))) return
        await page.keyboard.press('Tab')
      }
      throw new Error(`${patience} presses of Tab did not lead to ${target}.`)
    },
    async enter(target) {
      await keys.tabTo(target)
      await page.keyboard.press('Enter')
    },
    async space(target) {
      await keys.tabTo(target)
      await page.keyboard.press('Space')
    },
    press: (key) => page.keyboard.press(key),
    type: (text) => page.keyboard.type(text),
  }
  return keys
}
