/** The frame of the screens after a payment. @module */
import type { ReactElement, ReactNode } from 'react'
import { ScreenHeading } from '../ui/card.js'
import { Icon, type IconName } from '../ui/icon.js'

interface OutcomeProps {
  readonly icon: IconName
  readonly heading: string
  readonly children: ReactNode
}

/** The frame of a screen about what became of a payment. */
export function Outcome({ icon, heading, children }: OutcomeProps): ReactElement {
  return (
    <div className="stack receipt">
      <div className={`hero hero-icon hero-${icon === 'check' ? 'good' : 'careful'}`}>
        <Icon name={icon} />
      </div>
      <ScreenHeading>{heading}</ScreenHeading>
      {children}
    </div>
  )
}
