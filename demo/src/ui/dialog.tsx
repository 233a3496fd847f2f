/**
 * A dialog above the wallet. While it is open, the wallet cannot be used, but the workbench can, because its inbox may
 * have a code that the user needs.
 * @module
 */
import { type ReactElement, type ReactNode, useEffectEvent, useId, useLayoutEffect, useRef } from 'react'
import { createPortal } from 'react-dom'

/** The texts of a dialog, and what ends it. */
export interface DialogProps {
  readonly heading: string
  readonly about?: string | undefined
  /** Called for Escape and for a click outside. */
  readonly onDismiss: () => void
  readonly children: ReactNode
}

/**
 * An open dialog. The focus moves to its heading, not to a button, because a key that is still held down must not
 * activate anything. When the dialog closes, the focus returns to the element that had it before.
 */
export function Dialog({ heading, about, onDismiss, children }: DialogProps): ReactElement {
  const id = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  const title = useRef<HTMLHeadingElement>(null)
  const dismiss = useEffectEvent(onDismiss)
  useLayoutEffect(() => {
    const shown = dialog.current
    const before = document.activeElement
    const behind = [...document.querySelectorAll<HTMLElement>('.column, .skip')].filter(({ inert }) => !inert)
    const heard = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape') return
      event.preventDefault()
      dismiss()
    }
    for (const element of behind) element.inert = true
    document.addEventListener('keydown', heard)
    shown?.show()
    title.current?.focus({ preventScroll: true })
    return () => {
      document.removeEventListener('keydown', heard)
      const { activeElement } = document
      const hadFocus = activeElement === document.body || shown?.contains(activeElement)
      for (const element of behind) element.inert = false
      if (hadFocus && before instanceof HTMLElement && before.isConnected) before.focus()
    }
  }, [])
  return createPortal(
    <>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: Escape does the same */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: Escape does the same */}
      <div className="scrim" onClick={onDismiss} />
      <dialog
        ref={dialog}
        className="dialog"
        aria-labelledby={`${id}heading`}
        aria-describedby={about && `${id}about`}
      >
        <div className="dialog-body">
          <h2 id={`${id}heading`} tabIndex={-1} ref={title}>
            {heading}
          </h2>
          {about !== undefined && <p id={`${id}about`}>{about}</p>}
          {children}
        </div>
      </dialog>
    </>,
    document.body,
  )
}
