/** Converts a standard `Request` to a `DirectRequest`, and a `DirectAnswer` to a standard `Response`. @module */
import { readAtMost } from '../wire/read-at-most.js'
import type { DirectAnswer, DirectRequest } from './direct.js'

/** Returns the direct form of a standard request. */
export const directRequest = (request: Request): DirectRequest => ({
  request,
  bare: () => new Request(request.url, { method: request.method, headers: request.headers }),
  read: (limit) => readAtMost(request.body, limit),
})

/** Returns the standard response for a direct answer. */
export const responseOf = ({ status, headers, body }: DirectAnswer): Response =>
  new Response(body, { status, headers })
