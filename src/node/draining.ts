/** Closes a server without cutting off what it is doing. @module */
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { setImmediate } from 'node:timers/promises'

/**
 * Watches a server's connections. Returns a function that closes the server and resolves when the running requests have
 * ended, or have been cut off after `timeout` milliseconds:
 *
 * - Connections without a running request are closed at once, also those that have never sent one.
 * - Answers that have not begun say `Connection: close`, so that no proxy sends another request on their connections.
 * - A connection whose answer had begun is closed when the answer has ended.
 */
export function draining(server: Server): (timeout: number) => Promise<void> {
  const running = new Map<ServerResponse, Socket>()
  const sockets = new Set<Socket>()
  let isClosing = false

  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  // Comes before the listener that answers, which may send the headers in the same task.
  server.prependListener('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    running.set(response, socket)
    if (isClosing) response.shouldKeepAlive = false
    response.once('close', () => {
      running.delete(response)
      if (isClosing && !isBusy(socket)) socket.end()
    })
  })
  const isBusy = (socket: Socket): boolean => [...running.values()].includes(socket)

  return async (timeout) => {
    isClosing = true
    for (const response of running.keys()) response.shouldKeepAlive = false
    // A request that has arrived may lie unread on a connection that looks idle. The second turn begins with reading.
    for (const _ of [1, 2]) await setImmediate()
    await new Promise<void>((resolve, reject) => {
      const cutOff = setTimeout(() => server.closeAllConnections(), timeout)
      server.close((error) => {
        clearTimeout(cutOff)
        if (error === undefined) resolve()
        else reject(error)
      })
      server.closeIdleConnections()
      // Node counts a connection that has not sent anything yet as one with a request.
      for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy()
    })
  }
}
