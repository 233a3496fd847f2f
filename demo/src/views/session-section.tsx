/** The wallet's sessions: a list, with controls to end and extend them. @module */
import type { ConfirmationQuestion, ListedSession } from 'embedded-wallet-auth'
import { useSession, useWallet } from 'embedded-wallet-auth/react'
import { type ReactElement, useState } from 'react'
import { momentText, shortTime } from '../times.js'
import { useMember } from '../ui/app-context.js'
import { Card } from '../ui/card.js'
import { Icon } from '../ui/icon.js'
import { NewsRegion } from '../ui/notice.js'
import { type Action, ActionButton, Problems, useAction, useAgreedAction } from '../ui/use-action.js'
import { useCatchFocus } from '../ui/use-focus.js'
import { Kept, useKept } from '../ui/use-kept.js'
import { useOffline } from '../ui/use-offline.js'
import { typeWords } from '../words-for-types.js'
import { extendedSession } from './extended-session.js'

/** Shows the list again, with a message about what was just done. */
type After = (news?: string) => Promise<void>

/** The section with the sessions at the service. */
export function SessionSection(): ReactElement {
  const member = useMember()
  const wallet = useWallet()
  const session = useSession()
  const current = 'id' in session ? session.id : undefined
  // A fresh proof opens a new session. Then “this one” is another entry.
  const sessions = useKept(member.kept.sessions, (signal) => wallet.sessions.list({ signal }), current)
  const [news, setNews] = useState<string>()
  const told = useCatchFocus(sessions.value)
  const isOffline = useOffline()
  const after: After = (text) => {
    if (text !== undefined) setNews(text)
    return sessions.reload()
  }
  const extend = useAction(async () => {
    await extendedSession(member)
    await after('You have 15 more minutes.')
  })
  const others = sessions.value?.filter(({ id }) => id !== current).map(({ id }) => id) ?? []
  const end = useEndOthers(others, current, after)
  return (
    <Card heading="Sessions">
      <p className="soft">Where your wallet is open. Each session lasts 15 minutes.</p>
      <NewsRegion ref={told} news={news === undefined ? undefined : { tone: 'good', title: news }} />
      <Kept list={sessions} lines={2}>
        {(list) => (
          <ul className="lines">
            {sorted(list, current).map((each) => (
              <Line key={each.id} session={each} isMine={each.id === current} after={after} />
            ))}
          </ul>
        )}
      </Kept>
      <Problems of={extend} />
      <Problems of={end} />
      <div className="row row-even">
        <ActionButton of={extend} weight="secondary" icon="clock" paused={isOffline}>
          Extend this session
        </ActionButton>
        <div className="problems">
          {others.length > 0 && current !== undefined && (
            <ActionButton of={end} weight="secondary" className="button-ending" paused={isOffline}>
              End all others
            </ActionButton>
          )}
        </div>
      </div>
    </Card>
  )
}

const thisOne = { title: 'Sign out here?', about: 'This is the session you’re using right now.' }

/** Sorts the sessions: the current one first, then the newest. */
const sorted = (sessions: readonly ListedSession[], current: string | undefined): readonly ListedSession[] =>
  sessions.toSorted(
    (one, other) =>
      Number(other.id === current) - Number(one.id === current) ||
      Date.parse(other.createdAt) - Date.parse(one.createdAt),
  )

interface LineProps {
  readonly session: ListedSession
  readonly isMine: boolean
  readonly after: After
}

function Line({ session, isMine, after }: LineProps): ReactElement {
  const { id, type, nickname, createdAt, expiresAt } = session
  const { consent, words } = useMember()
  const question: ConfirmationQuestion = { operation: 'revokeSession', details: { sessionId: id } }
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

/** The action that ends all sessions but the current one. */
function useEndOthers(others: readonly string[], current: string | undefined, after: After): Action<[]> {
  const { consent, words } = useMember()
  const question: ConfirmationQuestion = {
    operation: 'revokeAllSessions',
    details: { sessionIds: others, except: current },
  }
  return useAgreedAction(words(question), async (wallet) => {
    try {
      await consent.given(question, () =>
        wallet.sessions.revokeAll(current === undefined ? {} : { except: current }),
      )
    } catch (error) {
      // Some of them may have ended.
      await after()
      throw error
    }
    await after(`${others.length === 1 ? '1 other session' : `${others.length} other sessions`} ended.`)
  })
}
