/**
 * Controls the emulator over HTTP, for tests in any language: its inbox, clock, faults, accounts, keys and reset.
 * @module
 */
import * as v from 'valibot'
import { parse, type Schema } from '../../wire/schema.js'
import { ApiError, errorResponse, invalidInput } from '../handler/api-error.js'
import type { TestIssuer, TokenClaims } from '../oidc/test-issuer.js'
import type { Provisioned, ProvisionOptions } from '../provision.js'
import type { Fault, Faults } from '../server/faults.js'
import { jsonBody, readBody } from '../server/request-body.js'
import type { LoggedRequest } from '../server/request-log.js'
import type { Inbox } from '../state/inbox.js'
import { type EmulatorClock, timestamp } from '../time/clock.js'

/** The parts of the emulator that the calls under `/emulator/` use. */
export interface Controls {
  readonly inbox: Inbox
  readonly clock: EmulatorClock
  readonly faults: Faults
  readonly requests: () => readonly LoggedRequest[]
  readonly provision: (options: ProvisionOptions) => Promise<Provisioned>
  readonly fund: (accountId: string, amount: number) => void
  readonly reset: () => void
  readonly issuer: TestIssuer
  readonly exportSigner: string
  readonly webhookPublicKey: string
}

/** The prefix of all control paths. */
export const controlPath = '/emulator/'

const Nothing: Schema<object> = v.strictObject({})
const Amount = v.pipe(v.number(), v.safeInteger(), v.minValue(1))
const Text = v.pipe(v.string(), v.minLength(1), v.maxLength(320))

const Advance: Schema<{ advance: number }> = v.strictObject({
  advance: v.pipe(v.number(), v.safeInteger(), v.minValue(0), v.maxValue(100 * 366 * 86_400_000)),
})

const WantedFault: Schema<{ call: string; fault: Fault }> = v.strictObject({
  call: v.pipe(v.string(), v.regex(/^[A-Z]+ \/\S*$/)),
  fault: v.strictObject({
    answer: v.exactOptional(v.literal('lost')),
    drop: v.exactOptional(v.literal(true)),
    delay: v.exactOptional(v.pipe(v.number(), v.safeInteger(), v.minValue(0))),
    status: v.exactOptional(v.pipe(v.number(), v.safeInteger(), v.minValue(200), v.maxValue(599))),
    code: v.exactOptional(Text),
    retryAfter: v.exactOptional(v.pipe(v.number(), v.safeInteger(), v.minValue(0))),
    body: v.exactOptional(v.unknown()),
  }),
})

const Funding: Schema<{ accountId: string; amount: number }> = v.strictObject({
  accountId: Text,
  amount: Amount,
})

const Wanted: Schema<ProvisionOptions> = v.strictObject({
  customerId: v.exactOptional(Text),
  email: v.exactOptional(v.pipe(v.string(), v.email(), v.maxLength(320))),
  fullName: v.exactOptional(Text),
  platformCustomerId: v.exactOptional(Text),
  balance: v.exactOptional(v.pipe(v.number(), v.safeInteger(), v.minValue(0))),
  currency: v.exactOptional(Text),
  accountType: v.exactOptional(v.picklist(['EMBEDDED_WALLET', 'INTERNAL_FIAT', 'INTERNAL_CRYPTO'])),
  credential: v.exactOptional(v.literal(false)),
})

const Claims: Schema<TokenClaims> = v.looseObject({
  sub: Text,
  email: v.exactOptional(Text),
  nonce: v.exactOptional(Text),
  iat: v.exactOptional(v.number()),
  exp: v.exactOptional(v.number()),
  aud: v.exactOptional(v.union([Text, v.array(Text)])),
})

type Answer = { readonly status: 200 | 201; readonly body: unknown } | { readonly status: 204 }
type Row = (controls: Controls, body: unknown, query: URLSearchParams) => Answer | Promise<Answer>

const ok = (body: unknown): Answer => ({ status: 200, body })
const done: Answer = { status: 204 }

/** Makes a table entry that parses the body with a schema before it answers. */
const taking =
  <T>(schema: Schema<T>, answer: (controls: Controls, input: T) => Answer | Promise<Answer>): Row =>
  (controls, body) => {
    const parsed = parse(schema, body ?? {})
    if (!parsed.ok) {
      throw invalidInput(
        'The body does not match the schema of this call.',
        ...parsed.issues.map(({ path }) => path),
      )
    }
    return answer(controls, parsed.value)
  }

const time = ({ clock }: Controls): Answer => ok({ now: timestamp(clock.now()) })

const rows: Readonly<Record<string, Row>> = {
  'GET /emulator/inbox': ({ inbox }, _, query) => {
    const to = query.get('to')?.toLowerCase()
    const mails = inbox.all().filter((mail) => to === undefined || mail.to.toLowerCase() === to)
    return ok({ data: mails.reverse() })
  },
  'GET /emulator/clock': time,
  'POST /emulator/clock': taking(Advance, async (controls, { advance }) => {
    await controls.clock.advance(advance)
    return time(controls)
  }),
  'GET /emulator/faults': ({ faults }) => ok({ data: faults.pending() }),
  'POST /emulator/faults': taking(WantedFault, ({ faults }, { call, fault }) => {
    const [method = '', path = ''] = call.split(' ')
    faults.next(`${method} /${path.slice(1)}`, fault)
    return done
  }),
  'DELETE /emulator/faults': ({ faults }) => {
    faults.clear()
    return done
  },
  'GET /emulator/requests': ({ requests }) => ok({ data: requests() }),
  'POST /emulator/fund': taking(Funding, ({ fund }, { accountId, amount }) => {
    fund(accountId, amount)
    return done
  }),
  'POST /emulator/provision': taking(Wanted, async ({ provision }, wanted) => ({
    status: 201,
    body: await provision(wanted),
  })),
  'POST /emulator/id-token': taking(Claims, async ({ issuer }, claims) =>
    ok({ idToken: await issuer.token(claims) }),
  ),
  'GET /emulator/keys': ({ webhookPublicKey, exportSigner, issuer }) =>
    ok({
      webhookPublicKey,
      exportSigner,
      issuer: { url: issuer.url, audience: issuer.audience, jwks: issuer.jwks },
    }),
  'POST /emulator/reset': taking(Nothing, ({ reset }) => {
    reset()
    return done
  }),
}

/**
 * Answers the calls under `/emulator/`. They need no token, so only this machine may make them. The `Host` must be a
 * loopback name, which prevents DNS rebinding, and calls from pages of other origins are refused.
 */
export async function answerControl(request: Request, controls: Controls): Promise<Response> {
  try {
    const { pathname, searchParams } = new URL(request.url)
    refuseForeign(request)
    const row = rows[`${request.method} ${pathname}`]
    if (row === undefined) throw unknownCall(request.method, pathname)
    const bytes = await readBody(request)
    if (bytes === undefined) throw new ApiError(413, 'PAYLOAD_TOO_LARGE', 'The body is too large.')
    const answer = await row(controls, jsonBody(bytes, request.headers.get('content-type')), searchParams)
    const headers = { 'Cache-Control': 'no-store' }
    return answer.status === 204
      ? new Response(null, { status: 204, headers })
      : Response.json(answer.body, { status: answer.status, headers })
  } catch (error) {
    if (error instanceof ApiError) return errorResponse(error)
    if (error instanceof RangeError) return errorResponse(invalidInput(error.message))
    throw error
  }
}

function refuseForeign(request: Request): void {
  const { hostname, origin } = new URL(request.url)
  const from = request.headers.get('origin')
  const site = request.headers.get('sec-fetch-site')
  const isLoopback = /^(localhost|([\w-]+\.)+localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname)
  const isOwnPage = (from === null || from === origin) && (site === null || /^(same-origin|none)$/.test(site))
  if (!isLoopback || !isOwnPage) {
    throw new ApiError(
      403,
      'FORBIDDEN',
      'The emulator can be controlled only from this machine, and not by pages of other origins.',
    )
  }
}

function unknownCall(method: string, pathname: string): ApiError {
  const methods = Object.keys(rows)
    .filter((row) => row.endsWith(` ${pathname}`))
    .map((row) => row.split(' ')[0])
  if (methods.length === 0) return new ApiError(404, 'REFERENCE_NOT_FOUND', 'There is no such path.')
  const headers = { Allow: methods.join(', ') }
  return new ApiError(405, 'METHOD_NOT_ALLOWED', `${method} is not allowed for this path.`, { headers })
}
