/** Detects whether the page may use passkeys, and whether the page is in a frame. @module */

export type PasskeyFeature = 'publickey-credentials-get' | 'publickey-credentials-create'

interface WithPolicy {
  readonly featurePolicy?: { features(): readonly string[]; allowsFeature(name: string): boolean }
}

/** Whether the permissions policy is known to forbid the feature. Only Chromium reveals the policy. */
export function isForbidden(feature: PasskeyFeature): boolean {
  if (typeof document === 'undefined') return false
  const { featurePolicy } = document as WithPolicy // Only some browsers have this property.
  return featurePolicy?.features().includes(feature) === true && !featurePolicy.allowsFeature(feature)
}

/** Whether the page is in a frame, and the top-level page has another origin. */
export function isInForeignFrame(): boolean {
  if (typeof document === 'undefined' || globalThis.top === globalThis.self) return false
  try {
    return globalThis.top?.location.origin !== location.origin
  } catch {
    return true
  }
}
