/** The wallet's sessions: a list, with controls to end and extend them. @module */
import type { ConfirmationQuestion, ListedSession } from 'embedded-wallet-auth'
import { useSession, useWallet } from 'embedded-wallet-auth/react'
import { type ReactElement, useState } from 'react'
import { useMember } from '../ui/app-context.js'
import { Card } from '../ui/card.js'
import { NewsRegion } from '../ui/notice.js'
import { type Action, ActionButton, Problems, useAction, useAgreedAction } from '../ui/use-action.js'
import { useCatchFocus } from '../ui/use-focus.js'
import { Kept, useKept } from '../ui/use-kept.js'
import { useOffline } from '../ui/use-offline.js'
import { extendedSession } from './extended-session.js'
import { type After, SessionLine } from './session-line.js'

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
              <SessionLine key={each.id} session={each} isMine={each.id === current} after={after} />
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

/** Sorts the sessions: the current one first, then the newest. */
const sorted = (sessions: readonly ListedSession[], current: string | undefined): readonly ListedSession[] =>
  sessions.toSorted(
    (one, other) =>
      Number(other.id === current) - Number(one.id === current) ||
      Date.parse(other.createdAt) - Date.parse(one.createdAt),
  )

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
