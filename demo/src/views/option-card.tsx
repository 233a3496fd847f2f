/** A card about one kind of credential, with the button that creates it. @module */
import type { CredentialType } from 'embedded-wallet-auth'
import type { ReactElement, ReactNode } from 'react'
import { Icon } from '../ui/icon.js'
import { type Action, ActionButton, Problems } from '../ui/use-action.js'
import { safestFirst, typeWords } from '../words-for-types.js'

interface OptionCardProps {
  readonly type: CredentialType
  readonly action?: Action<[]>
  /** The text of the button. */
  readonly text?: string
  readonly children?: ReactNode
}

/** The card. Without an action it has no button. */
export function OptionCard({ type, action, text, children }: OptionCardProps): ReactElement {
  const { icon, name, about } = typeWords[type]
  const isSafest = type === safestFirst[0]
  return (
    <section className="card option">
      <h2 className="option-heading">
        <Icon name={icon} />
        {name}
        {isSafest && <span className="chip">recommended</span>}
      </h2>
      <p className="soft">{about}</p>
      {children}
      {action && (
        <>
          <Problems of={action} />
          <ActionButton of={action} weight={isSafest ? 'primary' : 'secondary'} icon={icon}>
            {text}
          </ActionButton>
        </>
      )}
    </section>
  )
}
