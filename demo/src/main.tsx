/** The page: header, wallet and workbench. @module */
import { type ReactElement, type ReactNode, useEffect, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { createApp } from './app.js'
import { Screens } from './screens.js'
import { AppProvider, useApp } from './ui/app-context.js'
import { Button } from './ui/button.js'
import { Avatar } from './ui/card.js'
import { Mark } from './ui/icon.js'
import { Notice } from './ui/notice.js'
import { useOffline } from './ui/use-offline.js'
import { Loading, Unreachable } from './views/loading.js'
import { OpenQuestions } from './views/open-questions.js'
import { SentPayments } from './views/sent-payments.js'

function Demo(): ReactElement {
  return (
    <>
      <Column header={<Header />}>
        <SentPayments />
        <Screens />
      </Column>
      <Announcer />
      <OpenQuestions />
      <LateWorkbench />
    </>
  )
}

function Column({
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
function Door({ children }: { readonly children: ReactNode }): ReactElement {
  return (
    <Column>
      <main id="wallet" className="wallet">
        {children}
      </main>
    </Column>
  )
}

function Header(): ReactElement {
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

function Announcer(): ReactElement {
  return (
    <div className="visually-hidden" role="status">
      {useApp().announcement()}
    </div>
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

/** The workbench, which loads when the first screen has been painted. The page also works without it. */
function LateWorkbench(): ReactElement {
  const [Loaded, setLoaded] = useState<() => ReactElement>()
  useEffect(() => {
    void painted()
      .then(() => import('./panel/workbench.js'))
      .then(
        ({ Workbench }) => setLoaded(() => Workbench),
        () => {},
      )
  }, [])
  // The placeholder keeps the layout from jumping when the workbench has loaded.
  return Loaded === undefined ? <div className="workbench" /> : <Loaded />
}

/** Resolves once the page has been painted, or soon in a background tab, which is not painted. */
const painted = (): Promise<void> =>
  new Promise((resolve) => {
    const soon = (): void => void setTimeout(resolve)
    if (document.visibilityState === 'hidden') soon()
    else requestAnimationFrame(soon)
  })

async function start(host: HTMLElement): Promise<void> {
  const root = createRoot(host)
  root.render(
    <Door>
      <Loading />
    </Door>,
  )
  try {
    const app = await createApp()
    root.render(
      <AppProvider value={app}>
        <Demo />
      </AppProvider>,
    )
  } catch (error) {
    root.render(
      <Door>
        <Unreachable error={error} />
      </Door>,
    )
  }
}

const host = document.getElementById('stage')
if (host !== null) void start(host)
