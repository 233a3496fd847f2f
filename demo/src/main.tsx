/** The page: header, wallet and workbench. @module */
import { type ReactElement, StrictMode, useEffect, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { createApp } from './app.js'
import { wantedPlace } from './chosen-service.js'
import { Screens } from './screens.js'
import { AppProvider, useApp } from './ui/app-context.js'
import { Column, Door, Header } from './views/frame.js'
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

function Announcer(): ReactElement {
  return (
    <div className="visually-hidden" role="status">
      {useApp().announcement()}
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
  // The page with the elements has a wallet that can be in a frame.
  if (wantedPlace() === 'framed') return location.replace(`elements.html${location.search}`)
  const root = createRoot(host)
  const show = (page: ReactElement): void => root.render(<StrictMode>{page}</StrictMode>)
  show(
    <Door>
      <Loading />
    </Door>,
  )
  try {
    const app = await createApp()
    show(
      <AppProvider value={app}>
        <Demo />
      </AppProvider>,
    )
  } catch (error) {
    show(
      <Door>
        <Unreachable error={error} />
      </Door>,
    )
  }
}

const host = document.getElementById('stage')
if (host !== null) void start(host)
