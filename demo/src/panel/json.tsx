/** A block of text in JSON, or with JSON in it. @module */
import type { ReactElement, Ref } from 'react'

interface JsonProps {
  readonly label: string
  readonly children: string
  readonly ref?: Ref<HTMLPreElement>
}

/** The block. Keyboard users can scroll it. */
export function Json({ label, children, ref }: JsonProps): ReactElement {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for controls
    // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users scroll it
    <pre ref={ref} className="json" dir="ltr" role="group" tabIndex={0} aria-label={label}>
      {children}
    </pre>
  )
}
