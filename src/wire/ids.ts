/** Resource ids (Conventions). Free of schema code: the part of the library that loads first uses it. @module */

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

/** The form of a resource id: exactly `<Type>:<uuid>`. */
export function idPattern(type: IdType): RegExp {
  return new RegExp(`^${type}:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$`, 'i')
}
