/** The wallet's credentials: a list, with controls to add and remove them. @module */
import type { AuthMethod, CredentialType } from 'embedded-wallet-auth'
import { useSession, useWallet } from 'embedded-wallet-auth/react'
import { type ReactElement, useState } from 'react'
import { momentText } from '../times.js'
import { useMember } from '../ui/app-context.js'
import { Card } from '../ui/card.js'
import { Icon } from '../ui/icon.js'
import { type News, NewsRegion } from '../ui/notice.js'
import { ActionButton, Problems, useAgreedAction } from '../ui/use-action.js'
import { useCatchFocus } from '../ui/use-focus.js'
import { Kept, useKept } from '../ui/use-kept.js'
import { missingTypes, typeWords } from '../words-for-types.js'
import { CredentialChoice } from './credential-choice.js'

/** Shows the list again, with a message about what was just done. */
type After = (title: string, next?: string) => Promise<void>

const afterwards: Readonly<Record<CredentialType, string>> = {
  PASSKEY: 'Next time, one touch signs you in.',
  EMAIL_OTP: 'We’ve sent a first code. You only need it the next time you sign in.',
  SMS_OTP: 'We’ve texted a first code. You only need it the next time you sign in.',
  OAUTH: 'Next time, you can continue with Marsh ID.',
}

const whyOnly = 'Your only sign-in method can’t be removed.'
const whyMine = 'To remove it, sign in another way first.'

/** The section with the ways to sign in. */
export function CredentialSection(): ReactElement {
  const { kept } = useMember()
  const wallet = useWallet()
  const session = useSession()
  const current = 'credential' in session ? session.credential : undefined
  const credentials = useKept(kept.credentials, (signal) => wallet.credentials.list({ signal }))
  const [news, setNews] = useState<News>()
  const told = useCatchFocus(credentials.value)
  const after: After = (title, next) => {
    setNews({ tone: 'good', title, next })
    return credentials.reload()
  }
  return (
    <Card heading="Sign-in methods">
      <p className="soft">Each one opens your wallet on its own. You need at least one.</p>
      <NewsRegion ref={told} news={news} />
      <Kept list={credentials} lines={2} className="stack">
        {(list) => (
          <>
            <ul className="lines">
              {list.map((each) => (
                <Line
                  key={each.id}
                  credential={each}
                  isMine={each.id === current}
                  isOnly={list.length === 1}
                  after={after}
                />
              ))}
            </ul>
            <Adding credentials={list} after={after} />
          </>
        )}
      </Kept>
    </Card>
  )
}

interface LineProps {
  readonly credential: AuthMethod
  readonly isMine: boolean
  readonly isOnly: boolean
  readonly after: After
}

function Line({ credential, isMine, isOnly, after }: LineProps): ReactElement {
  const { type, nickname, createdAt } = credential
  const { icon, name } = typeWords[type]
  return (
    <li className="line line-wrap">
      <span className="bubble">
        <Icon name={icon} />
      </span>
      <span className="line-text">
        <strong>
          {name}
          {isMine && <span className="chip">in use</span>}
        </strong>
        <span className="soft">{nickname}</span>
        <span className="soft">{`Added ${momentText(createdAt)}`}</span>
        {(isOnly || isMine) && <span className="soft line-why">{isOnly ? whyOnly : whyMine}</span>}
      </span>
      {!isOnly && !isMine && <Removal credential={credential} after={after} />}
    </li>
  )
}

function Removal({ credential, after }: Pick<LineProps, 'credential' | 'after'>): ReactElement {
  const { id, type, nickname } = credential
  const { name } = typeWords[type]
  const { consent, words } = useMember()
  const question = { operation: 'revokeCredential', details: { credential: id } } as const
  // The user is asked before the call, so that no proof is used up if the user keeps the credential.
  const remove = useAgreedAction(words(question), async (wallet) => {
    await consent.given(question, () => wallet.credentials.revoke(id))
    await after(`${name} was removed.`)
  })
  return (
    <div className="line-action">
      <ActionButton of={remove} weight="secondary" aria-label={`Remove ${name}, ${nickname}`}>
        Remove
      </ActionButton>
      <Problems of={remove} />
    </div>
  )
}

interface AddingProps {
  readonly credentials: readonly AuthMethod[]
  readonly after: After
}

function Adding({ credentials, after }: AddingProps): ReactElement | undefined {
  const missing = missingTypes(useWallet(), credentials)
  if (missing.length === 0) return undefined
  return (
    // Folded again once a credential was added.
    <details className="more" key={missing.join()}>
      <summary>Add a sign-in method</summary>
      <CredentialChoice
        types={missing}
        onCreated={({ type }) => after(`${typeWords[type].name} was added.`, afterwards[type])}
      />
    </details>
  )
}
