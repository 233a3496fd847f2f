/** A policy of step-up with which one proof pays for one quote, as often as that quote is sent. @module */
import type { BackendOptions } from 'embedded-wallet-auth/backend'

type Policy = Extract<BackendOptions['stepUp'], (...args: never[]) => unknown>

/**
 * Returns the function for the option `stepUp`. `idOf` names the login session of a cookie, as `loginSession` does.
 * A refused payment has used the proof, too, and the other operations do not use it up.
 */
export function oneProofEach(idOf: (cookie: string | null) => Promise<string>): Policy {
  // Several instances need one store, with a write that only the first caller wins. Remove what is older than five minutes.
  const paidWith = new Map<string, string>()
  return async ({ operation, accountId, provenAt, request }) => {
    if (operation === 'revokeSession') return true
    if (provenAt === undefined || Date.now() - provenAt > 5 * 60_000) return false
    if (operation !== 'executeQuote') return true
    const quoteId = new URL(request.url).pathname.split('/').at(-2) ?? ''
    const proof = `${accountId} ${await idOf(request.headers.get('cookie'))} ${provenAt}`
    if (!paidWith.has(proof)) paidWith.set(proof, quoteId)
    return paidWith.get(proof) === quoteId
  }
}
