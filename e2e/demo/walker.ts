/** The walker that visits the pages of the demo, and the steps that every walk begins with. @module */
import type { Page } from '@playwright/test'
import type { Emulator } from 'embedded-wallet-auth/emulator'
import type { Heron } from './heron-page.js'

/** What a walk is given. */
export interface Walker {
  readonly heron: Heron
  readonly emulator: Emulator
  /** Called at each stop, with a name that is a good file name. */
  readonly stop: (name: string, page?: Page) => Promise<void>
}

/** One walk, from the first screen on. */
export type Walk = (walker: Walker) => Promise<void>

/** The newest mailed code. */
export const latestCode = (emulator: Emulator, email = 'ada@example.com'): string =>
  emulator.inbox.latest(email)?.otp ?? ''

/** Signs in by code; not through the workbench's inbox, which is folded away on a phone. */
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
