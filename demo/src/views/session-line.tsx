/** One session, and the button that ends it. @module */
import type { ConfirmationQuestion, ListedSession } from 'embedded-wallet-auth'
import type { ReactElement } from 'react'
import { momentText, shortTime } from '../times.js'
import { useMember } from '../ui/app-context.js'
import { Icon } from '../ui/icon.js'
import { ActionButton, Problems, useAgreedAction } from '../ui/use-action.js'
import { typeWords } from '../words-for-types.js'

/** Shows the list again, with a message about what was just done. */
export type After = (news?: string) => Promise<void>

const thisOne = { title: 'Sign out here?', about: 'This is the session you’re using right now.' }

interface LineProps {
  readonly session: ListedSession
  readonly isMine: boolean
  readonly after: After
}

/** A line of the list. */
export function SessionLine({ session, isMine, after }: LineProps): ReactElement {
  const { id, type, nickname, createdAt, expiresAt } = session
  const { consent, words } = useMember()
  const question: ConfirmationQuestion = {
    operation: 'revokeSession',
    details: { sessionId: id, isOwn: isMine, type, nickname, createdAt },
  }
  const end = useAgreedAction({ ...words(question), ...(isMine ? thisOne : {}) }, async (wallet) => {
    await consent.given(question, () => wallet.sessions.revoke(id))
    if (!isMine) await after('Session ended.')
  })
  return (
    <li className="line line-wrap">
      <span className="bubble">
        <Icon name="device" />
      </span>
      <span className="line-text">
        <strong>
          {isMine ? (
            'This browser'
          ) : (
            <span>
              Started <span className="whole">{momentText(createdAt)}</span>
            </span>
          )}
          {isMine && <span className="chip">in use</span>}
        </strong>
        <span className="soft">
          {[typeWords[type].name, nickname].filter((text) => text !== '').join(', ')}
        </span>
        <span className="soft">
          {isMine && `Started ${momentText(createdAt)}, ends ${shortTime(expiresAt)}`}
          {!isMine && `Ends ${shortTime(expiresAt)}`}
        </span>
      </span>
      <div className="line-action">
        <ActionButton
          of={end}
          weight="secondary"
          aria-label={`End the session started ${momentText(createdAt)}${isMine ? ', this one' : ''}`}
        >
          End
        </ActionButton>
        <Problems of={end} />
      </div>
    </li>
  )
}
