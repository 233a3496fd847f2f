/** The type of a walker, which visits the pages of the demo, and the steps with which every walk begins. @module */
import type { Page } from '@playwright/test'
import type { Emulator } from 'embedded-wallet-auth-emulator'
import type { Heron } from './heron-page.js'

/** What a walk uses. */
export interface Walker {
  readonly heron: Heron
  readonly emulator: Emulator
  /** Called at each stop, with a name that can be a file name. */
  readonly stop: (name: string, page?: Page) => Promise<void>
}

/** One walk, which begins on the first screen. */
export type Walk = (walker: Walker) => Promise<void>

/** Returns the newest mailed code. */
export const latestCode = (emulator: Emulator, email = 'ada@example.com'): string =>
  emulator.inbox.latest(email)?.otp ?? ''

/** Signs in by code. Does not use the workbench's inbox, which is closed on a phone. */
export async function signIn(
  { heron, emulator }: Walker,
  name = 'Ada Lovelace',
  email?: string,
): Promise<void> {
  await heron.logInAs(name)
  await heron.askForCode()
  await heron.enterCode(latestCode(emulator, email))
  await heron.balance.waitFor()
}
