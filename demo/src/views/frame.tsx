/** The frame of the page, around the wallet. @module */
import type { ReactElement, ReactNode } from 'react'
import { useApp } from '../ui/app-context.js'
import { Button } from '../ui/button.js'
import { Avatar } from '../ui/card.js'
import { Mark } from '../ui/icon.js'
import { Notice } from '../ui/notice.js'
import { useOffline } from '../ui/use-offline.js'

/** The wallet's column, with the header and the notice about the connection above. */
export function Column({
  header,
  children,
}: {
  readonly header?: ReactNode
  readonly children: ReactNode
}): ReactElement {
  return (
    <>
      <a className="skip" href="#wallet">
        Skip to the wallet
      </a>
      <div className="column">
        <header className="top">{header}</header>
        <OfflineNotice />
        {children}
      </div>
    </>
  )
}

/** The page before the app has been created, or in place of it. */
export function Door({ children }: { readonly children: ReactNode }): ReactElement {
  return (
    <Column>
      <main id="wallet" className="wallet">
        {children}
      </main>
    </Column>
  )
}

/** The header: whose wallet it is, and the button to switch to another customer. */
export function Header(): ReactElement {
  const app = useApp()
  const person = app.member()?.me.person
  return (
    <>
      <span className="brand">
        <Mark />
        <span>Heron</span>
      </span>
      {person === undefined ? (
        <span className="soft">Demo</span>
      ) : (
        <span className="who">
          <Avatar name={person.name} />
          <span className="who-name">{person.name}</span>
          <Button
            weight="quiet"
            aria-label="Switch to another customer"
            onClick={() => void app.logOut().catch(() => location.reload())}
          >
            Switch
          </Button>
        </span>
      )}
    </>
  )
}

/** The notice that is shown while the device is offline. */
function OfflineNotice(): ReactElement {
  return (
    <div role="status" className="offline">
      {useOffline() && (
        <Notice
          tone="careful"
          icon="plug"
          title="You’re offline."
          next="You can still look around. To sign in or send money, reconnect."
        />
      )}
    </div>
  )
}
