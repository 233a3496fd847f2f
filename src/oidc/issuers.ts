/** Decides whether an issuer is one that the platform expects. @module */
import { OidcError } from './oidc-error.js'

/**
 * The issuers whose tokens are accepted: one, several, or a function that decides. In a text, a placeholder such as
 * `{tenantid}` stands for one part of the path, in letters, digits, `-` and `_`.
 */
export type Issuers = string | readonly string[] | ReadonlySet<string> | ((issuer: string) => boolean)

/** The issuers in a form that can be stored as JSON, except for a function. */
export const storable = (issuers: Issuers): Exclude<Issuers, ReadonlySet<string>> =>
  typeof issuers === 'function' || typeof issuers === 'string' ? issuers : [...issuers]

/** Whether a text contains placeholders, and so stands for many issuers. */
export const isTemplate = (issuer: string): boolean => placeholder.test(issuer)

const placeholder = /\{\w+\}/

/** Whether these issuers include this one. Texts are compared character for character. */
export function accepts(issuers: Issuers, issuer: string): boolean {
  if (typeof issuers === 'function') return issuers(issuer) === true
  if (typeof issuers !== 'string') return [...issuers].some((each) => accepts(each, issuer))
  const parts = issuers.replace(/[^\w{}]/g, '\\$&').split(placeholder)
  return new RegExp(`^${parts.join('[\\w-]+')}$`).test(issuer)
}

/** Throws `ISSUER_MISMATCH` unless these issuers include this one. */
export function assertAccepted(issuers: Issuers, issuer: string): void {
  let cause: unknown
  try {
    if (accepts(issuers, issuer)) return
  } catch (error) {
    cause = error
  }
  throw new OidcError('ISSUER_MISMATCH', 'The provider’s answer does not name an expected issuer.', {
    ...(cause !== undefined && { cause }),
  })
}
