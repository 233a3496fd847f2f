/** The demo's mailbox on the page with the elements. @module */
import { type ReactElement, useEffect, useState } from 'react'
import { liveMail } from './panel/live-mail.js'
import { followWorkbench } from './panel/workbench-feed.js'
import { Button } from './ui/button.js'

/** The newest code. The page cannot fill in the element's field, so the user copies the code, as from a mailbox. */
export function Inbox({ isHidden }: { readonly isHidden: boolean }): ReactElement {
  const [otp, setOtp] = useState<string>()
  useEffect(() => followWorkbench(({ inbox, now }) => setOtp(liveMail(inbox, now).at(-1)?.otp)), [])
  return (
    <p className="elements-inbox" role="status" hidden={isHidden}>
      {otp !== undefined && (
        <>
          Inbox: your code is <strong className="elements-otp">{otp}</strong>{' '}
          <CopyButton key={otp} text={otp} />
        </>
      )}
    </p>
  )
}

function CopyButton({ text }: { readonly text: string }): ReactElement {
  const [isCopied, setIsCopied] = useState(false)
  const copy = (): void =>
    void navigator.clipboard.writeText(text).then(
      () => setIsCopied(true),
      () => {},
    )
  return (
    <Button weight="quiet" onClick={copy}>
      {isCopied ? 'Copied' : 'Copy'}
    </Button>
  )
}
