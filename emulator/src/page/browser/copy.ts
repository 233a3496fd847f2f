/** Copies texts to the clipboard. @module */
import { make } from './dom.js'
import { say } from './say.js'

/** Copies a text. `what` names the text in the message that follows, such as `the code`. */
export async function copy(text: string, what: string): Promise<void> {
  const copied = await navigator.clipboard.writeText(text).then(
    () => true,
    () => false,
  )
  say(copied ? `Copied ${what}.` : 'The browser did not allow copying.')
}

/** Creates a button that copies a text. */
export function copier(text: string, what: string): HTMLButtonElement {
  const button = make('button', { type: 'button', class: 'copy', 'aria-label': `Copy ${what}` }, 'Copy')
  button.addEventListener('click', () => void copy(text, what))
  return button
}
