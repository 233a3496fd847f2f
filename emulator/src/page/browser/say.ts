/** Shows short messages. @module */
import { one } from './dom.js'

let quiet: ReturnType<typeof setTimeout> | undefined

/** Shows a message for five seconds, and announces it to screen readers. */
export function say(text: string): void {
  const said = one('said', HTMLElement)
  clearTimeout(quiet)
  said.textContent = text
  quiet = setTimeout(() => {
    said.textContent = ''
  }, 5_000)
}
