/** A user without a mouse, who moves with Tab and presses Enter or Space. @module */
import type { Locator, Page } from '@playwright/test'

/** The number of Tab presses after which an element counts as unreachable. */
const mostPresses = 90

/** The actions of a keyboard user. */
export interface Keys {
  /** Moves the focus to an element, and checks that the focus is visible. */
  tabTo(target: Locator): Promise<void>
  /** Like `tabTo`, then presses Enter. */
  enter(target: Locator): Promise<void>
  /** Like `tabTo`, then presses Space. */
  space(target: Locator): Promise<void>
  press(key: string): Promise<void>
  type(text: string): Promise<void>
}

/** Returns the keyboard actions for a page. */
export function keysOf(page: Page): Keys {
  const keys: Keys = {
    async tabTo(target) {
      await target.waitFor()
      for (let presses = 0; presses < mostPresses; presses += 1) {
        if (await target.evaluate((element) => element.matches(':focus-visible'))) return
        await page.keyboard.press('Tab')
      }
      throw new Error(`${mostPresses} presses of Tab did not lead to ${target}.`)
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
