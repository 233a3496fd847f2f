/** The emulator's clock. @module */
import { type ReactElement, useEffect, useState } from 'react'
import { serverNow } from '../server-time.js'
import { timeText } from '../times.js'
import { useApp } from '../ui/app-context.js'
import { moveClock } from './move-clock.js'

const jumps = [1, 5, 15] as const

/** The part that advances the clock of the service and of the page. */
export function ClockPart(): ReactElement {
  const app = useApp()
  return (
    <div className="clock">
      <Time />
      <div className="tools">
        {jumps.map((minutes) => (
          <button
            key={minutes}
            type="button"
            className="tool"
            aria-label={`Move the clock on by ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}`}
            onClick={() => void moveClock(app, minutes).catch(() => {})}
          >
            {`+${minutes} min`}
          </button>
        ))}
      </div>
    </div>
  )
}

function Time(): ReactElement {
  const [now, setNow] = useState(serverNow)
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), 500)
    return () => clearInterval(timer)
  }, [])
  return (
    <time className="clock-figure" dateTime={new Date(now).toISOString()}>
      {timeText(now)}
    </time>
  )
}
