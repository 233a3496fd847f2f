/** The privacy switch. @module */
import { type ReactElement, useState } from 'react'
import { useApp, useMember } from '../ui/app-context.js'
import { PlainButton } from '../ui/button.js'
import { Card } from '../ui/card.js'
import { Problems, useAction } from '../ui/use-action.js'
import { useOffline } from '../ui/use-offline.js'

/** The section that hides or shows the wallet's activity. */
export function PrivacySection(): ReactElement {
  const app = useApp()
  const { consent, me } = useMember()
  const isOffline = useOffline()
  const [isPrivate, setIsPrivate] = useState(me.account.privateEnabled === true)
  const change = useAction(async (wallet) => {
    const details = { privateEnabled: !isPrivate }
    // The switch itself says what it does, so no dialog asks.
    const { privateEnabled } = await consent.given({ operation: 'updatePrivacy', details }, () =>
      wallet.updatePrivacy(details),
    )
    setIsPrivate(privateEnabled === true)
    app.announce(
      privateEnabled === true ? 'Your activity is now private.' : 'Your activity is now visible to others.',
    )
    await app.reload()
  })
  return (
    <Card heading="Privacy">
      <div className="setting">
        <div>
          <p id="privacy-name" className="setting-name">
            Private wallet
          </p>
          <p id="privacy-about" className="soft">
            Hides your balance and payments from other people.
          </p>
        </div>
        <PlainButton
          role="switch"
          className="switch"
          aria-checked={isPrivate}
          aria-labelledby="privacy-name"
          aria-describedby="privacy-about"
          busy={change.button.busy}
          paused={change.button.paused || isOffline}
          onClick={() => void change.run()}
        >
          <span className="switch-knob" />
        </PlainButton>
      </div>
      <Problems of={change} />
    </Card>
  )
}
