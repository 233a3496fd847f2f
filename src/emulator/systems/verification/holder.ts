/** Whom a document belongs to. @module */
import { notFound } from '../../handler/api-error.js'
import type { World } from '../../handler/context.js'

/** The customer who holds a document, or whose beneficial owner does. Throws 404 for an unknown holder. */
export function customerOfHolder(world: World, holder: string): string {
  if (world.state.customers.has(holder)) return holder
  const owner = world.state.beneficialOwners.get(holder)
  if (!owner) throw notFound('holder of documents')
  return owner.customerId
}
