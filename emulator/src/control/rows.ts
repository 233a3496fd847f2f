/** The table of control calls: one function for each method and path. @module */
import { parse, type Schema } from 'embedded-wallet-auth/wire'
import { ApiError, invalidInput } from '../handler/api-error.js'
import { keyDeliveryOf } from '../handler/behaviour.js'
import { timestamp } from '../time/clock.js'
import { accountsMatching } from './accounts.js'
import {
  Advance,
  Claims,
  Funding,
  Nothing,
  WantedAccount,
  WantedCall,
  WantedFault,
  WantedProfile,
} from './bodies.js'
import type { Controls } from './controls.js'
import { listedMails } from './mails.js'
import { sampleIds } from './sample-ids.js'
import { sendCall } from './send-call.js'

/** The answer to a control call. */
export type ControlAnswer = { readonly status: 200 | 201; readonly body: unknown } | { readonly status: 204 }

/** The input of a control call. */
export interface Question {
  /** The parsed JSON body, or `undefined` if there is no body. */
  readonly body: unknown
  readonly query: URLSearchParams
  /** The origin in the request's URL. */
  readonly origin: string
}

/** Handles one control call. Throws an `ApiError` or a `RangeError` to refuse it. */
export type ControlCall = (controls: Controls, question: Question) => ControlAnswer | Promise<ControlAnswer>

const ok = (body: unknown): ControlAnswer => ({ status: 200, body })
const noContent: ControlAnswer = { status: 204 }

/**
 * Creates a row that parses the body with `schema` and passes the result to `answer`. Throws 400 for an invalid body.
 */
const taking =
  <T>(
    schema: Schema<T>,
    answer: (controls: Controls, input: T, question: Question) => ControlAnswer | Promise<ControlAnswer>,
  ): ControlCall =>
  (controls, question) => {
    const parsed = parse(schema, question.body ?? {})
    if (!parsed.ok) {
      throw invalidInput(
        'The body does not match the schema of this call.',
        ...parsed.issues.map(({ path }) => path),
      )
    }
    return answer(controls, parsed.value, question)
  }

/**
 * Returns a query parameter as a number, or `otherwise` if the parameter is missing. Throws 400 if it is not a whole
 * number.
 */
function wholeNumber(query: URLSearchParams, name: string, otherwise: number): number {
  const given = query.get(name)
  if (given === null) return otherwise
  if (!/^\d{1,15}$/.test(given)) throw invalidInput(`${name} must be a whole number.`, name)
  return Number(given)
}

const time = ({ clock }: Controls): ControlAnswer => ok({ now: timestamp(clock.now()) })

/** The query parameters of the control calls that have any. */
export const controlQueries: Readonly<Record<string, readonly string[]>> = {
  'GET /emulator/inbox': ['to'],
  'DELETE /emulator/faults': ['id'],
  'GET /emulator/requests': ['after', 'limit'],
  'GET /emulator/accounts': ['search', 'limit'],
  'GET /emulator/ids': ['accountId'],
}

/** The control calls, by method and path. */
export const rows: Readonly<Record<string, ControlCall>> = {
  'GET /emulator/status': ({ clock, apiToken, revision, inbox, requests, faults, context }) =>
    ok({
      revision: revision(),
      now: timestamp(clock.now()),
      profile: context.profile,
      mode: context.facts.magicValues === 'none' ? 'strict' : 'sandbox',
      keyDelivery: keyDeliveryOf(context.facts),
      tokenId: apiToken.tokenId,
      counts: {
        mails: inbox.all().length,
        requests: requests().length,
        armedFaults: faults.pending().length,
        firedFaults: faults.fired().length,
        accounts: context.state.accounts.size,
      },
    }),
  'GET /emulator/inbox': ({ context, inbox }, { query }) => {
    // In a query a plus that is not encoded is a space, and neither addresses nor numbers have spaces.
    const to = query.get('to')?.toLowerCase().replaceAll(' ', '+')
    const mails = listedMails(context, inbox.all())
    return ok({ data: mails.filter((mail) => to === undefined || mail.to.toLowerCase() === to) })
  },
  'GET /emulator/clock': time,
  'POST /emulator/clock': taking(Advance, async (controls, { advance }) => {
    await controls.clock.advance(advance)
    return time(controls)
  }),
  'GET /emulator/facts': ({ context }) => ok({ profile: context.profile, facts: context.facts }),
  'POST /emulator/profile': taking(WantedProfile, ({ play }, { profile }) => {
    try {
      play(profile)
    } catch (error) {
      // The emulator was started in sandbox mode, and the profile takes no magic values.
      throw error instanceof TypeError ? invalidInput(error.message, 'profile') : error
    }
    return noContent
  }),
  'GET /emulator/faults': ({ faults }) => ok({ data: faults.pending(), fired: faults.fired() }),
  'POST /emulator/faults': taking(WantedFault, ({ faults }, { call, fault }) => {
    const [method = '', path = ''] = call.split(' ')
    faults.next(`${method} /${path.slice(1)}`, fault)
    return noContent
  }),
  'DELETE /emulator/faults': ({ faults }, { query }) => {
    if (!query.has('id')) faults.clear()
    else if (!faults.remove(wholeNumber(query, 'id', 0)))
      throw new ApiError(404, 'REFERENCE_NOT_FOUND', 'No queued fault has this id.')
    return noContent
  },
  'GET /emulator/requests': ({ requests }, { query }) => {
    const after = wholeNumber(query, 'after', 0)
    const limit = wholeNumber(query, 'limit', Number.POSITIVE_INFINITY)
    const newer = requests().filter(({ id }) => id > after)
    return ok({ data: newer.slice(Math.max(0, newer.length - limit)) })
  },
  'DELETE /emulator/requests': ({ clearRequests }) => {
    clearRequests()
    return noContent
  },
  'GET /emulator/accounts': ({ context }, { query }) =>
    ok(accountsMatching(context, query.get('search') ?? '', wholeNumber(query, 'limit', 100))),
  'GET /emulator/ids': ({ context }, { query }) =>
    ok({ ids: sampleIds(context, query.get('accountId') ?? undefined) }),
  'POST /emulator/fund': taking(Funding, ({ fund }, { accountId, amount }) => {
    fund(accountId, amount)
    return noContent
  }),
  'POST /emulator/provision': taking(WantedAccount, async ({ provision }, wanted) => ({
    status: 201,
    body: await provision(wanted),
  })),
  'POST /emulator/send': taking(WantedCall, async (controls, wanted, { origin }) =>
    ok(await sendCall(controls, wanted, origin)),
  ),
  'POST /emulator/id-token': taking(Claims, async ({ issuer }, claims) =>
    ok({ idToken: await issuer.token(claims) }),
  ),
  'GET /emulator/keys': ({ webhookPublicKey, exportSigner, otpSigner, issuer }) =>
    ok({
      webhookPublicKey,
      exportSigner,
      otpSigner,
      issuer: { url: issuer.url, audience: issuer.audience, jwks: issuer.jwks },
    }),
  'POST /emulator/reset': taking(Nothing, ({ reset }) => {
    reset()
    return noContent
  }),
}
