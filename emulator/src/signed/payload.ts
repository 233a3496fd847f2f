/**
 * Creates `payloadToSign` in a realistic form: a request to a signing provider (wire-facts 2.1 [current]). Clients must
 * not interpret its content.
 * @module
 */
import { bytesToHex, sha256, utf8 } from 'embedded-wallet-auth/wire'
import type { Context } from '../handler/context.js'

/** A JSON value in a payload. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json }

/** An operation, described in the signing provider's terms. */
export interface Activity {
  /** The type of the operation, such as `ACTIVITY_TYPE_EXPORT_WALLET`. */
  readonly type: string
  readonly parameters: { readonly [key: string]: Json }
}

/** Resolves with the activity that signs a digest of `asked`, for requests that the provider has no activity for. */
export async function rawPayloadActivity(walletId: string, asked: object): Promise<Activity> {
  return {
    type: 'ACTIVITY_TYPE_SIGN_RAW_PAYLOAD_V2',
    parameters: {
      encoding: 'PAYLOAD_ENCODING_HEXADECIMAL',
      hashFunction: 'HASH_FUNCTION_NO_OP',
      payload: bytesToHex(await sha256(utf8(JSON.stringify(asked)))),
      signWith: walletId,
    },
  }
}

/** Serializes a value as JSON without white space and with sorted keys. */
export function canonicalJson(value: Json): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  )
}

/** Returns the text to sign for an operation. Each text is different, even while the clock stands still. */
export function payloadToSign(context: Context, organizationId: string, activity: Activity): string {
  const { state } = context
  state.lastPayloadAt = Math.max(context.clock.now(), state.lastPayloadAt + 1)
  return canonicalJson({ ...activity, organizationId, timestampMs: String(state.lastPayloadAt) })
}
