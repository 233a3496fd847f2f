/**
 * A question above the wallet. The rest of the wallet cannot be used meanwhile; the workbench can, since a code may have to be
 * taken from its inbox.
 * @module
 */
import { type Child, el } from '../dom.js'

/** A dialog that is open. */
export interface OpenDialog {
  readonly body: HTMLElement
  /** Closes it. Whatever had the focus before gets it back. */
  readonly close: () => void
}

let opened = 0

/**
 * Opens a dialog. The focus goes to its heading, and to no button: a key that is still held down must not answer.
 *
 * @param dismissed called for Escape and for a click beside it
 */
export function openDialog(
  heading: string,
  about: string,
  dismissed: () => void,
  ...children: readonly Child[]
): OpenDialog {
  opened += 1
  const ids = { heading: `dialog-${opened}-heading`, about: `dialog-${opened}-about` }
  const title = el('h2', { id: ids.heading, tabindex: '-1' }, heading)
  const body = el('div', { class: 'dialog-body' }, title, el('p', { id: ids.about }, about), children)
  const dialog = el(
    'dialog',
    { class: 'dialog', 'aria-labelledby': ids.heading, 'aria-describedby': ids.about },
    body,
  )
  const scrim = el('div', { class: 'scrim', on: { click: dismissed } })
  const heard = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape') return
    event.preventDefault()
    dismissed()
  }

  const before = document.activeElement
  const behind = [...document.querySelectorAll<HTMLElement>('.column, .skip')].filter(({ inert }) => !inert)
  for (const element of behind) element.inert = true
  document.addEventListener('keydown', heard)
  document.body.append(scrim, dialog)
  dialog.show()
  title.focus({ preventScroll: true })

  return {
    body,
    close() {
      document.removeEventListener('keydown', heard)
      const hadFocus = dialog.contains(document.activeElement) || document.activeElement === document.body
      dialog.remove()
      scrim.remove()
      for (const element of behind) element.inert = false
      if (hadFocus && before instanceof HTMLElement && before.isConnected) before.focus()
    },
  }
}
