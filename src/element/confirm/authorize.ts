/** Sends the user's answer to what a payment waits for, and asks for another code. @module */
import type { AwaitedAuthorization } from '../../index.js'
import { problemOf } from '../problems.js'
import { reportProblem } from '../report-problem.js'
import {
  type Authorization,
  type AuthorizationCall,
  authorizationOf,
  authorizationProblemOf,
  isSameChallenge,
} from './authorization.js'
import { type ConfirmModel, nowOf } from './model.js'
import { check, settle } from './pay.js'

/** Returns what is remembered about this challenge. If it follows another one, that one was answered. */
export function asking(model: ConfirmModel, awaited: AwaitedAuthorization): Authorization {
  const before = model.authorization
  if (before && isSameChallenge(before.awaited, awaited)) return before
  const next = authorizationOf(awaited)
  if (before) next.status = 'nextStep'
  model.authorization = next
  return next
}

/** Sends the user's answer: the code, or the browser's passkey dialog, which has to open in the click. */
export function authorize(model: ConfirmModel, code?: string): Promise<void> {
  const { wallet, quote } = model
  if (wallet === undefined || quote === undefined) return Promise.resolve()
  return run(model, 'authorize', async () => {
    const answered = await wallet.authorizeQuote(quote.id, code === undefined ? {} : { code })
    settle(model, answered)
  })
}

/** Has another code sent. */
export function resendCode(model: ConfirmModel): void {
  const { wallet, quote, authorization } = model
  if (wallet === undefined || quote === undefined) return
  void run(model, 'resend', async () => {
    await wallet.resendQuoteCode(quote.id)
    if (authorization === undefined) return
    authorization.status = 'resent'
    authorization.draft.text = undefined
  })
}

async function run(model: ConfirmModel, call: AuthorizationCall, work: () => Promise<void>): Promise<void> {
  const { authorization, host } = model
  if (authorization === undefined || authorization.call !== undefined) return
  authorization.call = call
  authorization.problem = authorization.status = undefined
  try {
    const isDone = work()
    model.render()
    await isDone
  } catch (error) {
    const failed = problemOf(error)
    authorization.problem = { error: failed, call }
    if (failed.retryAfter !== undefined) {
      const again = nowOf(model) + failed.retryAfter * 1000
      if (call === 'resend') authorization.resendAt = again
      else authorization.answerAt = again
    }
    reportProblem(host, error, authorizationProblemOf(authorization))
    // The answer may have released the payment, or the payment waits for something else by now.
    if (failed.code === 'OUTCOME_UNKNOWN' && call === 'authorize') model.isChecked = false
    if (failed.code === 'NOT_AWAITED' || failed.code === 'AUTHORIZATION_EXPIRED') check(model)
  }
  authorization.call = undefined
  model.render()
}

/** How long after a read of the quote the next one follows by itself, in milliseconds. */
const pause = 10_000

/** Reads a quote that waits, or whose outcome is not known, again and again. */
export function watchOutcome(model: ConfirmModel): void {
  if (nowOf(model) - model.readAt >= pause) check(model)
}
