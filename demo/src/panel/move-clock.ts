/** Advances the emulator's clock, and tells this tab. @module */
import type { App } from '../app.js'
import * as platform from '../platform.js'

/** Advances the clock of the service and of the page. */
export async function moveClock(app: App, minutes: number): Promise<void> {
  await platform.jump(minutes)
  await clockMoved(app)
}

/** Tells the wallet that the clock was advanced. */
export async function clockMoved(app: App): Promise<void> {
  app.trace.add({ source: 'the clock', title: 'The workbench advanced the clock.' })
  // The library learns the server's time from answers, so a call that only reads updates that time. Then the library
  // wakes up, as it does when a laptop is opened.
  await app.member()?.wallet.credentials.list()
  dispatchEvent(new Event('focus'))
}
