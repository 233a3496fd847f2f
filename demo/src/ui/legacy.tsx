/** Shows an element that was made without React. @module */
import { type ReactElement, useLayoutEffect, useRef } from 'react'
import type { Stage } from '../app.js'
import { useApp } from './app-context.js'

export function Legacy({ make }: { readonly make: (stage: Stage) => HTMLElement }): ReactElement {
  const app = useApp()
  const host = useRef<HTMLDivElement>(null)
  const first = useRef(make)
  useLayoutEffect(() => {
    const leaving = new AbortController()
    host.current?.replaceChildren(first.current({ app, signal: leaving.signal }))
    return () => leaving.abort()
  }, [app])
  return <div ref={host} style={{ display: 'contents' }} />
}
