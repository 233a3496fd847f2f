/** The answers of the demo server, and the error that becomes an answer. @module */
import * as v from 'valibot'

/** A refusal that a route throws. Its answer has the error format that the library and the page expect. */
export class Refused extends Error {
  override readonly name = 'Refused'
  readonly status: number
  readonly code: string

  constructor(status: number, code: string, message: string) {
    super(message)
    this.status = status
    this.code = code
  }
}

/** Makes a JSON answer that is not cached. */
export function json(body: unknown, status = 200): Response {
  return Response.json(body, { status, headers: { 'Cache-Control': 'no-store' } })
}

/** Makes the answer for anything that a route threw. An unexpected error becomes a 500 without details. */
export function refusalOf(error: unknown): Response {
  const { status, code, message } =
    error instanceof Refused ? error : new Refused(500, 'INTERNAL_ERROR', 'Something went wrong here.')
  return json({ status, code, message }, status)
}

/** Parses a request's body with a schema. Throws 400 if the body does not match. */
export async function bodyOf<T>(request: Request, schema: v.GenericSchema<unknown, T>): Promise<T> {
  const text = await request.text()
  const parsed = v.safeParse(schema, text.length <= 4096 ? parseJson(text) : undefined)
  if (!parsed.success) throw new Refused(400, 'INVALID_INPUT', 'The request body has the wrong format.')
  return parsed.output
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
