/** Copies texts to the clipboard. @module */
import { make } from './dom.js'
import type { Bench } from './part.js'

/** Copies a text. `what` names the text in the message that follows, such as `the code`. */
export async function copy({ say }: Pick<Bench, 'say'>, text: string, what: string): Promise<void> {
  const copied = await navigator.clipboard.writeText(text).then(
    () => true,
    () => false,
  )
  say(copied ? `Copied ${what}.` : 'The browser did not allow copying.')
}

/** Creates a button that copies a text. */
export function copier(bench: Pick<Bench, 'say'>, text: string, what: string): HTMLButtonElement {
  const button = make('button', { type: 'button', class: 'copy', 'aria-label': `Copy ${what}` }, 'Copy')
  button.addEventListener('click', () => void copy(bench, text, what))
  return button
}
