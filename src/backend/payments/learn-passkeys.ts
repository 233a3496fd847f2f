/** Learns the keys of passkeys from calls that the service has accepted, and notes which of them are new. @module */

import { credentialTypes, isCredentialType } from '../../wire/credential-type.js'
import {
  CreateCredentialBody,
  createCredentialRoute,
  revokeCredentialRoute,
  VerifyCredentialBody,
  verifyCredentialRoute,
} from '../../wire/credentials.js'
import { parse } from '../../wire/schema.js'
import type { Proof } from '../policy/proofs.js'
import { madeBy, type Settle } from '../policy/step-up.js'
import type { IncomingCall } from '../request/incoming-call.js'
import type { Ownership } from '../service/ownership.js'
import type { KnownPasskeys } from './known-passkeys.js'
import type { PasskeyAges } from './passkey-ages.js'
import { unpadded } from './passkey-keys.js'

interface Context {
  readonly passkeys: KnownPasskeys
  readonly ages: PasskeyAges
  readonly ownership: Pick<Ownership, 'credentialType'>
  readonly now: () => number
}

/** Learns the public key of a passkey that the service has just registered, or accepted at a sign-in. */
export async function learnPasskey(
  { passkeys, ages, now }: Context,
  call: IncomingCall,
  spent: Proof | undefined,
  answer: Parameters<Settle>[0],
): Promise<void> {
  const { route, body, accountId, learned } = call
  const isOf = ({ credentialId }: { readonly credentialId: string }): boolean => {
    const made = madeBy(call, answer)
    return made !== undefined && unpadded(made.credentialId ?? credentialId) === unpadded(credentialId)
  }
  if (route === createCredentialRoute) {
    const parsed = parse(CreateCredentialBody, body.value)
    if (!parsed.ok || !('attestation' in parsed.value) || !isOf(parsed.value.attestation)) return
    const { attestation } = parsed.value
    const at = now()
    const vouched =
      spent?.passkey !== undefined && (await ages.vouches(accountId, spent))
        ? { vouchedBy: spent.passkey }
        : {}
    const added = { accountId, credentialId: unpadded(attestation.credentialId), at, ...vouched }
    const from = await ages.countsFrom(added)
    // Before anything is stored: the person must be told, even if the store fails.
    if (from > at) learned.provesFrom = from
    await passkeys.learnRegistered(accountId, attestation, { since: at, ...vouched })
  }
  if (route === verifyCredentialRoute) {
    const parsed = parse(VerifyCredentialBody, body.value)
    if (parsed.ok && 'assertion' in parsed.value && isOf(parsed.value.assertion))
      await passkeys.learnUsed(accountId, parsed.value.assertion)
  }
}

/**
 * Notes the removal of a passkey, and whether a passkey that counts vouches for it. Must be called before the call is
 * forwarded: its answer may be lost, and the account must not pass for one that never had a passkey.
 */
export async function noteRemoval(
  { passkeys, ages, ownership, now }: Context,
  { route, params, headers, accountId }: IncomingCall,
  spent: Proof | undefined,
): Promise<void> {
  // Without a stamp, the service removes nothing.
  if (route !== revokeCredentialRoute || headers.walletSignature === undefined) return
  const type = ownership.credentialType(params['id'] ?? '')
  if (isCredentialType(type) && credentialTypes[type].proof !== 'assertion') return
  const vouchedBy = (await ages.vouches(accountId, spent)) ? spent?.passkey : undefined
  await passkeys.noteRemoval(accountId, { at: now(), ...(vouchedBy && { vouchedBy }) })
}
