/** Key custody: what this browser stores for the account, and a button that really tries to export the key. @module */
import { type ReactElement, type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { useApp } from '../ui/app-context.js'
import { type Attempt, exportAttempts } from './export-attempts.js'
import { Json } from './json.js'
import { privateKeysIn, recordText } from './record-text.js'
import { keyErased, storedRecord } from './stored-record.js'
import { useSteps } from './use-steps.js'

/** The part: the record, and a button that calls `exportKey` with every format. */
export function CustodyPart(): ReactElement {
  const app = useApp()
  const block = useRef<HTMLPreElement>(null)
  const text = useStoredRecord(block)
  const [attempts, setAttempts] = useState<readonly Attempt[]>()
  const attempt = async (): Promise<void> =>
    setAttempts(await exportAttempts(privateKeysIn(await storedRecord(app))))
  return (
    <div>
      <p className="dim">
        The session key signs, and no script can read it, this page’s own included. A hostile script that
        comes later could ask for signatures while it runs here, and could not take the key with it. One that
        was here before the sign-in could.
      </p>
      <Json ref={block} label="Record in IndexedDB">
        {text}
      </Json>
      <div className="tools">
        <button type="button" className="tool" onClick={() => void attempt().catch(() => {})}>
          Try to read the private key
        </button>
      </div>
      <div role="status">
        <ul className="attempts">
          {attempts?.length === 0 && <li>There is no private key to try: sign in first.</li>}
          {attempts?.map((each) => (
            <Line key={each.call} {...each} />
          ))}
        </ul>
      </div>
    </div>
  )
}

/** Returns the record as text, and reads it again while the block that shows it is visible. */
function useStoredRecord(block: RefObject<HTMLElement | null>): string {
  const app = useApp()
  const [text, setText] = useState('')
  const show = useCallback(async (): Promise<void> => {
    // A closed part has no layout. Nothing is read for it.
    if (!block.current?.offsetParent) return
    const record = await storedRecord(app)
    setText(record === undefined ? 'Nothing is stored for this account.' : recordText(record))
  }, [app, block])
  useEffect(() => {
    const read = (): void => void show().catch(() => {})
    // The part changes its size when it is opened, and then the record is read.
    const observer = new ResizeObserver(read)
    if (block.current) observer.observe(block.current)
    const timer = setInterval(read, 1_500)
    return () => {
      observer.disconnect()
      clearInterval(timer)
    }
  }, [show, block])
  useSteps((step) => {
    if (step === undefined || step.before.session === step.state.session) return
    void show().catch(() => {})
    if (step.state.session.status === 'none') void keyErased(app).then(show, () => {})
  })
  return text
}

function Line({ call, refusal }: Attempt): ReactElement {
  return (
    <li className={refusal === undefined ? 'attempt attempt-bad' : 'attempt'}>
      <code>{call}</code>
      <span>{refusal === undefined ? 'It was handed out!' : `refused · ${refusal}`}</span>
    </li>
  )
}
