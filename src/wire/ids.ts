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

/**
 * Returns an id in the one spelling in which ids are compared: the type as {@link IdType} spells it, and the UUID in
 * lower case. A UUID is the same in upper case (RFC 9562, 4), and some databases print it so. Returns `undefined` if
 * the text is not an id of this type.
 */
export function canonicalId(type: IdType, text: string): string | undefined {
  return idPattern(type).test(text) ? type + text.slice(type.length).toLowerCase() : undefined
}

/** Returns a case-insensitive pattern for a whole id, `<Type>:<uuid>`. */
export function idPattern(type: IdType): RegExp {
  return new RegExp(`^${type}:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$`, 'i')
}
