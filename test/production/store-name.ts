/** The address of a store, which outlives its servers: a proxy that leads new connections to one of them. @module */
import { once } from 'node:events'
import { connect, createServer, type NetConnectOpts, type Socket } from 'node:net'

export interface StoreName {
  readonly port: number
  /** Leads new connections to another server. Those that are open stay with theirs. */
  turn(to: NetConnectOpts): void
  /** Leaves the open connections without an answer and without an end, as a machine does that is gone. */
  silence(): void
  close(): void
}

interface Pair {
  readonly client: Socket
  readonly server: Socket
  isSilent: boolean
}

export async function nameStore(first: NetConnectOpts): Promise<StoreName> {
  let target = first
  const pairs = new Set<Pair>()
  const proxy = createServer((client) => {
    const server = connect(target)
    const pair: Pair = { client, server, isSilent: false }
    pairs.add(pair)
    client.on('data', (bytes) => void (pair.isSilent || server.write(bytes)))
    server.on('data', (bytes) => void (pair.isSilent || client.write(bytes)))
    const end = (): void => {
      client.destroy()
      server.destroy()
      pairs.delete(pair)
    }
    client.on('error', end).on('close', end)
    // That a server has ended does not arrive through a connection that is silent.
    for (const event of ['error', 'close']) server.on(event, () => void (pair.isSilent || end()))
  })
  await once(proxy.listen(0, '127.0.0.1'), 'listening')
  const address = proxy.address()
  if (address === null || typeof address === 'string') throw new Error('The proxy has no port.')
  return {
    port: address.port,
    turn: (to) => {
      target = to
    },
    silence() {
      for (const pair of pairs) pair.isSilent = true
    },
    close() {
      proxy.close()
      for (const { client, server } of pairs) for (const socket of [client, server]) socket.destroy()
    },
  }
}
