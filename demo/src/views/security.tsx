/** The page for security: ways to sign in, sessions, privacy and recovery, each with an explanation. @module */
import type { ReactElement } from 'react'
import { useApp } from '../ui/app-context.js'
import { OnlineButton } from '../ui/button.js'
import { Card, ScreenHeading } from '../ui/card.js'
import { CredentialSection } from './credential-section.js'
import { PrivacySection } from './privacy-section.js'
import { SessionSection } from './session-section.js'

/** The page for security. */
export function Security(): ReactElement {
  const app = useApp()
  return (
    <div className="stack">
      <ScreenHeading>Security</ScreenHeading>
      <CredentialSection />
      <SessionSection />
      <PrivacySection />
      <Card heading="Recovery phrase">
        <p className="soft">
          Twelve words that give full access to your wallet. Use them to move it to another app, and never
          share them.
        </p>
        <div className="row">
          <OnlineButton weight="secondary" icon="phrase" onClick={() => app.goTo('recovery')}>
            Show recovery phrase
          </OnlineButton>
        </div>
      </Card>
    </div>
  )
}
