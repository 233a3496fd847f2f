/**
 * Starts the emulator for the tests of the interface: calls and webhooks go over HTTP on loopback, and the tests move
 * its clock.
 * @module
 */
import { serve } from 'embedded-wallet-auth/node'
import { type Answer, type Sent, send } from '../../emulator/src/fixtures/client.js'
import { type TestEndpoint, testEndpoint } from '../../emulator/src/fixtures/endpoint.js'
import {
  createEmulator,
  type Emulator,
  type EmulatorOptions,
  type Provisioned,
  steppedClock,
} from '../../emulator/src/index.js'

/** An emulator on one port, and the platform's webhook endpoint on another. */
export interface Service {
  /** The emulator. Its `fetch` goes over HTTP. */
  readonly emulator: Emulator
  readonly endpoint: TestEndpoint
  /** Makes a call with the platform's token pair. `call` is the method and the path below the base path. */
  readonly call: <Body>(call: string, body?: unknown, headers?: Sent['headers']) => Promise<Answer<Body>>
  /** Like `call`, but resolves with the body. Throws unless the answer has the status. */
  readonly got: <Body>(status: number, call: string, body?: unknown) => Promise<Body>
  /** Advances the clock by a number of milliseconds. */
  readonly pass: (ms: number) => Promise<void>
  /** Resolves with the types of the events about a resource that reached the endpoint, in order. */
  readonly eventsOf: (id: string) => Promise<readonly string[]>
  /** Creates a customer, by default with an account of 1000.00 USD. */
  readonly customer: (options?: Parameters<Emulator['provision']>[0]) => Promise<Provisioned>
  readonly close: () => Promise<void>
}

/** Serves an emulator in sandbox mode, and the endpoint that receives its webhooks. */
export async function startService(options: EmulatorOptions = {}): Promise<Service> {
  const endpoint = testEndpoint()
  const platform = await serve(endpoint.fetch, { port: 0 })
  const webhooks = { url: `${platform.url}/webhooks` }
  const inMemory = createEmulator({ mode: 'sandbox', clock: steppedClock(), webhooks, ...options })
  const served = await serve(inMemory.fetch, { port: 0 })
  const emulator: Emulator = {
    ...inMemory,
    fetch: (input, init) => fetch(String(input).replace('http://service.test', served.url), init),
  }
  const call: Service['call'] = (text, body, headers = {}) =>
    send(emulator, text, body === undefined ? { headers } : { body, headers })
  return {
    emulator,
    endpoint,
    call,
    async got<Body>(status: number, text: string, body?: unknown) {
      const answer = await call<Body>(text, body)
      if (answer.status !== status)
        throw new Error(`${text}: ${answer.status} ${JSON.stringify(answer.body)}`)
      return answer.body
    },
    pass: (ms) => emulator.clock.advance(ms),
    async eventsOf(id) {
      for (let turn = 0; turn < 100 && isUnderWay(emulator); turn++) await emulator.clock.advance(0)
      return endpoint.arrived.filter(({ event }) => idOf(event.data) === id).map(({ event }) => event.type)
    },
    customer: (wanted = {}) =>
      emulator.provision({ accountType: 'INTERNAL_FIAT', balance: 1_000_00, ...wanted }),
    async close() {
      await served.close()
      await platform.close()
    },
  }
}

const isUnderWay = (emulator: Emulator): boolean =>
  emulator.webhooks.deliveries().some(({ outcome }) => outcome === undefined)

const idOf = (data: unknown): unknown =>
  typeof data === 'object' && data && 'id' in data ? data.id : undefined
