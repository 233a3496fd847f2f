/** Cards, headings, facts and placeholders. @module */
import type { ComponentProps, ReactElement, ReactNode } from 'react'

/** The heading of a screen. It gets the focus when the screen is shown. */
export function ScreenHeading(props: ComponentProps<'h1'>): ReactElement {
  return <h1 tabIndex={-1} className="screen-heading" {...props} />
}

/** A card with an optional heading. */
export function Card({
  heading,
  children,
}: {
  readonly heading?: string
  readonly children: ReactNode
}): ReactElement {
  return (
    <section className="card">
      {heading !== undefined && <h2>{heading}</h2>}
      {children}
    </section>
  )
}

/** A name and its value, for a `dl` with the class `facts`. Shows nothing without a value. */
export function Fact({
  name,
  children,
}: {
  readonly name: string
  readonly children: ReactNode
}): ReactElement | undefined {
  if (children === undefined) return undefined
  return (
    <div className="fact">
      <dt>{name}</dt>
      <dd className="figure">{children}</dd>
    </div>
  )
}

/** A placeholder for content that is loading, about as high as that content. */
export function Skeleton({ lines }: { readonly lines: number }): ReactElement {
  return (
    <div className="skeleton" aria-hidden="true">
      {Array.from({ length: lines }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines are all the same
        <div key={line} className="skeleton-line" />
      ))}
    </div>
  )
}

/** The initial of a name in a circle. */
export function Avatar({ name }: { readonly name: string }): ReactElement {
  return (
    <span className="avatar" aria-hidden="true">
      {name.charAt(0)}
    </span>
  )
}
