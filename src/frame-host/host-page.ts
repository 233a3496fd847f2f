/** What a wallet in a frame needs of the page around it: the frame, windows, and the messages of both. @module */
import { frameIn, type Place } from './place.js'

/** The page around the frame. */
export interface HostPage {
  /** The origin of the wallet's page. */
  readonly origin: string
  /** The frame. A page on plain HTTP has none: keys and passkeys do not work in a frame there. */
  readonly frame: Place | undefined
  /** Opens a window of the wallet's page. Returns `null` if the browser blocks it. */
  readonly open: () => Place | null
  readonly listen: (listener: (event: MessageEvent<unknown>) => void) => () => void
}

/** @throws TypeError if `url` is not an `http:` or `https:` URL of another origin */
export function hostPage(given: string | URL, container: Element): HostPage {
  const { protocol, origin, href } = new URL(given, document.baseURI)
  if (!protocol.startsWith('http') || origin === location.origin)
    throw new TypeError('`url` must be an http or https URL of another origin.')
  return {
    origin,
    frame: isSecureContext ? frameIn(container, href) : undefined,
    open() {
      const opened = open(href, '_blank', 'popup,width=480,height=640')
      return opened && { window: () => (opened.closed ? null : opened), remove: () => opened.close() }
    },
    listen(listener) {
      addEventListener('message', listener)
      return () => removeEventListener('message', listener)
    },
  }
}
