/** A request that has passed every check and still has to be answered. @module */
import type { AnyRoute } from '../wire/route.js'
import type { RequestBody } from './body.js'
import type { InterfaceHeaders } from './interface-headers.js'
import type { Person } from './person.js'

/** The checked parts of a request. Nothing else of its URL and headers is forwarded. */
export interface IncomingCall {
  readonly route: AnyRoute
  readonly params: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, string>>
  readonly body: RequestBody
  readonly headers: InterfaceHeaders
  readonly person: Person
  /** The account that all ids of the request belong to. The user may use it. */
  readonly accountId: string
  /** The received request without its body, for the platform's own functions. */
  readonly request: Request
  /**
   * Must be called just before the call is forwarded. From then on the call may take effect, even if its answer is
   * lost.
   */
  readonly forwarding: () => void
}
