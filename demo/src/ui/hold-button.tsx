/** A button that the user has to hold, with a finger, the mouse, Space or Enter. @module */
import { type KeyboardEvent, type ReactElement, useEffect, useRef, useState } from 'react'

/** How long to hold the button, in milliseconds. */
const holdTime = 1_500

interface HoldButtonProps {
  /** The texts of the button, and of a second one with two clicks for users who cannot hold a button down. */
  readonly texts: {
    readonly name: string
    readonly hint: string
    readonly otherwise: string
    readonly sure: string
  }
  readonly busy: boolean
  readonly paused: boolean
  /** Called once per completed hold. */
  readonly onHeld: () => void
}

const isHoldKey = ({ key }: KeyboardEvent): boolean => key === ' ' || key === 'Enter'

/** The button. */
export function HoldButton({ texts, busy, paused, onHeld }: HoldButtonProps): ReactElement {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [isHeld, setIsHeld] = useState(false)
  const [isArmed, setIsArmed] = useState(false)
  const isUsable = !busy && !paused
  useEffect(() => () => clearTimeout(timer.current), [])
  const stop = (): void => {
    clearTimeout(timer.current)
    timer.current = undefined
    setIsHeld(false)
  }
  const start = (): void => {
    if (timer.current !== undefined || !isUsable) return
    setIsHeld(true)
    timer.current = setTimeout(() => {
      stop()
      onHeld()
    }, holdTime)
  }
  return (
    <div className="hold">
      <button
        type="button"
        className={`button button-danger button-wide button-hold${isHeld ? ' holding' : ''}`}
        aria-describedby="hold-hint"
        aria-disabled={isUsable ? undefined : true}
        data-busy={busy ? '' : undefined}
        onPointerDown={({ button }) => {
          if (button === 0) start()
        }}
        onPointerUp={stop}
        onPointerLeave={stop}
        onPointerCancel={stop}
        // On phones, a long press opens a menu, which would end the hold.
        onContextMenu={(event) => event.preventDefault()}
        onKeyDown={(event) => {
          if (!isHoldKey(event)) return
          event.preventDefault()
          start()
        }}
        onKeyUp={stop}
        onBlur={stop}
      >
        <span className="hold-fill" aria-hidden="true" />
        <span className="hold-text">{texts.name}</span>
      </button>
      <p id="hold-hint" className="hint">
        {texts.hint}
      </p>
      <button
        type="button"
        className="button button-quiet"
        onClick={() => {
          if (isArmed) onHeld()
          setIsArmed(true)
        }}
      >
        {isArmed ? texts.sure : texts.otherwise}
      </button>
    </div>
  )
}
