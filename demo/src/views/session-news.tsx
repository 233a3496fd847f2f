/** The notices about the session: that it ends soon, and that the browser cannot store it. @module */
import { useSecondsUntil, useSession, useWalletState } from 'embedded-wallet-auth/react'
import { type ReactElement, useState } from 'react'
import { clockText, spokenSpan } from '../times.js'
import { useMember } from '../ui/app-context.js'
import { Icon } from '../ui/icon.js'
import { NewsRegion, Notice } from '../ui/notice.js'
import { ActionButton, Problems, useAction } from '../ui/use-action.js'
import { extendedSession } from './extended-session.js'

/** How many seconds before its end the end of a session is announced. */
const announced = 120

/** The notices. Two minutes before the end of the session, a button can extend it. */
export function SessionNews(): ReactElement {
  const member = useMember()
  const extend = useAction(() => extendedSession(member))
  const isStored = useWalletState().storage !== 'memory'
  return (
    <div className="news">
      <NewsRegion>
        <EndingSoon>
          <ActionButton of={extend} weight="secondary" icon="clock">
            Stay signed in
          </ActionButton>
        </EndingSoon>
      </NewsRegion>
      <Problems of={extend} />
      <div>
        {!isStored && (
          <Notice
            tone="careful"
            title="You won’t stay signed in."
            next="This browser doesn’t let us store anything, as in a private window. You’ll be signed out when you close or reload this page."
          />
        )}
      </div>
    </div>
  )
}

function EndingSoon({ children }: { readonly children: ReactElement }): ReactElement | undefined {
  const session = useSession()
  const expiresAt = 'expiresAt' in session ? session.expiresAt : undefined
  const seconds = useSecondsUntil(expiresAt)
  const isSoon = expiresAt !== undefined && seconds <= announced
  // Announced once, with the time at that moment. The running countdown is hidden from screen readers.
  const [spoken, setSpoken] = useState<number>()
  if (isSoon !== (spoken !== undefined)) setSpoken(isSoon ? seconds : undefined)
  if (!isSoon) return undefined
  return (
    <div className="notice notice-careful notice-row">
      <Icon name="clock" />
      <p className="notice-text">
        <strong>You’ll be signed out soon. </strong>
        <span className="visually-hidden">{`In ${spokenSpan(spoken ?? seconds)}.`}</span>
        <span className="countdown" aria-hidden="true">
          {clockText(seconds)}
        </span>
      </p>
      {children}
    </div>
  )
}
