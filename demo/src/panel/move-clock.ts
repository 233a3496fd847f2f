/** Advances the emulator's clock, and tells this tab. @module */
import type { App } from '../app.js'
import * as platform from '../platform.js'

/** Advances the clock of the service and of the page. */
export async function moveClock(app: App, minutes: number): Promise<void> {
  await platform.jump(minutes)
  const unit = minutes === 1 ? 'minute' : 'minutes'
  app.trace.add({ source: 'the clock', title: `The workbench advanced the clock by ${minutes} ${unit}.` })
  // This comes before the wallet's own announcements.
  app.announce(`It is ${minutes} ${unit} later.`)
  // The library learns the server's time from answers, so a call that only reads updates that time. Then the library
  // wakes up, as it does when a laptop is opened.
  await app.member()?.wallet.credentials.list()
  dispatchEvent(new Event('focus'))
}
