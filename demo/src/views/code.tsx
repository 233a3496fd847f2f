/** The screen after a code has been sent. @module */
import { useWallet, useWalletState } from 'embedded-wallet-auth/react'
import type { ReactElement } from 'react'
import { flushSync } from 'react-dom'
import { Button } from '../ui/button.js'
import { ScreenHeading } from '../ui/card.js'
import { Icon } from '../ui/icon.js'
import { channelOf } from './code-channels.js'
import { CodeForm } from './code-form.js'

export function CodeScreen(): ReactElement {
  const wallet = useWallet()
  const { icon, heading, letter, missing } = channelOf(useWalletState().flow)
  return (
    <div className="screen">
      <div className="hero hero-icon">
        <Icon name={icon} />
      </div>
      <ScreenHeading>{heading}</ScreenHeading>
      <CodeForm look="lead" submitText="Sign in" onLeave={() => wallet.cancel()}>
        <p className="hint only-narrow">
          {`This is a demo, so the ${letter} is in the workbench. `}
          <Button weight="quiet" onClick={showInbox}>
            {`Show the ${letter}`}
          </Button>
        </p>
      </CodeForm>
      <p className="hint">
        {`Can’t find it? ${missing} You can close or reload this page; it will still be waiting for your code.`}
      </p>
    </div>
  )
}

/** Opens the workbench, which is closed at first on a narrow screen, at its inbox. */
export function showInbox(): void {
  const toggle = document.querySelector<HTMLElement>('.workbench-toggle[aria-expanded="false"]')
  // At once, because only an open workbench can be scrolled to.
  flushSync(() => toggle?.click())
  document.querySelector('.workbench .mails')?.scrollIntoView({ block: 'center' })
}
