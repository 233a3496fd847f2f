/** The hooks that move the focus when what had it is gone, or when another screen is shown. @module */
import { type RefObject, useLayoutEffect, useRef } from 'react'

/**
 * Returns a ref to a region. Each time `shown` changes, the region gets the focus if the focused element has been
 * removed. Otherwise keyboard users would start again at the top of the page. `undefined` does not count.
 */
export function useCatchFocus(shown: unknown): RefObject<HTMLDivElement | null> {
  const region = useRef<HTMLDivElement>(null)
  const before = useRef(shown)
  useLayoutEffect(() => {
    if (before.current === shown) return
    before.current = shown
    if (shown !== undefined) catchFocus(region.current)
  }, [shown])
  return region
}

/** Moves the focus to a region if no element has it. */
export function catchFocus(region: HTMLElement | null): void {
  if (region === null || document.activeElement !== document.body) return
  region.tabIndex = -1
  region.focus({ preventScroll: true })
}

/**
 * Returns a ref to an element. Each time the screen in it changes, the page is scrolled up, and the screen's heading gets
 * the focus. The first screen does not take the focus, because no element has lost it.
 *
 * @param screen the name of the screen
 */
export function useHeadingFocus<E extends HTMLElement>(screen: string): RefObject<E | null> {
  const host = useRef<E>(null)
  const before = useRef(screen)
  useLayoutEffect(() => {
    if (before.current === screen) return
    before.current = screen
    scrollTo({ top: 0 })
    host.current?.querySelector('h1')?.focus({ preventScroll: true })
  }, [screen])
  return host
}
