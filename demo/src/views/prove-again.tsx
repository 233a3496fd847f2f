/** “Confirm it’s you”: a dialog in which the user signs in again, after which the user's action continues. @module */
import { credentialTypes } from 'embedded-wallet-auth'
import { useWallet, useWalletState } from 'embedded-wallet-auth/react'
import { type ReactElement, useEffect, useEffectEvent, useState } from 'react'
import type { Asked } from '../asked.js'
import { isSignedIn } from '../member.js'
import { Button } from '../ui/button.js'
import { Skeleton } from '../ui/card.js'
import { Dialog } from '../ui/dialog.js'
import { AlertRegion, ProblemNotice } from '../ui/notice.js'
import { useCatchFocus } from '../ui/use-focus.js'
import { CodeForm } from './code-form.js'
import { awaitsCode } from './use-code-form.js'
import { useCredentials } from './use-credentials.js'
import { WaysIn } from './ways-in.js'

/** Asks the user to sign in again. */
export function ProveAgain({ words, except, answer }: Asked): ReactElement {
  const wallet = useWallet()
  const state = useWalletState()
  const [isCodeSent, setIsCodeSent] = useState(false)
  const isOver = !isSignedIn(state)
  const isEntering = isCodeSent || awaitsCode(state.flow)
  const end = (isProven: boolean): void => {
    if (!isProven && wallet.getState().flow.status !== 'idle') wallet.cancel()
    answer(isProven)
  }
  const giveUp = useEffectEvent(() => end(false))
  useEffect(() => {
    // The user signed out in another tab, or the session expired, so the action cannot continue.
    if (isOver) giveUp()
  }, [isOver])
  return (
    <Dialog
      heading="Confirm it’s you"
      about={`Sign in again to ${words.purpose}.`}
      onDismiss={() => end(false)}
    >
      {isEntering ? (
        <div className="stack">
          <CodeForm
            look="soft"
            submitText="Confirm"
            except={except}
            onDone={() => end(true)}
            onLeave={() => {
              wallet.cancel()
              setIsCodeSent(false)
            }}
          />
        </div>
      ) : (
        <Offer except={except} onSent={() => setIsCodeSent(true)} onProven={() => end(true)} />
      )}
      <div className="row row-end">
        <Button weight="quiet" onClick={() => end(false)}>
          Not now
        </Button>
      </div>
    </Dialog>
  )
}

interface OfferProps {
  readonly except: string | undefined
  readonly onSent: () => void
  readonly onProven: () => void
}

/** The ways to sign in again. */
function Offer({ except, onSent, onProven }: OfferProps): ReactElement {
  const { value: credentials, error, reload } = useCredentials()
  const region = useCatchFocus(credentials)
  return (
    <div className="stack" aria-busy={(credentials ?? error) === undefined || undefined} ref={region}>
      {error !== undefined ? (
        <>
          <AlertRegion>
            <ProblemNotice error={error} />
          </AlertRegion>
          <Button weight="secondary" onClick={() => void reload()}>
            Try again
          </Button>
        </>
      ) : credentials === undefined ? (
        <Skeleton lines={2} />
      ) : (
        <WaysIn
          credentials={credentials.filter(({ id }) => id !== except)}
          passkey="Use a passkey"
          onDone={(type) => (credentialTypes[type].proof === 'otp' ? onSent() : onProven())}
        />
      )}
    </div>
  )
}
