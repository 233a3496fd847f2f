/** What `serveWallet` needs of the browser: the windows around it, and what it can tell about them. @module */

import { type Announcement, protocol } from '../port/messages.js'
import { canUsePasskeys } from './can-use-passkeys.js'
import { cutOffFrame } from './cut-off.js'
import { hearEscape, keepFocus } from './keyboard.js'
import { canTrackVisibility, type Watch, watchClicks } from './watch-clicks.js'

/** The page of the frame, or of the window. */
export interface Page {
  /** The only window from which a connection is accepted: the parent, or what has opened this window. */
  readonly peer: unknown
  /** Whether this is a window of its own. */
  readonly isWindow: boolean
  /** The origins of all pages around the frame, where the browser tells them. */
  readonly ancestors: readonly string[]
  /** Whether this is a frame in a page of this origin from which the browser keeps the login. Unsure counts as no. */
  readonly isCutOff: (parent: string) => boolean
  /** Whether a question can be asked here, and passkey dialogs open. */
  readonly canAsk: boolean
  readonly announce: () => void
  /** Without a type for its data: a program without the DOM's types has a `MessageEvent` without parameters. */
  readonly listen: (listener: (event: MessageEvent) => void) => () => void
  readonly watch: (view: HTMLElement) => Watch
  /** Calls a function when the person presses Escape. Returns a function that ends this, as the next one does. */
  readonly hearEscape: (refuse: () => void) => () => void
  /** Keeps the focus in this page. */
  readonly keepFocus: () => () => void
  /** Whether the page that opened this window has gone. */
  readonly isAbandoned: () => boolean
  readonly close: () => void
}

export function browserPage(): Page {
  const isFrame = parent !== window
  const peer = isFrame ? parent : opener
  return {
    peer,
    isWindow: !isFrame,
    // Firefox does not tell. There and everywhere the header `frame-ancestors` keeps other pages from framing this one.
    ancestors: isFrame ? [...(location.ancestorOrigins ?? [])] : [],
    isCutOff: isFrame ? cutOffFrame() : () => false,
    canAsk: !isFrame || (canTrackVisibility() && canUsePasskeys()),
    // Says only that this page is there, so anyone may hear it.
    announce: () => peer?.postMessage({ protocol } satisfies Announcement, '*'),
    listen(listener) {
      addEventListener('message', listener)
      return () => removeEventListener('message', listener)
    },
    watch: watchClicks,
    hearEscape,
    // A window has nothing around it but the browser.
    keepFocus: isFrame ? keepFocus : () => () => {},
    isAbandoned: () => opener === null || opener.closed,
    close: () => window.close(),
  }
}
