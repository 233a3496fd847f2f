/** Buttons. A button that cannot be used keeps the focus, so it is `aria-disabled` and not `disabled`. @module */
import type { ComponentProps, ReactElement, ReactNode } from 'react'
import { Icon, type IconName } from './icon.js'
import { useOffline } from './use-offline.js'

/** The emphasis of a button. */
export type Weight = 'primary' | 'secondary' | 'quiet' | 'danger'

/** What a button adds to the properties of `<button>`. */
export interface ButtonProps extends ComponentProps<'button'> {
  readonly weight: Weight
  readonly children: ReactNode
  readonly icon?: IconName | undefined
  /** Whether the button's action is running. */
  readonly busy?: boolean
  /** Whether the button cannot be used at the moment. */
  readonly paused?: boolean
}

/** A button with an optional icon. With `type="submit"` it submits its form. */
export function Button({ weight, children, icon, className, ...rest }: ButtonProps): ReactElement {
  const classes = ['button', `button-${weight}`, className].filter((name) => name !== undefined)
  return (
    <PlainButton className={classes.join(' ')} {...rest}>
      {icon && <Icon name={icon} />}
      <span>{children}</span>
    </PlainButton>
  )
}

/** A button without a look of its own. It ignores clicks while it is busy or paused. */
export function PlainButton({
  busy = false,
  paused = false,
  onClick,
  type = 'button',
  ...rest
}: Omit<ButtonProps, 'weight' | 'icon'>): ReactElement {
  const isUsable = !busy && !paused
  return (
    <button
      {...rest}
      type={type}
      aria-disabled={isUsable ? undefined : true}
      data-busy={busy ? '' : undefined}
      onClick={(event) => {
        if (isUsable) onClick?.(event)
        else event.preventDefault()
      }}
    />
  )
}

/** A button that cannot be used while this tab is offline. */
export function OnlineButton({ paused = false, ...rest }: ButtonProps): ReactElement {
  return <Button paused={useOffline() || paused} {...rest} />
}
