/** Notices, and the regions that announce them. @module */
import { type ReactElement, type ReactNode, type Ref, useEffect } from 'react'
import { inWords, isForDevelopers } from '../errors-in-words.js'
import { Icon, type IconName } from './icon.js'

/** The kind of notice. */
export type Tone = 'info' | 'good' | 'careful' | 'problem'

const icons: Readonly<Record<Tone, IconName>> = {
  info: 'info',
  good: 'check',
  careful: 'warning',
  problem: 'warning',
}

/** The text of a notice. */
export interface News {
  readonly tone: Tone
  readonly title: string
  /** What to do next. */
  readonly next?: string | undefined
  /** The code of an error, for support. */
  readonly code?: string | undefined
}

interface NoticeProps extends Omit<News, 'next'> {
  readonly next?: ReactNode
  readonly icon?: IconName
  /** Buttons. */
  readonly children?: ReactNode
}

/** A notice with a title and a next step. Whether it is announced depends on the region that contains it. */
export function Notice({ tone, title, next, code, icon, children }: NoticeProps): ReactElement {
  return (
    <div className={`notice notice-${tone}`}>
      <Icon name={icon ?? icons[tone]} />
      <div className="notice-text">
        <p className="notice-title">{title}</p>
        {next !== undefined && <p>{next}</p>}
        {code !== undefined && (
          <details className="notice-code">
            <summary>Details</summary>
            <p>
              Error code: <code>{code}</code>
            </p>
          </details>
        )}
        {children !== undefined && <div className="row notice-actions">{children}</div>}
      </div>
    </div>
  )
}

/** Prints an error that is shown, if only a developer can mend it. */
export function useReported(error: unknown): void {
  useEffect(() => {
    if (isForDevelopers(error))
      // biome-ignore lint/suspicious/noConsole: the notice says nothing about the cause.
      console.error(error, 'docs/errors.md says what to do about it: “While you build it”.')
  }, [error])
}

/** A notice about an error. */
export function ProblemNotice({ error }: { readonly error: unknown }): ReactElement {
  useReported(error)
  const { title, next, code } = inWords(error)
  return <Notice tone="problem" title={title} next={next} code={code} />
}

/** A region whose notices are announced at once. */
export function AlertRegion({
  children,
  ref,
}: {
  readonly children?: ReactNode
  readonly ref?: Ref<HTMLDivElement>
}): ReactElement {
  return (
    <div className="problems" role="alert" ref={ref}>
      {children}
    </div>
  )
}

/** A region whose notice is announced when the user is idle. */
export function NewsRegion({
  news,
  children,
  ref,
}: {
  readonly news?: News | undefined
  readonly children?: ReactNode
  readonly ref?: Ref<HTMLDivElement>
}): ReactElement {
  return (
    <div className="problems" role="status" ref={ref}>
      {news && <Notice {...news} />}
      {children}
    </div>
  )
}
