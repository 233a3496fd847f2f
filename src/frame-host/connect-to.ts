/** Waits for the announcement of the wallet's page in a frame or window, and connects to it. @module */
import { TransportError } from '../errors.js'
import { type Announcement, type Connect, protocol, version } from '../port/messages.js'
import type { End } from './end.js'
import { type Heard, type Line, openLine } from './line.js'

/** Connects each time the page at the other end has loaded. Returns a function that stops listening. */
export function connectTo(
  { page, accountId, clock, source }: End & { readonly source: () => unknown },
  heard: Heard & { readonly opened: (line: Line) => void },
): () => void {
  return page.listen((event) => {
    const { data } = event
    if (event.origin !== page.origin || !event.source || event.source !== source()) return
    if (!isAnnouncement(data)) return
    if (data.version !== version) {
      heard.refused(otherVersion(data.version))
      return
    }
    const { port1, port2 } = new MessageChannel()
    const connect: Connect = { protocol, version, connect: true, ...(accountId && { accountId }) }
    heard.opened(openLine(port1, clock, heard))
    // Only a window announces itself. The message goes to no other origin than that of the wallet's page.
    const target = event.source as Window
    target.postMessage(connect, page.origin, [port2])
  })
}

const isAnnouncement = (data: unknown): data is Announcement =>
  typeof data === 'object' &&
  data !== null &&
  Reflect.get(data, 'protocol') === protocol &&
  typeof Reflect.get(data, 'version') === 'number'

const otherVersion = (theirs: number): TransportError =>
  new TransportError(
    'FRAME_VERSION',
    `The wallet’s page speaks version ${theirs} of the protocol, this page version ${version}.`,
  )
