/**
 * Builds a backend's policy from its options: which operations are allowed, with which proof, and how often.
 * @module
 */

import { isCredentialType } from '../../wire/credential-type.js'
import type { BackendOptions, PaymentOptions } from '../options.js'
import { createKnownPasskeys } from '../payments/known-passkeys.js'
import { createPasskeyAges } from '../payments/passkey-ages.js'
import { type PaymentContext, withPaymentProofs } from '../payments/payment-proofs.js'
import { paymentRule, waitRule } from '../payments/payment-rules.js'
import { pagesOf } from '../request/framing.js'
import type { Ownership } from '../service/ownership.js'
import { type SharedState, sharedState } from '../stores/shared-state.js'
import { createLimits, type Limits, limitRules } from './limits.js'
import { allowedRows, defaultOperations, type OperationRow } from './operations.js'
import { createProofs } from './proofs.js'
import { createStepUp, defaultRule, noStepUp, ownRule, type StepUp } from './step-up.js'

/** The default of `maxAge`, in seconds. */
const defaultMaxAge = 5 * 60
/** The default of `refreshMaxAge`, in seconds. */
const defaultRefreshMaxAge = 12 * 60 * 60

/**
 * Returns the rows of the operations that pages may call. Throws a `TypeError` for an unknown operation. Unless step-up
 * is on or expressly switched off, also throws for `exportWallet`, for a route with `stepUp`, and for the option
 * `stepUp` itself.
 */
export function checkedRows({
  allow = defaultOperations,
  routes,
  loginSession,
  stepUp,
}: BackendOptions): readonly OperationRow[] {
  const guarded = loginSession !== undefined || typeof stepUp === 'function' || stepUp === false
  const isAsked = typeof allow === 'function'
  if (!guarded) {
    if (!isAsked && allow.includes('exportWallet')) throw missingLogin('allow: exportWallet')
    if (routes?.some((route) => route.stepUp)) throw missingLogin('A route with stepUp')
    if (stepUp !== undefined) throw missingLogin('stepUp')
  }
  if (!isAsked) return allowedRows(allow)
  return allowedRows(guarded ? [...defaultOperations, 'exportWallet'] : defaultOperations)
}

/** Returns the option `credentialTypes`. Throws a `TypeError` for a type that this version does not know. */
export function checkedTypes({
  credentialTypes,
}: Pick<BackendOptions, 'credentialTypes'>): BackendOptions['credentialTypes'] {
  const unknown = credentialTypes?.find((type) => !isCredentialType(type))
  if (unknown !== undefined)
    throw new TypeError(`credentialTypes: there is no type ${JSON.stringify(unknown)}.`)
  return credentialTypes
}

const missingLogin = (what: string): TypeError =>
  new TypeError(`${what} needs \`loginSession\`, a \`stepUp\` function of your own, or \`stepUp: false\`.`)

/** Creates the step-up from the options. Throws a `TypeError` for two limits of one currency. */
export function stepUpOf(
  { stepUp, loginSession, relyingParty, ...options }: BackendOptions,
  state: SharedState,
  ownership: Ownership,
  now: () => number,
): StepUp {
  if (stepUp === false || (loginSession === undefined && typeof stepUp !== 'function')) return noStepUp
  const {
    maxAge = defaultMaxAge,
    refreshMaxAge = defaultRefreshMaxAge,
    payments,
  } = typeof stepUp === 'object' ? stepUp : {}
  const proofs = createProofs(state, Math.max(maxAge, refreshMaxAge) * 1000)
  const hasCredentials = async (accountId: string): Promise<boolean> =>
    (await ownership.credentialsOf(accountId)).length > 0
  const rule =
    typeof stepUp === 'function'
      ? ownRule(stepUp, proofs, maxAge)
      : defaultRule({ proofs, maxAge, refreshMaxAge, hasCredentials, now })
  const plain = createStepUp(proofs, rule, now)
  if (payments === undefined) return plain
  return withPaymentProofs(plain, {
    needsProof: paymentRule(payments),
    withoutPasskey:
      payments.withoutPasskey === 'sign-in'
        ? async (call, subject) => rule(call, 'spent')?.(subject)
        : undefined,
    ...{ ownership, state, now, payeeOf: options.payeeOf },
    ...passkeysOf(payments, state, ownership, now),
    rpId: relyingParty.id,
    pages: pagesOf(options),
  })
}

function passkeysOf(
  payments: PaymentOptions,
  state: SharedState,
  ownership: Ownership,
  now: () => number,
): Pick<PaymentContext, 'passkeys' | 'ages'> {
  const passkeys = createKnownPasskeys(state, now)
  return { passkeys, ages: createPasskeyAges({ passkeys, ownership, now, waitFor: waitRule(payments) }) }
}

/** Creates the limits from the options. */
export function limitsOf({ limits }: BackendOptions, state: SharedState, now: () => number): Limits {
  const store = typeof limits === 'object' ? limits.store : undefined
  const own = store === undefined ? state : sharedState(store)
  return createLimits(limitRules(limits), own.before, now)
}
