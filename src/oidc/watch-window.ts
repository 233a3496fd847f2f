/**
 * Detects that the user has closed the pop-up. Browsers fire no event for this, and `popup.closed` is not reliable:
 * once the pop-up has shown a page with Cross-Origin-Opener-Policy, `closed` is `true` even while the pop-up is open.
 * @module
 */
import { OidcError } from './oidc-error.js'

/** A window that is being watched. */
export interface WatchedWindow {
  /** Never resolves. Rejects when the user closes the window, `timeout` has passed, or the signal aborts. */
  readonly gone: Promise<never>
  /** Aborts when `gone` rejects. */
  readonly signal: AbortSignal
  /** Call this just before the window leaves this origin. From then on, `closed` may be `true` although it is open. */
  leave(): void
  /** Stops checking whether the window is closed. `gone` still rejects for `timeout` and for the caller's signal. */
  disregard(): void
  /** Stops watching. */
  end(): void
}

/** How often the window is checked, in milliseconds. */
const interval = 250

/** Watches a window that this page has opened. `timeout` is in milliseconds. */
export function watchWindow(
  popup: Window,
  { signal, timeout }: { readonly signal: AbortSignal; readonly timeout: number },
): WatchedWindow {
  const controller = new AbortController()
  const look = observer(popup)
  let hasLeft = false
  const gone = new Promise<never>((_, reject) => {
    controller.signal.addEventListener('abort', () => reject(controller.signal.reason))
  })
  const disregard = (): void => clearInterval(looking)
  const end = (): void => {
    disregard()
    clearTimeout(late)
    signal.removeEventListener('abort', aborted)
  }
  const fail = (reason: unknown): void => {
    end()
    controller.abort(reason)
  }
  const aborted = (): void => fail(signal.reason)
  const looking = setInterval(() => {
    const seen = look(hasLeft)
    if (seen === 'severed') disregard()
    if (seen === 'closed')
      fail(new OidcError('POPUP_CLOSED', 'The window was closed before an answer arrived.'))
  }, interval)
  const late = setTimeout(
    () => fail(new OidcError('TIMEOUT', `The provider did not answer within ${timeout / 1000} s.`)),
    timeout,
  )
  signal.addEventListener('abort', aborted)
  if (signal.aborted) aborted()
  const leave = (): void => {
    hasLeft = true
  }
  return { gone, signal: controller.signal, leave, disregard, end }
}

/**
 * How many checks must find the window at another origin before this counts. One check proves nothing: while the
 * connection to this page is being cut, the window also appears to be at another origin for a moment.
 */
const certain = 3

/**
 * How many checks must find the window closed before this counts. One check proves nothing: the window may have sent
 * its answer just before it closed, and the answer may still be on its way.
 */
const grace = 4

/**
 * Returns a function that checks the window. The result `closed` means that the user has closed the window. `severed`
 * means that a page in the window has cut the connection to this page, so further checks are useless.
 *
 * In both cases `popup.closed` is `true`. Earlier checks tell them apart:
 * - The window was seen at another origin. The page there has not cut the connection, so the user has closed the
 *   window. This is reported once this page has the focus.
 * - The window was not seen at another origin. Usually the first page in the window has cut the connection. But if this
 *   page lost the focus and has it again, the user has closed the window and come back.
 */
function observer(popup: Window): (hasLeft: boolean) => 'open' | 'closed' | 'severed' {
  let elsewhere = 0
  let lostFocus = false
  let seemedClosed = 0
  return (hasLeft) => {
    const hasFocus = isFocused()
    lostFocus ||= !hasFocus
    if (!popup.closed) {
      if (isElsewhere(popup)) elsewhere += 1
      return 'open'
    }
    if (!hasLeft) return 'closed'
    seemedClosed += 1
    if (seemedClosed < grace) return 'open'
    const wasElsewhere = elsewhere >= certain
    if (hasFocus && (wasElsewhere || lostFocus)) return 'closed'
    return wasElsewhere ? 'open' : 'severed'
  }
}

/** Whether this page has the focus. An element named `hasFocus` replaces this member of `document`. */
const isFocused = (): boolean => Reflect.get(Object.getPrototypeOf(document), 'hasFocus').call(document)

/** Whether the window shows a page of another origin, whose address cannot be read. */
function isElsewhere({ location }: Window): boolean {
  try {
    return location.href === ''
  } catch {
    return true
  }
}
