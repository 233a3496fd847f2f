/** Moves the emulator's clock, and lets this tab notice. @module */
import type { App } from '../app.js'
import * as platform from '../platform.js'

/** Service and page are this much later. */
export async function moveClock(app: App, minutes: number): Promise<void> {
  await platform.jump(minutes)
  const unit = minutes === 1 ? 'minute' : 'minutes'
  app.trace.add({ source: 'the clock', title: `The workbench moved time on by ${minutes} ${unit}.` })
  // Before the wallet has more to say.
  app.announce(`It is ${minutes} ${unit} later.`)
  // The library learns the time from answers: a read that changes nothing tells it. Then it is woken, as by a laptop's lid.
  await app.member()?.wallet.credentials.list()
  dispatchEvent(new Event('focus'))
}
