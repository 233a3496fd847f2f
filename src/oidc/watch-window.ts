/**
 * Notices that the person has closed the pop-up. Browsers send no event for it, and a provider with
 * Cross-Origin-Opener-Policy makes a window that is open look closed for good, so `closed` is not believed by itself.
 * @module
 */
import { OidcError } from './oidc-error.js'

/** A window that is being watched. */
export interface WatchedWindow {
  /** Never resolves. Rejects when the window was closed, the time is up, or the caller's signal aborts. */
  readonly gone: Promise<never>
  /** Aborts at the same moment. */
  readonly signal: AbortSignal
  /** The window is about to leave this origin: from then on it may look closed. */
  leave(): void
  /** The window has done its work and may close. Time and the caller's signal still count. */
  disregard(): void
  end(): void
}

/** Milliseconds between two looks. */
const interval = 250

/** Watches a window that this page has opened. `timeout` in milliseconds. */
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
      fail(new OidcError('POPUP_CLOSED', 'The window was closed before it had an answer.'))
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

/** Looks that count as seen elsewhere: on its way out of reach a window is so for a moment, too. */
const certain = 3

/** Looks that a window has to seem closed before it is believed: its last message may still be on the way. */
const grace = 4

/**
 * Looks at the window. `closed` means that the person closed it; `severed`, that its page has cut the tie, so that no later
 * look says anything.
 *
 * Both look closed. A window that was seen at another origin without a cut tie has been closed, once the person is back at
 * this page. One that seems closed before it was seen there has been cut off by the first page it came to, unless this page
 * lost the focus to it and has it again right then.
 */
function observer(popup: Window): (hasLeft: boolean) => 'open' | 'closed' | 'severed' {
  let elsewhere = 0
  let lostFocus = false
  let seemedClosed = 0
  return (hasLeft) => {
    const hasFocus = document.hasFocus()
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

/** Whether the window shows a page of another origin, whose address cannot be read. */
function isElsewhere({ location }: Window): boolean {
  try {
    return location.href === ''
  } catch {
    return true
  }
}
