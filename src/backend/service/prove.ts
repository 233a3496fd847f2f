/** Finds the one account to which all ids of a request belong. @module */
import type { IdType } from '../../wire/ids.js'
import type { AnyRoute } from '../../wire/route.js'
import { id, looseObject, parsedOrNone } from '../../wire/schema.js'
import type { OwnerParts } from '../options.js'
import type { Asker, Ownership } from './ownership.js'

const OfAccount = looseObject({ accountId: id('InternalAccount') })

/**
 * Resolves with the account that owns all ids in the path, in the query and in the body's `accountId`. Resolves with
 * `undefined` if an id has no known owner, if two ids have different owners, or if the request has no ids.
 */
export async function ownerOfRequest(
  ownership: Ownership,
  route: AnyRoute,
  parts: OwnerParts,
  asker: Asker,
): Promise<string | undefined> {
  const owners = new Set<string | undefined>()
  for (const [type, value] of idsOf(route, parts)) owners.add(await ownership.ownerOf(type, value, asker))
  const [owner] = owners
  return owners.size === 1 ? owner : undefined
}

function idsOf(route: AnyRoute, { params, query, body }: OwnerParts): readonly [IdType, string][] {
  const named = (
    types: Readonly<Record<string, IdType>> = {},
    values: Readonly<Record<string, string>>,
  ): [IdType, string][] => Object.entries(types).map(([name, type]) => [type, values[name] ?? ''])
  const ofAccount = parsedOrNone(OfAccount, body)
  return [
    ...named(route.params, params),
    ...named(route.query, query),
    ...(ofAccount ? [['InternalAccount', ofAccount.accountId] satisfies [IdType, string]] : []),
  ]
}
