/** The sign-in screen: the wallet's ways to sign in, or the choice of the first one. @module */
import {
  type AuthMethod,
  credentialTypes,
  type NoSessionReason,
  type ProofKind,
  type WalletState,
} from 'embedded-wallet-auth'
import { useWallet } from 'embedded-wallet-auth/react'
import { type ReactElement, useEffect, useState } from 'react'
import { inWords } from '../errors-in-words.js'
import { useApp, useMember } from '../ui/app-context.js'
import { ScreenHeading } from '../ui/card.js'
import { Mark } from '../ui/icon.js'
import { type News, NewsRegion, type Tone } from '../ui/notice.js'
import { Kept } from '../ui/use-kept.js'
import { missingTypes, typeWords } from '../words-for-types.js'
import { CredentialChoice } from './credential-choice.js'
import { useCredentials } from './use-credentials.js'
import { lostAnswer, signInWith, WaysIn } from './ways-in.js'

/** The texts that explain why there is no session. Other reasons need no explanation. */
const reasons: Readonly<Partial<Record<NoSessionReason, readonly [Tone, string, string]>>> = {
  expired: ['info', 'You’ve been signed out.', 'Sessions end after 15 minutes to keep your money safe.'],
  revoked: [
    'careful',
    'You were signed out from another device.',
    'If that wasn’t you, check your sessions under Security.',
  ],
  interrupted: ['careful', 'Sign-in was interrupted.', 'The page closed too early. Please sign in again.'],
  unread: ['careful', 'This browser is responding slowly.', 'Reload the page. You may still be signed in.'],
  'signed-out': ['good', 'You’re signed out.', 'This device no longer has your session key.'],
}

function newsOf({ session, flow }: WalletState): News | undefined {
  // A fault that ended the flow on another screen or an earlier page is shown too.
  if (flow.status === 'idle' && flow.fault !== undefined) {
    const words = inWords(flow.fault)
    const { title, next } = words.code === 'OUTCOME_UNKNOWN' ? lostAnswer[words.code] : words
    return { tone: 'careful', title, next }
  }
  const news = session.status === 'none' ? reasons[session.reason] : undefined
  return news && { tone: news[0], title: news[1], next: news[2] }
}

/** The screen. */
export function SignIn(): ReactElement {
  const app = useApp()
  const { me } = useMember()
  const wallet = useWallet()
  const [news, setNews] = useState(() => newsOf(wallet.getState()))
  const credentials = useCredentials()
  const told = app.news()
  useEffect(() => {
    if (told === undefined) return
    setNews(told)
    app.takeNews()
  }, [app, told])
  return (
    <div className="screen">
      <div className="hero">
        <Mark />
      </div>
      <ScreenHeading>{`Hello, ${me.person.name.split(' ')[0] ?? me.person.name}`}</ScreenHeading>
      <NewsRegion news={news} />
      <Kept list={credentials} lines={3} className="stack">
        {(list) =>
          list.length === 0 ? (
            <FirstCredential onCreated={credentials.reload} />
          ) : (
            <BackIn credentials={list} onStart={() => setNews(undefined)} />
          )
        }
      </Kept>
    </div>
  )
}

function FirstCredential({ onCreated }: { readonly onCreated: () => Promise<void> }): ReactElement {
  const app = useApp()
  const wallet = useWallet()
  const created = (credential: AuthMethod): Promise<void> => {
    const { type } = credential
    // A new address has just been sent its first code, so no other code is requested.
    if (credentialTypes[type].sends !== 'nothing') return signInWith(wallet.signIn, credential)
    app.tell({ tone: 'good', title: `${typeWords[type].name} is set up.` })
    return onCreated()
  }
  return (
    <div className="stack">
      <p className="lead">
        Your wallet is ready. Choose how you want to sign in. You can add more options later.
      </p>
      <CredentialChoice types={missingTypes(wallet)} onCreated={created} />
    </div>
  )
}

function BackIn({
  credentials,
  onStart,
}: {
  readonly credentials: readonly AuthMethod[]
  readonly onStart: () => void
}): ReactElement {
  const has = (proof: ProofKind): boolean =>
    credentials.some(({ type }) => credentialTypes[type].proof === proof)
  return (
    <div className="stack">
      <p className="lead">Sign in to see your balance and send money.</p>
      <WaysIn credentials={credentials} passkey="Sign in with a passkey" onStart={onStart} />
      {has('otp') && !has('assertion') && (
        <p className="hint">Tired of codes? After you sign in, add a passkey under Security.</p>
      )}
    </div>
  )
}
