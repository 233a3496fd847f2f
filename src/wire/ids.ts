/**
 * Resource ids (Conventions). The part of the library that loads first imports this module, so it contains no schemas:
 * they would bring the validation library along.
 * @module
 */

/** Resource types of the interface. */
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

/** A pattern that matches the resource ids of a type: exactly `<Type>:<uuid>`. */
export function idPattern(type: IdType): RegExp {
  return new RegExp(`^${type}:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$`, 'i')
}
