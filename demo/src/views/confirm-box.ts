/** A dialog that asks before something cannot be undone. @module */
import { button } from '../controls.js'
import { el } from '../dom.js'

/** Asks; settles with whether the person agreed. Escape and a click beside it mean no. */
export function confirmed(
  question: string,
  consequence: string,
  agree: string,
  signal: AbortSignal,
): Promise<boolean> {
  return new Promise((resolve) => {
    const end = (answer: boolean): void => {
      dialog.close()
      dialog.remove()
      resolve(answer)
    }
    const dialog = el(
      'dialog',
      {
        class: 'dialog',
        'aria-labelledby': 'dialog-question',
        'aria-describedby': 'dialog-consequence',
        on: {
          cancel(event) {
            event.preventDefault()
            end(false)
          },
          click(event) {
            if (event.target === dialog) end(false)
          },
        },
      },
      el(
        'div',
        { class: 'dialog-body' },
        el('h2', { id: 'dialog-question' }, question),
        el('p', { id: 'dialog-consequence' }, consequence),
        el(
          'div',
          { class: 'row row-end' },
          button('secondary', 'Keep it', () => end(false)),
          button('danger', agree, () => end(true)),
        ),
      ),
    )
    signal.addEventListener('abort', () => end(false), { once: true })
    document.body.append(dialog)
    dialog.showModal()
  })
}
