/** Runs what a button starts: busy while it runs, words when it fails. @module */
import { fill, setAttribute } from './dom.js'
import { inWords } from './errors-in-words.js'
import { noticeBox } from './notice-box.js'

/** Where an action shows itself. */
export interface ActionPlace {
  /** Cannot be used again while it runs. */
  readonly button: HTMLButtonElement
  /** A region with `role="alert"` or in one: gets the words of a failure. */
  readonly problems: HTMLElement
}

/** Codes of failures that the person brought about and knows of. */
const silent = new Set(['CANCELLED', 'SUPERSEDED', 'DISPOSED'])

/**
 * Runs `work` and settles with whether it succeeded. Never rejects.
 *
 * @param nextSteps by code, where this place knows a better next step than the table of all errors
 */
export async function perform(
  { button, problems }: ActionPlace,
  work: () => Promise<unknown>,
  nextSteps: Readonly<Record<string, string>> = {},
): Promise<boolean> {
  if (button.getAttribute('aria-disabled') === 'true') return false
  // Not `disabled`: that would throw the focus away, and with it the place of whoever uses the keyboard.
  setAttribute(button, 'aria-disabled', 'true')
  setAttribute(button, 'data-busy', true)
  fill(problems)
  try {
    await work()
    return true
  } catch (error) {
    const words = inWords(error)
    if (!silent.has(words.code))
      fill(problems, noticeBox('problem', words.title, nextSteps[words.code] ?? words.next, words.code))
    return false
  } finally {
    setAttribute(button, 'aria-disabled', undefined)
    setAttribute(button, 'data-busy', undefined)
  }
}
