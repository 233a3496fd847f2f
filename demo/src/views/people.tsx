/** The platform's login: choose a customer. @module */
import { type ReactElement, useState } from 'react'
import { keyDeliveryIn } from '../chosen-service.js'
import { useApp } from '../ui/app-context.js'
import { Avatar, ScreenHeading } from '../ui/card.js'
import { AlertRegion, ProblemNotice } from '../ui/notice.js'

/** The screen on which a user logs in. */
export function People(): ReactElement {
  const app = useApp()
  const [error, setError] = useState<unknown>()
  const logIn = (person: string): void => {
    setError(undefined)
    app.logIn(person).catch(setError)
  }
  return (
    <div className="screen screen-door">
      <ScreenHeading>Whose wallet do you want to open?</ScreenHeading>
      <p className="lead">
        Pick a demo customer. This stands in for the login your app already has; the wallet then asks for its
        own sign-in.
      </p>
      <AlertRegion>{error !== undefined && <ProblemNotice error={error} />}</AlertRegion>
      <ul className="choices">
        {app.welcome.people.map(({ key, name, about }) => (
          <li key={key}>
            <button
              type="button"
              className="choice"
              aria-label={`Log in as ${name}`}
              aria-describedby={`about-${key}`}
              onClick={() => logIn(key)}
            >
              <Avatar name={name} />
              <span className="choice-text">
                <strong>{name}</strong>
                <span id={`about-${key}`}>{about}</span>
              </span>
            </button>
          </li>
        ))}
      </ul>
      <p className="hint">
        Or see the same wallet in <a href={`elements.html${location.search}`}>two drop-in elements</a>, or{' '}
        {keyDeliveryIn(app.welcome) === 'sealed' ? (
          <a href="?keys=client-held">with a key that this page makes</a>
        ) : (
          <a href="?keys=sealed">with a key that the service sends sealed</a>
        )}
        {app.welcome.framing && (
          <>
            , or <a href="elements.html?wallet=framed">in a page of its own</a>, which a hostile script can
            only ask
          </>
        )}
        .
      </p>
    </div>
  )
}
