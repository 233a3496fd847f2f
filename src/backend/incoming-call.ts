/** A request that has passed every check but has not been answered. @module */
import type { AnyRoute } from '../wire/route.js'
import type { RequestBody } from './body.js'
import type { InterfaceHeaders } from './interface-headers.js'

/** Checked parts only: nothing of the received URL or headers goes on but through here. */
export interface IncomingCall {
  readonly route: AnyRoute
  readonly params: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, string>>
  readonly body: RequestBody
  readonly headers: InterfaceHeaders
  /** The account that all ids of the request belong to, and that the person may use. */
  readonly accountId: string
  /** The received request without its body, for the platform's own functions. */
  readonly request: Request
}
