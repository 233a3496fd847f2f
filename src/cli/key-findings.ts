/** Finds out which way of keys and codes the service takes, from its answers to an account's challenges. @module */
import * as v from 'valibot'
import { credentialTypes, isCredentialType, type ProofKind } from '../wire/credential-type.js'
import { facts } from '../wire/facts.js'
import { looseObject, parse, type Schema } from '../wire/schema.js'
import type { CheckCommand, Keys } from './arguments.js'
import { type BackendAnswer, shown } from './backend-answer.js'
import { type BackendFinding, backendFinding } from './backend-finding.js'

/** What can be seen, and the values of `keyDelivery` that work with it. */
const fitting = {
  KEYS_SEALED: ['sealed'],
  KEYS_EITHER: ['sealed', 'client-held'],
  CODES_PLAIN: ['sealed'],
  CODES_ENCRYPTED: ['client-held'],
} as const satisfies Readonly<Record<string, readonly Keys[]>>

type Seen = readonly [code: keyof typeof fitting, detail?: string]

/** Sends a POST with the login, and JSON if there is a body. */
type Post = (path: string, body?: object) => Promise<BackendAnswer | undefined>

/**
 * Resolves with findings about the way of keys. A passkey's challenge with a compressed key shows whether the service
 * takes keys of the page; nobody answers that challenge. Only with `codes: 'sent'` a code is sent, whose answer shows
 * whether codes are to be encrypted (wire-facts 11.2 [current]).
 *
 * @param list the answer with the account's credentials
 */
export async function keyFindings(
  list: BackendAnswer,
  post: Post,
  { keys, codes }: Pick<CheckCommand, 'keys' | 'codes'>,
): Promise<readonly BackendFinding[]> {
  const [passkey, code] = [idOf(list, 'assertion'), idOf(list, 'otp')]
  const sent = codes === 'sent' && code !== undefined ? await post(challengePath(code)) : undefined
  const seen = [
    ...(passkey === undefined ? [] : seenOfKey(await post(challengePath(passkey), await freshKey()))),
    ...(sent?.status === 200 ? [seenOfCode(sent)] : []),
  ]
  const areCodesSeen = sent?.status === 200
  const isUnsent = codes === 'sent' && !areCodesSeen
  const isMismatch = keys !== undefined && seen.some(([each]) => !isFitting(each, keys))
  return [
    ...(isMismatch ? [backendFinding('KEYS_MISMATCH', keys)] : []),
    ...(isUnsent ? [backendFinding('CODE_UNSENT', sent && shown(sent))] : []),
    ...(seen.length === 0 && !isUnsent ? [backendFinding('KEYS_UNSEEN')] : []),
    ...seen
      .filter(([each]) => (each === 'KEYS_EITHER' ? !areCodesSeen : isNews(each, keys)))
      .map(([each, detail]) => backendFinding(each, detail)),
  ]
}

const isFitting = (seen: Seen[0], keys: Keys): boolean => fitting[seen].some((each) => each === keys)

/** Whether a finding says more than `keys` does. An encrypted code has a signer, which is to be compared. */
const isNews = (seen: Seen[0], keys: Keys | undefined): boolean =>
  keys === undefined || !isFitting(seen, keys) || seen === 'CODES_ENCRYPTED'

const List: Schema<{ data: readonly { id: string; type: string }[] }> = looseObject({
  data: v.array(looseObject({ id: v.pipe(v.string(), v.regex(/^AuthMethod:[\w-]+$/)), type: v.string() })),
})

/** Returns the id of the account's first credential whose proof is of a kind. */
function idOf({ body }: BackendAnswer, proof: ProofKind): string | undefined {
  const parsed = parse(List, body)
  if (!parsed.ok) return undefined
  return parsed.value.data.find(({ type }) => isCredentialType(type) && credentialTypes[type].proof === proof)
    ?.id
}

const challengePath = (id: string): string => `/auth/credentials/${id}/challenge`

/** Makes a public key that nobody has used, compressed. */
async function freshKey(): Promise<{ readonly clientPublicKey: string }> {
  const pair = await crypto.subtle.generateKey({ name: 'ECDH', namedCurve: 'P-256' }, false, ['deriveBits'])
  const point = Buffer.from(await crypto.subtle.exportKey('raw', pair.publicKey))
  const parity = (point.at(-1) ?? 0) % 2 === 0 ? '02' : '03'
  return { clientPublicKey: `${parity}${point.subarray(1, 33).toString('hex')}` }
}

/** What the answer to a passkey's challenge with a compressed key shows. */
function seenOfKey(answer: BackendAnswer | undefined): readonly Seen[] {
  if (answer?.status === 200)
    return [['KEYS_EITHER', `in the description since ${facts.clientPublicKey.since}`]]
  return answer?.status === 400 ? [['KEYS_SEALED']] : []
}

const Sent: Schema<{ otpEncryptionTargetBundle?: string }> = looseObject({
  otpEncryptionTargetBundle: v.exactOptional(v.string()),
})
const Bundle: Schema<{ enclaveQuorumPublic: string }> = looseObject({
  enclaveQuorumPublic: v.pipe(v.string(), v.regex(/^04[\da-f]{128}$/i)),
})

/** What the answer that sent a code shows: whether it names a key to encrypt it to, and who has signed that. */
function seenOfCode({ body }: BackendAnswer): Seen {
  const parsed = parse(Sent, body)
  const text = parsed.ok ? parsed.value.otpEncryptionTargetBundle : undefined
  if (text === undefined) return ['CODES_PLAIN']
  const bundle = parse(Bundle, jsonOf(text))
  return ['CODES_ENCRYPTED', bundle.ok ? bundle.value.enclaveQuorumPublic : 'a signer that cannot be read']
}

function jsonOf(text: string): unknown {
  try {
    // Some of the service's examples have quotes around it (wire-facts 11.2 [current]).
    return JSON.parse(text.trim().replace(/^'(.*)'$/s, '$1'))
  } catch {
    return undefined
  }
}
