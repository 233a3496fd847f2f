/** What a wallet in a frame needs of the page around it: the frame, windows, and the messages of both. @module */
import { type Place, placeFrame } from './place.js'

/** A window of the wallet's page. */
export type Peer = Pick<Window, 'postMessage' | 'close' | 'closed'>

/** The page around the frame. */
export interface HostPage {
  readonly origin: string
  readonly place: Place
  /** Opens a window of the wallet's page. Returns `null` if the browser blocks it. */
  readonly open: () => Peer | null
  readonly listen: (listener: (event: MessageEvent<unknown>) => void) => () => void
}

/** @throws TypeError if `url` is not an `http:` or `https:` URL of another origin */
export function hostPage(given: string | URL, container: Element): HostPage {
  const url = new URL(given, document.baseURI)
  if (!url.protocol.startsWith('http') || url.origin === location.origin)
    throw new TypeError('`url` must be an http or https URL of another origin.')
  return {
    origin: url.origin,
    place: placeFrame(url, container),
    open: () => open(url, '_blank', 'popup,width=480,height=640'),
    listen(listener) {
      addEventListener('message', listener)
      return () => removeEventListener('message', listener)
    },
  }
}
