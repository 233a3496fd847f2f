/**
 * The format of resource ids (Conventions). This file contains no schemas, so that the part of the library that loads
 * first can import it without the validation library.
 * @module
 */

/** The types of resource that have ids. */
export type IdType =
  | 'Agent'
  | 'AgentAction'
  | 'AuthMethod'
  | 'BeneficialOwner'
  | 'Card'
  | 'CardTransaction'
  | 'Customer'
  | 'Document'
  | 'ExternalAccount'
  | 'InternalAccount'
  | 'Lookup'
  | 'Quote'
  | 'Session'
  | 'Token'
  | 'Transaction'
  | 'Verification'
  | 'Webhook'

/** Returns a case-insensitive pattern for a whole id, `<Type>:<uuid>`. */
export function idPattern(type: IdType): RegExp {
  return new RegExp(`^${type}:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$`, 'i')
}
