/** Step-up: decides which calls need a recent sign-in, and which sign-ins are used up. @module */
import * as v from 'valibot'
import type { CredentialType } from '../../wire/credential-type.js'
import { VerifyCredentialBody, verifyCredentialRoute } from '../../wire/credentials.js'
import { parseAnswer } from '../../wire/parse-answer.js'
import { isRefusal } from '../../wire/read-answer.js'
import { CredentialTypeSchema, id, looseObject, parse, type Schema } from '../../wire/schema.js'
import { errorIn, type UpstreamAnswer } from '../answer.js'
import { outcomeOf } from '../events.js'
import type { StepUpRule } from '../options.js'
import { unpadded } from '../payments/passkey-keys.js'
import { askPlatform } from '../platform.js'
import { Refusal } from '../refusal.js'
import type { IncomingCall } from '../request/incoming-call.js'
import { loginOf } from '../request/person.js'
import type { Demand } from './operations.js'
import type { Proof, ProofSubject, Proofs, SignIn } from './proofs.js'

/**
 * Finishes the step-up of a call. Must be called with the call's answer, or with {@link notForwarded} if the call was
 * not forwarded.
 */
export type Settle = (answer: Pick<UpstreamAnswer, 'status' | 'value'>) => Promise<void>

/**
 * Passed to {@link Settle} if the call was not forwarded. It has the status of a refused call, which has no effect
 * either.
 */
export const notForwarded: Parameters<Settle>[0] = { status: 400, value: undefined }

/** A call that may be forwarded. */
export interface Admitted {
  /** The proof that the call has used up: this request, or the first leg of the same call. */
  readonly spent?: Proof | undefined
  readonly settle: Settle
}

export interface StepUp {
  /** Rejects with 403 `STEP_UP_REQUIRED`, or resolves with how to finish the step-up. */
  admit(call: IncomingCall, demands: Demand | undefined): Promise<Admitted>
}

/** A call that needed no proof, and leaves nothing to finish. */
export const freely: Admitted = { settle: async () => {} }

/**
 * A step-up rule. Returns a function that decides whether the call may be forwarded, or `undefined` if no decision is
 * needed. That function is not called for the signed retry of an accepted call.
 */
export type Rule = (call: IncomingCall, demands: Demand | undefined) => Decision | undefined

/** Resolves with the proof that was spent on the call, if any. Rejects with 403 if the call may not be forwarded. */
type Decision = (subject: ProofSubject) => Promise<Proof | undefined>

const Challenged: Schema<{ readonly requestId: string }> = looseObject({ requestId: v.string() })

const Decided = v.boolean()

/** Step-up that is switched off: no call needs a proof, and no sign-in is recorded. */
export const noStepUp: StepUp = { admit: async () => freely }

/**
 * Creates the step-up. It records every successful verify call, and lets the rule decide about the other calls. If the
 * service answers a call with 202, the rule does not decide about the signed retry, which has the `requestId` from that
 * answer.
 */
export function createStepUp(proofs: Proofs, rule: Rule, now: () => number): StepUp {
  return {
    async admit(call, demands) {
      const subject: ProofSubject = { accountId: call.accountId, login: loginOf(call.person) }
      if (call.route === verifyCredentialRoute) {
        return {
          async settle(answer) {
            const made = madeBy(call, answer)
            if (made !== undefined) await proofs.record(subject, { at: now(), ...proverOf(call, made) })
          },
        }
      }
      const { requestId } = call.headers
      const decide = rule(call, demands)
      if (decide === undefined) return freely
      const covered = coveredCall(call)
      const cover = requestId && (await proofs.spendCover(subject, covered, requestId))
      const spent = cover ? cover.spent : await decide(subject)
      return {
        spent,
        async settle(answer) {
          const challenged = answer.status === 202 && !cover ? parse(Challenged, answer.value) : undefined
          if (challenged?.ok) await proofs.cover(subject, covered, challenged.value.requestId, spent)
          else if (spent !== undefined && hadNoEffect(answer) && !(cover && isAboutACopy(answer)))
            await proofs.giveBack(subject, spent)
        },
      }
    },
  }
}

/** Whether a stamped call may have taken effect, and this be the answer to a copy that something in between sent. */
const isAboutACopy = ({ status }: Parameters<Settle>[0]): boolean => status === 401 || status === 409

/** Whether an answer proves that the call had no effect, so that what it spent is given back. */
const hadNoEffect = (answer: Parameters<Settle>[0]): boolean =>
  isRefusal(answer.status, errorIn(answer) !== undefined)

/**
 * Returns the resource that a call has made, such as the session of a sign-in. `undefined` if the answer does not say
 * that the service has made one of the call's account: something in between may have answered.
 */
export function madeBy(
  { route, accountId }: Pick<IncomingCall, 'route' | 'accountId'>,
  { status, value }: Parameters<Settle>[0],
): Made | undefined {
  if (outcomeOf(status, false) !== 'done' || !parseAnswer(route.answer, value).ok) return undefined
  const made = parseAnswer(Made, value)
  return made.ok && made.value.accountId === accountId ? made.value : undefined
}

/** Returns who signed in: what the service says, as far as the body that it accepted says the same. */
function proverOf({ body }: IncomingCall, { type, credentialId }: Made): Omit<SignIn, 'at'> {
  const sent = parse(VerifyCredentialBody, body.value)
  if (!sent.ok || sent.value.type !== type) return {}
  if (!('assertion' in sent.value)) return { by: type }
  const passkey = unpadded(sent.value.assertion.credentialId)
  return unpadded(credentialId ?? passkey) === passkey ? { by: type, passkey } : {}
}

/** A credential or a session. `type` and `credentialId` are those of its credential. */
interface Made {
  readonly accountId: string
  readonly type: CredentialType
  readonly credentialId?: string
}

const Made: Schema<Made> = looseObject({
  accountId: id('InternalAccount'),
  type: CredentialTypeSchema,
  credentialId: v.exactOptional(v.string()),
})

/** Everything that a signed retry must repeat: the route, its parameters and the body. */
const coveredCall = ({ route, params, query, body }: IncomingCall): string =>
  JSON.stringify([route.method, route.path, params, query, body.value ?? null])

/** The dependencies of {@link defaultRule}. */
export interface DefaultRuleContext {
  readonly proofs: Proofs
  /** The maximum age of a sign-in for all operations except a refresh, in seconds. */
  readonly maxAge: number
  /** The maximum age of a sign-in for a refresh, in seconds. */
  readonly refreshMaxAge: number
  readonly hasCredentials: (accountId: string) => Promise<boolean>
  readonly now: () => number
}

/**
 * Creates the default rule, which demands the proof that the row of the operation names. If the account has no
 * credentials, no proof is needed, because nobody can sign in to the account yet.
 */
export function defaultRule(context: DefaultRuleContext): Rule {
  const { proofs, maxAge, refreshMaxAge, hasCredentials, now } = context
  const accepts: Readonly<Record<Demand, (subject: ProofSubject, proof: Proof) => Promise<boolean>>> = {
    spent: proofs.spend,
    unspent: proofs.isUnspent,
    recent: async () => true,
  }
  return (_, demands) =>
    demands &&
    (async (subject) => {
      const limit = demands === 'recent' ? refreshMaxAge : maxAge
      const proof = await proofs.last(subject)
      if (proof !== undefined && now() - proof.at < limit * 1000 && (await accepts[demands](subject, proof)))
        return demands === 'spent' ? proof : undefined
      if (await hasCredentials(subject.accountId)) throw stepUpRefusal(limit)
      return undefined
    })
}

/** Makes a rule of the platform's function: it decides about signed calls and calls that demand a proof. */
export function ownRule(decides: StepUpRule, proofs: Proofs, maxAge: number): Rule {
  return ({ route, request, accountId, person }, demands) => {
    if (demands === undefined && route.signed === undefined) return undefined
    return async (subject) => {
      const proof = person.login === undefined ? undefined : await proofs.last(subject)
      const asked = { operation: route.operation, accountId, request, provenAt: proof?.at }
      if (!(await askPlatform('stepUp', Decided, () => decides(asked)))) throw stepUpRefusal(maxAge)
      return undefined
    }
  }
}

const stepUpRefusal = (maxAge: number): Refusal =>
  new Refusal(
    'STEP_UP_REQUIRED',
    'This call needs a more recent sign-in. Sign in again, then repeat the call.',
    { details: { maxAge } },
  )
