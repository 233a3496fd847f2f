/**
 * A dialog above the wallet. While it is open, the wallet cannot be used, but the workbench can, because its inbox may
 * have a code that the user needs.
 * @module
 */
import { type Child, el } from '../dom.js'

/** An open dialog. */
export interface OpenDialog {
  readonly body: HTMLElement
  /** Closes the dialog, and returns the focus to the element that had it before. */
  readonly close: () => void
}

let opened = 0

/**
 * Opens a dialog. The focus moves to its heading, not to a button, because a key that is still held down must not
 * activate anything.
 *
 * @param dismissed called for Escape and for a click outside
 */
export function openDialog(
  heading: string,
  about: string | undefined,
  dismissed: () => void,
  ...children: readonly Child[]
): OpenDialog {
  opened += 1
  const ids = { heading: `dialog-${opened}-heading`, about: `dialog-${opened}-about` }
  const title = el('h2', { id: ids.heading, tabindex: '-1' }, heading)
  const body = el(
    'div',
    { class: 'dialog-body' },
    title,
    about === undefined ? undefined : el('p', { id: ids.about }, about),
    children,
  )
  const dialog = el(
    'dialog',
    { class: 'dialog', 'aria-labelledby': ids.heading, 'aria-describedby': about && ids.about },
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
