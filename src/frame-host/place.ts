/** The `<iframe>` of the wallet: hidden, except while the wallet needs room to show something. @module */

/** Where the wallet's page is shown: the frame, or a window. */
export interface Place {
  /** The window of the page, or nothing if it has gone. Read each time: a frame that has moved has another window. */
  readonly window: () => Pick<Window, 'postMessage'> | null
  /** Loads the page. A window has loaded it when it opens. */
  readonly load?: () => void
  /** Covers the page with the frame, and focuses it. A window is always shown. */
  readonly show?: () => void
  readonly hide?: () => void
  /** Ends the page at once, so that it makes no call that it has not heard yet. */
  readonly remove: () => void
}

// Nothing of the page's style sheets, and of what browsers give a popover, applies.
const look =
  'all:initial;position:fixed;inset:0;width:100%;height:100%;background:canvas;z-index:2147483647;visibility:hidden'

/** Returns a place in the container, which is empty until it is loaded. */
export function frameIn(container: Element, url: string): Place {
  const frame = document.createElement('iframe')
  // Without a list of origins, both are allowed for the origin of `src`.
  frame.allow = 'publickey-credentials-get; publickey-credentials-create'
  frame.title = 'Wallet'
  frame.src = url
  frame.style.cssText = look
  /** What had the focus before the frame. The question may take it before this page hears that there is one. */
  let last: EventTarget | null = document.activeElement
  const remember = ({ target }: FocusEvent): void => {
    if (target !== frame) last = target
  }
  const isOutside = (): boolean => document.activeElement !== frame
  return {
    window: () => frame.contentWindow,
    // Also loads a frame that is there.
    load() {
      document.addEventListener('focusin', remember)
      container.append(frame)
    },
    show() {
      // In the top layer nothing of the page is above it. A browser without popovers has the `z-index`.
      frame.popover = 'manual'
      if (frame.isConnected) frame.showPopover?.()
      frame.style.visibility = 'visible'
      // Chromium scrolls what has come into the top layer back to its top at its next layout, which has to be now.
      frame.style.height = '99%'
      frame.getBoundingClientRect()
      frame.style.height = '100%'
      // Chromium would take the focus from the question in a frame that has it.
      if (isOutside()) frame.focus()
    },
    hide() {
      frame.popover = null
      frame.style.visibility = 'hidden'
      if (isOutside()) return
      // What had the focus may be gone. A hidden frame keeps it otherwise.
      frame.blur()
      // The type assertion is safe: what is focused has a method `focus`.
      ;(last as HTMLElement | null)?.focus()
    },
    remove() {
      document.removeEventListener('focusin', remember)
      frame.remove()
    },
  }
}
