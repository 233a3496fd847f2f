/**
 * The frame of a signed-in wallet: navigation, news of the session, the current page and the button to sign out.
 * @module
 */
import type { ReactElement } from 'react'
import { Agents } from '../agents/agents.js'
import { WaitingBadge } from '../agents/waiting-badge.js'
import type { Place } from '../app.js'
import { inWords } from '../errors-in-words.js'
import { useApp } from '../ui/app-context.js'
import { Icon, type IconName } from '../ui/icon.js'
import { ActionButton, Problems, useAction } from '../ui/use-action.js'
import { Home } from './home.js'
import { Recovery } from './recovery.js'
import { Security } from './security.js'
import { Send } from './send.js'
import { SessionNews } from './session-news.js'

const pages: Readonly<Record<Place, () => ReactElement>> = {
  home: Home,
  send: Send,
  agents: Agents,
  security: Security,
  recovery: Recovery,
}

const links: readonly { readonly place: Place; readonly text: string; readonly icon: IconName }[] = [
  { place: 'home', text: 'Home', icon: 'home' },
  { place: 'send', text: 'Send', icon: 'send' },
  { place: 'agents', text: 'Agents', icon: 'agent' },
  { place: 'security', text: 'Security', icon: 'shield' },
]

/** The frame, with a page in it. */
export function Shell({ place }: { readonly place: Place }): ReactElement {
  const Page = pages[place]
  return (
    <div className="shell">
      <Navigation place={place} />
      <SessionNews />
      <div className="screen">
        <Page key={place} />
      </div>
      <WayOut />
    </div>
  )
}

function Navigation({ place }: { readonly place: Place }): ReactElement {
  const here = place === 'recovery' ? 'security' : place
  return (
    <nav className="places" aria-label="Wallet">
      {links.map(({ place: target, text, icon }) => (
        <a key={target} href={`#${target}`} aria-current={target === here ? 'page' : undefined}>
          <Icon name={icon} />
          {text}
          {target === 'agents' && <WaitingBadge />}
        </a>
      ))}
    </nav>
  )
}

function WayOut(): ReactElement {
  const app = useApp()
  const leave = useAction(async (wallet) => {
    try {
      await wallet.signOut()
    } catch (error) {
      // This screen no longer exists, so the next one shows the error.
      const { title, next } = inWords(error)
      app.tell({ tone: 'careful', title, next })
      throw error
    }
  })
  return (
    <footer className="way-out">
      <ActionButton of={leave} weight="quiet">
        Sign out
      </ActionButton>
      <Problems of={leave} />
    </footer>
  )
}
