/** Advances the emulator's clock and informs this tab. @module */
import type { App } from '../app.js'
import * as platform from '../platform.js'

/** Advances the time for the service and the page by some minutes. */
export async function moveClock(app: App, minutes: number): Promise<void> {
  await platform.jump(minutes)
  const unit = minutes === 1 ? 'minute' : 'minutes'
  app.trace.add({ source: 'the clock', title: `The workbench moved time on by ${minutes} ${unit}.` })
  // Announced before the wallet's own notices.
  app.announce(`It is ${minutes} ${unit} later.`)
  // The library learns the time from answers, so a read that changes nothing updates it. Then the library is woken, as
  // when a laptop is opened.
  await app.member()?.wallet.credentials.list()
  dispatchEvent(new Event('focus'))
}
