/**
 * Marsh ID, the demo's identity provider: the user chooses a person, and the wallet's page gets an ID token.
 * @module
 */
import { type ReactElement, StrictMode, useEffect, useRef, useState } from 'react'
import { createRoot } from 'react-dom/client'
import type { Person } from '../contract.js'
import type { IdentityAnswer } from './identity-window.js'
import { identityToken, welcome } from './platform.js'
import { Button } from './ui/button.js'
import { Avatar, ScreenHeading } from './ui/card.js'
import { AlertRegion, type News, Notice, ProblemNotice } from './ui/notice.js'

/**
 * How long this window may stay open after it has answered, in milliseconds. If it is still open then, the page that
 * opened it no longer exists, and the window says that it is done.
 */
const closingWait = 1000

/** A wallet that asks for an ID token. */
interface Asked {
  readonly nonce: string
  readonly state: string
  /** The token is sent only to the page that opened this window, if it has the same origin. */
  readonly opener: Window
}

function asked(): Asked | undefined {
  const fragment = new URLSearchParams(location.hash.slice(1))
  const [nonce, state] = [fragment.get('nonce'), fragment.get('state')]
  const opener: Window | null = window.opener
  return nonce === null || state === null || opener === null ? undefined : { nonce, state, opener }
}

function Provider(): ReactElement {
  const [question] = useState(asked)
  const [isDone, setIsDone] = useState(false)
  if (question === undefined) return <Over tone="careful" title="Open this page from a wallet." />
  if (isDone) return <Over tone="good" title="All done." />
  return <Accounts asked={question} onAnswered={() => setTimeout(() => setIsDone(true), closingWait)} />
}

function Over(news: News): ReactElement {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <>
      <ScreenHeading ref={heading}>Marsh ID</ScreenHeading>
      <Notice {...news} next="You can close this window." />
    </>
  )
}

interface AccountsProps {
  readonly asked: Asked
  readonly onAnswered: () => void
}

function Accounts({ asked: { nonce, state, opener }, onAnswered }: AccountsProps): ReactElement | undefined {
  const [people, setPeople] = useState<readonly Person[]>()
  const [error, setError] = useState<unknown>()
  useEffect(() => {
    welcome().then((answer) => setPeople(answer.people), setError)
  }, [])
  const choose = async (person: string): Promise<void> => {
    try {
      const idToken = await identityToken(person, nonce)
      const answer: IdentityAnswer = { type: 'identity-answer', state, idToken }
      opener.postMessage(answer, location.origin)
      // The page that gets the answer closes this window. If this window closed itself, the page could notice that
      // before the answer arrives.
      onAnswered()
    } catch (failure) {
      setError(failure)
    }
  }
  if (people === undefined && error === undefined) return undefined
  return (
    <>
      <p className="provider-mark" aria-hidden="true">
        M
      </p>
      <ScreenHeading>Continue to Heron</ScreenHeading>
      <p className="lead">Choose an account. Marsh ID is the demo’s identity provider.</p>
      <AlertRegion>{error !== undefined && <ProblemNotice error={error} />}</AlertRegion>
      <ul className="choices">
        {people?.map(({ key, name, email }) => (
          <li key={key}>
            <button
              type="button"
              className="choice"
              aria-label={`Continue as ${name}`}
              onClick={() => void choose(key)}
            >
              <Avatar name={name} />
              <span className="choice-text">
                <strong>{name}</strong>
                <span>{email}</span>
              </span>
            </button>
          </li>
        ))}
      </ul>
      <Button weight="quiet" onClick={() => window.close()}>
        Cancel
      </Button>
      <p className="hint">The wallet sees the account’s email address.</p>
    </>
  )
}

const host = document.getElementById('provider')
if (host !== null)
  createRoot(host).render(
    <StrictMode>
      <Provider />
    </StrictMode>,
  )
