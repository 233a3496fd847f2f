/** Checks that the page can use passkeys of the relying party that the backend names. @module */

import * as v from 'valibot'
import { aRelyingPartyId } from '../wire/options.js'
import { looseObject, parse } from '../wire/schema.js'
import { answerTo, type BackendAnswer } from './backend-answer.js'
import { type BackendFinding, backendFinding } from './backend-finding.js'

const Options = looseObject({ rp: looseObject({ id: v.string() }) })
const Related = looseObject({ origins: v.array(v.string()) })

/**
 * Resolves with a finding about the options for a new passkey, with none, or with `undefined` if the answer has no such
 * options. A page that does not belong to the relying party may be listed in a document there (related origins in
 * WebAuthn), which is then asked for.
 */
export async function relyingPartyFindings(
  answer: BackendAnswer | undefined,
  origin: string,
): Promise<readonly BackendFinding[] | undefined> {
  const options = parse(Options, answer?.status === 200 ? answer.body : undefined)
  if (!options.ok) return undefined
  const { id } = options.value.rp
  if (!aRelyingPartyId[0](id)) return [backendFinding('RELYING_PARTY_INVALID', id)]
  const host = new URL(origin).hostname
  if (host === id || host.endsWith(`.${id}`)) return []
  const related = parse(Related, (await answerTo(`https://${id}/.well-known/webauthn`))?.body)
  return related.ok && related.value.origins.includes(origin)
    ? []
    : [backendFinding('RELYING_PARTY_MISMATCH', `${id} and ${origin}`)]
}
