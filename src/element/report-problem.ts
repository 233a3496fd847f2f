/**
 * Reports what went wrong in an element: to the page and, where only a developer can mend it, in the console.
 * @module
 */
import type { Host } from './element-class.js'
import type { Messages } from './messages/messages.js'

type Key = keyof Messages

/** The texts that cannot tell the user how to go on here. */
const forDevelopers: ReadonlySet<Key> = new Set<Key>(['broken', 'notAllowed', 'loggedOut'])

const advice =
  'docs/errors.md in the package embedded-wallet-auth says what to do about it: “While you build it”.'

/** Reports an error that is shown with this text. Without a text, there is nothing to report. */
export function reportProblem(
  { emit }: Pick<Host<object>, 'emit'>,
  error: unknown,
  key: Key | undefined,
): void {
  if (key !== undefined) emit('wallet-problem', error)
  tellDeveloper(error, key)
}

/** Prints an error whose text does not help. */
export function tellDeveloper(error: unknown, key: Key | undefined): void {
  // biome-ignore lint/suspicious/noConsole: the user gets a sentence that says nothing about the cause.
  if (key !== undefined && forDevelopers.has(key)) console.error(error, advice)
}
