/** Answers that do not arrive, and calls that nobody waits for. @module */
import type { Page } from '@playwright/test'

/**
 * Holds the first request whose path matches; later ones pass. `answered`: the backend gets it and answers, but the page
 * never learns of it; `unsent`: the backend never sees it. The answer resolves to a promise that settles when the request
 * was made, and answered.
 */
export async function hold(
  page: Page,
  path: RegExp,
  how: 'answered' | 'unsent',
): Promise<{ readonly first: Promise<void> }> {
  let seen = (): void => {}
  const first = new Promise<void>((resolve) => {
    seen = resolve
  })
  let isHeld = false
  await page.route(path, async (route) => {
    if (isHeld) return route.fallback()
    isHeld = true
    if (how === 'answered') await route.fetch()
    seen()
  })
  return { first }
}

/** Holds the answers to requests whose path matches, which the backend gets at once, until they are released. */
export async function held(
  page: Page,
  path: RegExp,
): Promise<{ readonly answered: Promise<void>; readonly release: () => void }> {
  let release = (): void => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  let seen = (): void => {}
  const answered = new Promise<void>((resolve) => {
    seen = resolve
  })
  await page.route(path, async (route) => {
    const response = await route.fetch()
    seen()
    await released
    await route.fulfill({ response })
  })
  return { answered, release }
}

/** Begins a call that the page will not live to see the end of. */
export function abandoned(call: Promise<unknown>): void {
  call.catch(() => {})
}

/** The code a call rejects with, or `resolved`. */
export function endOf(call: Promise<unknown>): Promise<string> {
  return call.then(
    () => 'resolved',
    (error: { readonly code?: string; readonly message?: string }) => error.code ?? String(error.message),
  )
}
