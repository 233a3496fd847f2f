/** Functions for answers that do not arrive, and for calls without a waiting caller. @module */
import type { Page } from '@playwright/test'

/**
 * Holds the first request whose path matches; later requests pass. `answered`: the backend receives and answers the
 * request, but the page never gets the answer. `unsent`: the backend never receives the request. Resolves with `first`,
 * a promise that resolves once the request has been made and, with `answered`, answered.
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

/**
 * Holds the answers to requests whose path matches until they are released. The backend receives the requests at once.
 */
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

/** Ignores the result of a call that will not end before the page does. */
export function abandoned(call: Promise<unknown>): void {
  call.catch(() => {})
}

/** Resolves with the code with which a call rejects, or with `resolved`. */
export function endOf(call: Promise<unknown>): Promise<string> {
  return call.then(
    () => 'resolved',
    (error: { readonly code?: string; readonly message?: string }) => error.code ?? String(error.message),
  )
}
