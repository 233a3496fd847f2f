/**
 * Reports what went wrong in an element: to the page and, where only a developer can mend it, in the console.
 * @module
 */
import { isWalletError } from '../index.js'
import { isForDevelopers, tellDeveloper } from '../wallet/tell-developer.js'
import type { Host } from './element-class.js'
import type { Messages } from './messages/messages.js'

type Key = keyof Messages

/** Reports an error that is shown with this text. Without a text, there is nothing to report. */
export function reportProblem(
  { emit }: Pick<Host<object>, 'emit'>,
  error: unknown,
  key: Key | undefined,
): void {
  if (key !== undefined) emit('wallet-problem', error)
  printProblem(error, key)
}

/** Prints an error that its text cannot explain to the user. */
export function printProblem(error: unknown, key: Key | undefined): void {
  if (key === undefined) return
  if (key === 'broken' || (isWalletError(error) && isForDevelopers(error))) tellDeveloper(error)
}
