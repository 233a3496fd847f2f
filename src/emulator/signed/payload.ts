/**
 * Makes `payloadToSign`. Clients treat it as opaque; its content here is realistic (wire-facts 2.1 [current]).
 * @module
 */
import type { Context } from '../handler/context.js'

/** The JSON values that payloads contain. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json }

/** An operation, in the terms of the signing provider. */
export interface Activity {
  /** Such as `ACTIVITY_TYPE_EXPORT_WALLET`. */
  readonly type: string
  readonly parameters: { readonly [key: string]: Json }
}

/** Compact JSON with sorted keys. */
export function canonicalJson(value: Json): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  )
}

/** The text to sign for an activity. It never repeats, even while the clock stands still. */
export function payloadToSign(context: Context, organizationId: string, activity: Activity): string {
  const { state } = context
  state.lastPayloadAt = Math.max(context.clock.now(), state.lastPayloadAt + 1)
  return canonicalJson({ ...activity, organizationId, timestampMs: String(state.lastPayloadAt) })
}
