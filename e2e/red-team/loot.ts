/** Evaluates what a script stole. Only what a server can check counts. @module */

import { p256 } from '@noble/curves/nist.js'
import { type ClientKey, openSealedKey, openWith, stampOf } from '../../emulator/src/fixtures/client.js'
import type { AttackedStack } from './stack.js'

/** What a script says it has stolen. Bytes are in hex. */
export interface Loot {
  /** An answer that is sealed to a key of the scripts' server. */
  readonly sealed?: string
  /** An exported envelope that is sealed in the same way. */
  readonly envelope?: string
  readonly phrase?: string
  /** Bytes that may be a signing key. */
  readonly scalars?: readonly string[]
  /** A stamp over `mallory`. */
  readonly stamp?: string
  /** Keys that the page made, as JWK texts: session keys, or client keys for opening what is sealed to them. */
  readonly clientKeys?: readonly string[]
  readonly sealedToThem?: readonly string[]
  /** Set by scripts whose gain is visible at the service. */
  readonly credential?: true
  readonly quote?: string
  readonly setting?: true
  readonly denial?: boolean
  /** An address of another origin that the script tried to reach. */
  readonly carriedOut?: string
}

const fromHex = (hex: string | undefined): Uint8Array => Uint8Array.from(Buffer.from(hex ?? '', 'hex'))
const fromBase64url = (text: string | undefined): Buffer => Buffer.from(text ?? '', 'base64url')

/** What a script gained, the worst first. */
export type Gain =
  | 'recovery phrase'
  | 'signing key'
  | 'session'
  | 'credential'
  | 'payment'
  | 'stamp'
  | 'setting'
  | 'denial'
  | 'nothing'

const words = (text: string | undefined): boolean => text?.split(' ').length === 12

/**
 * Resolves with whether a private key belongs to an active session: whether the service accepts its stamp for a change
 * of the account.
 */
async function signs(stack: AttackedStack, scalar: Uint8Array): Promise<boolean> {
  if (scalar.length !== 32) return false
  try {
    const path = `/internal-accounts/${stack.accountId}`
    const first = await stack.service<{ payloadToSign: string; requestId: string }>('PATCH', path, {
      privateEnabled: true,
    })
    const { tokenId, clientSecret } = stack.emulator.apiToken
    const answer = await stack.emulator.fetch(`http://service.test/2025-10-13${path}`, {
      method: 'PATCH',
      headers: {
        Authorization: `Basic ${btoa(`${tokenId}:${clientSecret}`)}`,
        'Content-Type': 'application/json',
        'Service-Wallet-Signature': stampOf(scalar, first.payloadToSign),
        'Request-Id': first.requestId,
      },
      body: '{"privateEnabled":true}',
    })
    return answer.status === 200
  } catch {
    return false
  }
}

/** Opens a sealed key if it is sealed to one of the scripts' keys. Resolves with the private key in it. */
async function opened(stack: AttackedStack, sealed: string): Promise<Uint8Array | undefined> {
  for (const key of stack.keys) {
    const scalar = await openSealedKey(key, sealed).catch(() => undefined)
    if (scalar) return scalar
  }
  return undefined
}

/** Makes a client key from its JWK. */
function keyOf(jwk: string): ClientKey {
  const { d = '', x = '', y = '' } = JSON.parse(jwk) as Record<string, string>
  const [secret, ...point] = [d, x, y].map(fromBase64url)
  return {
    publicKey: `04${point.map((part) => part.toString('hex')).join('')}`,
    secret: Uint8Array.from(secret ?? []),
  }
}

async function exported(stack: AttackedStack, envelope: string): Promise<string | undefined> {
  const { data } = JSON.parse(envelope) as { data: string }
  const bytes = fromHex(data)
  const inner = JSON.parse(new TextDecoder().decode(bytes)) as { encappedPublic: string; ciphertext: string }
  for (const key of stack.keys) {
    const [enc, ciphertext] = [fromHex(inner.encappedPublic), fromHex(inner.ciphertext)] as const
    const phrase = await openWith(key, enc, ciphertext).catch(() => undefined)
    if (phrase) return new TextDecoder().decode(phrase)
  }
  return undefined
}

/** Whether a text is a stamp over the scripts' payload. */
function isStamp(stamp: string): boolean {
  const json = new TextDecoder().decode(fromBase64url(stamp))
  const { publicKey, signature } = JSON.parse(json) as { publicKey: string; signature: string }
  const [key, der] = [fromHex(publicKey), fromHex(signature)] as const
  return p256.verify(der, new TextEncoder().encode('mallory'), key, { format: 'der', lowS: false })
}

/** Resolves with the worst gain that the loot proves, or the keys of the scripts' server that began a session. */
export async function worth(stack: AttackedStack, loot: Loot): Promise<Gain> {
  if (words(loot.phrase) || (loot.envelope && words(await exported(stack, loot.envelope))))
    return 'recovery phrase'
  for (const scalar of new Set(loot.scalars ?? []))
    if (await signs(stack, fromHex(scalar))) return 'signing key'
  for (const text of loot.clientKeys ?? []) {
    const key = keyOf(text)
    if (await signs(stack, key.secret)) return 'signing key'
    for (const sealed of loot.sealedToThem ?? []) {
      const scalar = await openSealedKey(key, sealed).catch(() => undefined)
      if (scalar && (await signs(stack, scalar))) return 'signing key'
    }
  }
  const scalar = loot.sealed === undefined ? undefined : await opened(stack, loot.sealed)
  if (scalar && (await signs(stack, scalar))) return 'session'
  if (stack.keyDelivery === 'client-held')
    for (const { secret } of stack.keys) if (await signs(stack, secret)) return 'session'
  if (loot.credential) {
    const { data } = await stack.service<{ data: readonly { id: string; nickname: string }[] }>(
      'GET',
      `/auth/credentials?accountId=${stack.accountId}`,
    )
    if (data.some(({ nickname }) => /mallory/i.test(nickname))) return 'credential'
  }
  if (loot.quote) {
    const { status } = await stack.service<{ status: string }>('GET', `/quotes/${loot.quote}`)
    if (status === 'PROCESSING' || status === 'COMPLETED') return 'payment'
  }
  if (loot.stamp && isStamp(loot.stamp)) return 'stamp'
  const sent = loot.carriedOut ?? ' '
  if (stack.carriedOut.some((url) => url.startsWith(sent))) return 'setting'
  if (loot.setting) return 'setting'
  return loot.denial ? 'denial' : 'nothing'
}
