/** The account's ways to sign in, as buttons, safest first. @module */
import {
  type AuthMethod,
  type CredentialType,
  credentialTypes,
  type SignInOptions,
} from 'embedded-wallet-auth'
import { useSignIn, useWallet } from 'embedded-wallet-auth/react'
import { type ReactElement, useEffect, useState } from 'react'
import { withIdentityWindow } from '../identity-window.js'
import { passkeyObstacle } from '../passkey-support.js'
import { useApp } from '../ui/app-context.js'
import { Button } from '../ui/button.js'
import { Notice } from '../ui/notice.js'
import { type OwnWords, Problems } from '../ui/use-action.js'
import { offeredOf, typeWords } from '../words-for-types.js'

/** The texts for a lost answer. Even if a session was opened, it expires unused, because its key never arrived. */
export const lostAnswer: Readonly<Record<'OUTCOME_UNKNOWN', OwnWords>> = {
  OUTCOME_UNKNOWN: {
    title: 'Heron didn’t answer.',
    next: 'You’re not signed in yet. Please try again.',
    again: 'Try again',
  },
}

/** What the user should do outside this page. */
const elsewhere: Readonly<Record<'otp' | 'assertion' | 'oidcToken', string>> = {
  otp: '',
  assertion: 'Follow the steps your browser shows.',
  oidcToken: 'Continue in the Marsh ID window.',
}

interface WaysInProps {
  readonly credentials: readonly AuthMethod[]
  /** The text of the passkey button. */
  readonly passkey: string
  /** Called after a click, so that earlier messages can be removed. */
  readonly onStart?: () => void
  /** Called when the user is signed in, or when a code has been sent. */
  readonly onDone?: (type: CredentialType) => void
}

/** A button for each credential, and one to cancel. */
export function WaysIn({ credentials, passkey, onStart, onDone }: WaysInProps): ReactElement {
  const app = useApp()
  const { flow, pending, signIn, prepare, cancel, ...failure } = useSignIn()
  const [chosen, setChosen] = useState<string>()
  const obstacle = passkeyObstacle()
  const known = offeredOf(useWallet(), credentials)
  const usable = known.filter((credential) => !isPasskey(credential) || obstacle === undefined)
  const prepared = usable.find(isPasskey)?.type
  useEffect(() => {
    const leaving = new AbortController()
    // So that the click opens the browser's dialog at once.
    if (prepared !== undefined) void prepare({ type: prepared, signal: leaving.signal })
    return () => leaving.abort()
  }, [prepare, prepared])
  useEffect(() => {
    if (flow.status === 'verifying') app.announce('Checking')
  }, [app, flow.status])

  const begin = async (credential: AuthMethod): Promise<void> => {
    onStart?.()
    setChosen(credential.id)
    if (await signInWith(signIn, credential)) onDone?.(credential.type)
  }
  return (
    <div className="stack">
      <Problems of={failure} better={lostAnswer} />
      {known.length === 0 && (
        <Notice
          tone="careful"
          title="You can’t sign in here."
          next="This page can’t use any of your sign-in methods."
        />
      )}
      <ul className="stack ways">
        {known.map((credential) => (
          <li key={credential.id}>
            {usable.includes(credential) ? (
              <Button
                weight={credential === usable[0] ? 'primary' : 'secondary'}
                icon={typeWords[credential.type].icon}
                className="button-wide"
                busy={pending && chosen === credential.id}
                paused={failure.retryIn > 0 && chosen === credential.id}
                onClick={() => void begin(credential)}
              >
                {textOf(credential, passkey)}
              </Button>
            ) : (
              <Notice tone="careful" title="You can’t use your passkey here." next={obstacle} />
            )}
          </li>
        ))}
      </ul>
      <p className="hint" role="status">
        {flow.status === 'awaitingProof' && elsewhere[flow.proof]}
      </p>
      {flow.status !== 'idle' && flow.status !== 'verifying' && (
        <Button weight="quiet" onClick={cancel}>
          Cancel
        </Button>
      )}
    </div>
  )
}

const isPasskey = ({ type }: AuthMethod): boolean => credentialTypes[type].proof === 'assertion'

type Start = <T>(signIn: (options: SignInOptions) => Promise<T>, credential: string) => Promise<T>

const starts: Readonly<Record<CredentialType, Start>> = {
  PASSKEY: (signIn, credential) => signIn({ type: 'PASSKEY', credential }),
  EMAIL_OTP: (signIn, credential) => signIn({ type: 'EMAIL_OTP', credential }),
  SMS_OTP: (signIn, credential) => signIn({ type: 'SMS_OTP', credential }),
  OAUTH: (signIn, credential) =>
    withIdentityWindow((getOidcToken) => signIn({ type: 'OAUTH', credential, getOidcToken })),
}

/** Starts a sign-in with a credential. Call this during the click, because a type may open a window. */
export const signInWith = <T,>(
  signIn: (options: SignInOptions) => Promise<T>,
  { id, type }: AuthMethod,
): Promise<T> => starts[type](signIn, id)

const textOf = ({ type, nickname }: AuthMethod, passkey: string): string => {
  const texts: Readonly<Record<CredentialType, string>> = {
    PASSKEY: passkey,
    EMAIL_OTP: `Email a code to ${masked(nickname)}`,
    SMS_OTP: `Text a code to •••${nickname.slice(-2)}`,
    OAUTH: 'Continue with Marsh ID',
  }
  return texts[type]
}

/** Masks an address as `a•••@example.com`, so that users recognize their own but others cannot read it. */
const masked = (email: string): string => email.replace(/^(.).*(?=@)/, '$1•••')
