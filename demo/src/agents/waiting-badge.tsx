/** The badge beside the word Agents: how many payments wait for approval. @module */
import { type ReactElement, useEffect } from 'react'
import { useApp } from '../ui/app-context.js'

/** How often to read, in milliseconds. */
const pause = 3_000

/** The badge. It keeps reading the feed while the wallet is shown. */
export function WaitingBadge(): ReactElement {
  const { waiting } = useApp()
  useEffect(() => {
    void waiting.look()
    const timer = setInterval(() => void waiting.look(), pause)
    return () => clearInterval(timer)
  }, [waiting])
  const count = waiting.current().length
  return (
    <span className="badge">
      {count > 0 && (
        <>
          {count}
          <span className="visually-hidden"> waiting</span>
        </>
      )}
    </span>
  )
}
