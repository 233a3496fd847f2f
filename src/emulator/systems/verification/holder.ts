/** Whom a document belongs to. @module */
import { notFound } from '../../handler/api-error.js'
import type { EmulatorContext } from '../../handler/context.js'

/** The customer who holds a document, or whose beneficial owner does. Throws 404 for an unknown holder. */
export function customerOfHolder(context: EmulatorContext, holder: string): string {
  if (context.state.customers.has(holder)) return holder
  const owner = context.state.beneficialOwners.get(holder)
  if (!owner) throw notFound('holder of documents')
  return owner.customerId
}
