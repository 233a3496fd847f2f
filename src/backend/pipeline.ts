/**
 * Handles a call: makes all checks in order, and then lets the matching entry of the allow-list answer the call.
 * @module
 */
import type { AllowedCall } from './allowed-calls.js'
import { errorIn, passBack, type UpstreamAnswer } from './answer.js'
import type { BackendEvent, Learned } from './events.js'
import type { Limits } from './policy/limits.js'
import { notForwarded, type StepUp } from './policy/step-up.js'
import { Refusal } from './refusal.js'
import { readBody } from './request/body.js'
import { readParams, readQuery } from './request/ids.js'
import type { IncomingCall } from './request/incoming-call.js'
import { readInterfaceHeaders } from './request/interface-headers.js'
import { checkOrigin } from './request/origin.js'
import { type Person, subjectsOf } from './request/person.js'
import { type Match, withoutBase } from './request/router.js'
import { provesNoEffect } from './service/upstream.js'

/** The dependencies of {@link createPipeline}. */
export interface PipelineContext {
  readonly basePath: string
  readonly origins: readonly string[]
  readonly match: (method: string, path: string) => Match<AllowedCall>
  readonly personOf: (request: Request) => Promise<Person>
  readonly limits: Limits
  readonly stepUp: StepUp
  readonly report: (error: Error) => void
}

/** An answer, with the details that the audit trail records about it. */
export interface Answered {
  readonly answer: Response
  /** The error code of the answer, if it has one. */
  readonly code: string | undefined
  readonly by: BackendEvent['by']
}

/**
 * Returns a function that answers a call or throws a refusal. The platform's own functions get what `bare`
 * returns, the request without its body. The function stores in `learned` what the audit trail
 * needs, and calls `forwarding` just before it forwards the call. It reads the body only once the user is known, and
 * forwards nothing before every check has passed.
 */
export function createPipeline(
  context: PipelineContext,
): (request: Request, bare: () => Request, learned: Learned, forwarding: () => void) => Promise<Answered> {
  const { basePath, origins, match, personOf, limits, stepUp, report } = context
  return async (request, bare, learned, forwarding) => {
    const url = new URL(request.url)
    const { entry, params: asSent } = match(request.method, withoutBase(url.pathname, basePath))
    const { route } = entry
    learned.operation = route.operation
    checkOrigin(request.headers, origins)
    if (!(await entry.isAllowed())) throw new Refusal('NOT_FOUND', 'Unknown path.')
    const query = readQuery(route, url.searchParams)
    const params = readParams(route, asSent)
    const headers = readInterfaceHeaders(request.headers)

    const person = await personOf(bare())
    learned.accounts = person.accounts
    // Refused before anything is counted: people without accounts would use up each other's limits.
    if (person.accounts.length === 0) throw forbidden()
    await limits.count(['calls', subjectsOf(person)])
    const body = await readBody(request, route)

    const parts = { params, query, body: body.value }
    const lookingUp = (): Promise<void> => limits.count(['unknownIds', subjectsOf(person)])
    const accountId = await entry.ownerOf(parts, { ...person, lookingUp })
    if (accountId === undefined || !person.accounts.includes(accountId)) throw forbidden()
    learned.accountId = accountId
    if (!entry.hasAllowedTypes(parts)) throw forbidden()
    const people = subjectsOf(person, accountId)
    for (const group of await entry.uses({ ...parts, headers, accountId, people }))
      await limits.count(...group)

    let isForwarded = false
    const call: IncomingCall = {
      ...{ route, params, query, headers, body, person, accountId, learned, request: bare() },
      forwarding: () => {
        isForwarded = true
        forwarding()
      },
    }
    const { spent, settle } = await stepUp.admit(call, entry.demands)
    if (spent?.by !== undefined) learned.provenBy = spent.by
    try {
      const answer = await entry.answer(call)
      // The call may have taken effect, so the page must get the answer even if `settle` fails.
      await settle(answer).catch(report)
      return { answer: passBack(answer), code: codeOf(answer), by: isForwarded ? 'service' : 'backend' }
    } catch (error) {
      if (!isForwarded || provesNoEffect(error)) await settle(notForwarded).catch(report)
      throw error
    }
  }
}

const forbidden = (): Refusal => new Refusal('FORBIDDEN', 'Not allowed for this account.')

const codeOf = (answer: UpstreamAnswer): string | undefined =>
  answer.status < 400 ? undefined : errorIn(answer)?.code
