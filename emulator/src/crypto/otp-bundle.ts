/**
 * The two bundles of an encrypted code: the one that names the key to encrypt to, and the one that comes back
 * (wire-facts 11.2 [current]).
 * @module
 */
import {
  type Bytes,
  bytesToHex,
  hexToBytes,
  object,
  parse,
  type Schema,
  utf8,
} from 'embedded-wallet-auth/wire'
import * as v from 'valibot'
import { envelopeSigner } from './export-envelope.js'
import type { KeyPair } from './key-pair.js'
import { open } from './open.js'
import type { Sealed } from './seal.js'

/** Resolves with `otpEncryptionTargetBundle`: the public key `target`, signed with the key pair of `signer`. */
export async function targetBundle(target: Bytes, organizationId: string, signer: KeyPair): Promise<string> {
  const { publicKey, sign } = envelopeSigner(signer)
  const data = utf8(JSON.stringify({ targetPublic: bytesToHex(target), organizationId }))
  return JSON.stringify({
    version: 'v1.0.0',
    data: bytesToHex(data),
    dataSignature: await sign(data),
    enclaveQuorumPublic: publicKey,
  })
}

const hex = v.pipe(v.string(), v.regex(/^([0-9a-fA-F]{2})+$/))
const Bundle = object({ encappedPublic: hex, ciphertext: hex })

/** Returns the sealed message in `encryptedOtpBundle`, or `undefined` if the text does not have its form. */
export function readBundle(text: string): Sealed | undefined {
  const parsed = parse(Bundle, jsonOf(text))
  if (!parsed.ok) return undefined
  const enc = hexToBytes(parsed.value.encappedPublic)
  const ciphertext = hexToBytes(parsed.value.ciphertext)
  return enc && ciphertext && { enc, ciphertext }
}

/** What a page encrypts: the code, and its client public key in hex. */
export interface CodeAndKey {
  readonly otp_code: string
  readonly public_key: string
}

const CodeAndKey: Schema<CodeAndKey> = object({ otp_code: v.string(), public_key: v.string() })

/** Opens a message that was sealed to `target`. Resolves with `undefined` unless it is a code and a key. */
export async function openCode(sealed: Sealed, target: KeyPair): Promise<CodeAndKey | undefined> {
  const bytes = await open(sealed, target)
  const parsed = parse(CodeAndKey, bytes && jsonOf(new TextDecoder().decode(bytes)))
  return parsed.ok ? parsed.value : undefined
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
