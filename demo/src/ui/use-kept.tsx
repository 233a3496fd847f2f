/**
 * Lists that stay visible if they cannot be read again, and that are updated when the browser is back online.
 * @module
 */
import { type ReactElement, type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { isOffline } from '../connection.js'
import type { Last } from '../kept.js'
import { Button } from './button.js'
import { Skeleton } from './card.js'
import { Notice, ProblemNotice } from './notice.js'

/** A list, as last read. */
export interface KeptList<T> {
  readonly value: T | undefined
  /** The error of the latest reading. */
  readonly error: unknown
  /** Reads again. Resolves when the result is known. Never rejects. */
  readonly reload: () => Promise<void>
}

/**
 * Reads a list when the component mounts, and each time the browser is back online.
 *
 * @param kept where the list is kept while the wallet is open. Without it, an error takes the place of the list
 * @param version the list is read again when this changes
 */
export function useKept<T>(
  kept: Last<T> | undefined,
  read: (signal: AbortSignal) => Promise<T>,
  version?: unknown,
): KeptList<T> {
  const [{ value, error }, setState] = useState<{ value: T | undefined; error?: unknown }>(() => ({
    value: kept?.value,
  }))
  const newest = useRef(new AbortController())
  const latest = useRef(read)
  useEffect(() => {
    latest.current = read
  })
  const reload = useCallback(async (): Promise<void> => {
    newest.current.abort()
    const mine = new AbortController()
    newest.current = mine
    try {
      const value = await latest.current(mine.signal)
      if (mine.signal.aborted) return
      if (kept) kept.value = value
      setState({ value })
    } catch (error) {
      if (!mine.signal.aborted) setState({ value: kept?.value, error })
    }
  }, [kept])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the version is the reason to read again
  useEffect(() => {
    const again = (): void => void reload()
    addEventListener('online', again)
    again()
    return () => {
      removeEventListener('online', again)
      newest.current.abort()
    }
  }, [reload, version])
  return { value, error, reload }
}

interface KeptProps<T> {
  readonly list: KeptList<T>
  /** The number of lines of the placeholder. */
  readonly lines: number
  readonly className?: string
  readonly children: (value: T) => ReactNode
}

/** Shows a list, its placeholder while it is read for the first time, or why it could not be read. */
export function Kept<T>({ list, lines, className, children }: KeptProps<T>): ReactElement {
  const { value, error } = list
  const isBusy = value === undefined && error === undefined
  return (
    <div className={className} aria-busy={isBusy || undefined}>
      {isBusy && <Skeleton lines={lines} />}
      {value !== undefined && children(value)}
      {value !== undefined && error !== undefined && (
        <p className="hint">You’re seeing this as of your last connection.</p>
      )}
      {value === undefined && error !== undefined && <Missing list={list} />}
    </div>
  )
}

function Missing({ list: { error, reload } }: { readonly list: KeptList<unknown> }): ReactElement {
  if (isOffline())
    return <Notice tone="info" title="We’ll show this when you’re back online." next="Nothing is lost." />
  return (
    <div className="stack">
      <ProblemNotice error={error} />
      <Button weight="secondary" onClick={() => void reload()}>
        Try again
      </Button>
    </div>
  )
}
