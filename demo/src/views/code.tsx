/** The screen after a code has been mailed. @module */
import { useWallet } from 'embedded-wallet-auth/react'
import type { ReactElement } from 'react'
import { flushSync } from 'react-dom'
import { Button } from '../ui/button.js'
import { ScreenHeading } from '../ui/card.js'
import { Icon } from '../ui/icon.js'
import { CodeForm } from './code-form.js'

export function CodeScreen(): ReactElement {
  const wallet = useWallet()
  return (
    <div className="screen">
      <div className="hero hero-icon">
        <Icon name="mail" />
      </div>
      <ScreenHeading>Check your email</ScreenHeading>
      <CodeForm look="lead" submitText="Sign in" onLeave={() => wallet.cancel()}>
        <p className="hint only-narrow">
          This is a demo, so the mail is in the workbench.{' '}
          <Button weight="quiet" onClick={showInbox}>
            Show the mail
          </Button>
        </p>
      </CodeForm>
      <p className="hint">
        Can’t find it? Check your spam folder. You can close or reload this page; it will still be waiting for
        your code.
      </p>
    </div>
  )
}

/** Opens the workbench, which is closed at first on a narrow screen, at its inbox. */
function showInbox(): void {
  const toggle = document.querySelector<HTMLElement>('.workbench-toggle[aria-expanded="false"]')
  // At once, because only an open workbench can be scrolled to.
  flushSync(() => toggle?.click())
  document.querySelector('.workbench .mails')?.scrollIntoView({ block: 'center' })
}
