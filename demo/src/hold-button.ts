/** A button that the user has to hold, with a finger, the mouse, Space or Enter. @module */
import { el, setText } from './dom.js'

/** How long to hold the button, in milliseconds. */
const holdTime = 1_500

/**
 * Makes the button, and a second one with two clicks for users who cannot hold a button down.
 *
 * @param held called once per completed hold
 */
export function holdButton(
  texts: { readonly name: string; readonly hint: string; readonly otherwise: string; readonly sure: string },
  held: () => void,
  signal: AbortSignal,
): { readonly root: HTMLElement; readonly button: HTMLButtonElement } {
  let timer: ReturnType<typeof setTimeout> | undefined
  const start = (): void => {
    if (timer !== undefined || main.getAttribute('aria-disabled') === 'true') return
    main.classList.add('holding')
    timer = setTimeout(() => {
      stop()
      held()
    }, holdTime)
  }
  const stop = (): void => {
    clearTimeout(timer)
    timer = undefined
    main.classList.remove('holding')
  }
  const isHoldKey = ({ key }: KeyboardEvent): boolean => key === ' ' || key === 'Enter'
  const main = el(
    'button',
    {
      type: 'button',
      class: 'button button-danger button-wide button-hold',
      'aria-describedby': 'hold-hint',
      on: {
        pointerdown: (event) => {
          if (event.button === 0) start()
        },
        pointerup: stop,
        pointerleave: stop,
        pointercancel: stop,
        // On phones, a long press opens a menu, which would end the hold.
        contextmenu: (event) => event.preventDefault(),
        keydown: (event) => {
          if (!isHoldKey(event)) return
          event.preventDefault()
          start()
        },
        keyup: stop,
        blur: stop,
      },
    },
    el('span', { class: 'hold-fill', 'aria-hidden': 'true' }),
    el('span', { class: 'hold-text' }, texts.name),
  )
  let armed = false
  const other = el(
    'button',
    {
      type: 'button',
      class: 'button button-quiet',
      on: {
        click: () => {
          if (armed) held()
          armed = true
          setText(other, texts.sure)
        },
      },
    },
    texts.otherwise,
  )
  signal.addEventListener('abort', stop, { once: true })
  return {
    button: main,
    root: el('div', { class: 'hold' }, main, el('p', { id: 'hold-hint', class: 'hint' }, texts.hint), other),
  }
}
