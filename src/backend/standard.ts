/** The standard `Request` and `Response` as the parts that the backend works with, and back. @module */
import { readAtMost } from '../wire/read-at-most.js'
import type { DirectAnswer, DirectRequest } from './direct.js'

/** The parts of a request. */
export const directRequest = (request: Request): DirectRequest => ({
  request,
  bare: () => new Request(request.url, { method: request.method, headers: request.headers }),
  read: (limit) => readAtMost(request.body, limit),
})

/** The response with these parts. */
export const responseOf = ({ status, headers, body }: DirectAnswer): Response =>
  new Response(body, { status, headers })
