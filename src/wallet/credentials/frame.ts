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

/**
 * The host of the page, which is the default of the relying party id. A document without an address of its own, such as
 * `about:srcdoc`, has only an origin.
 */
export function ownHost(): string {
  if (location.hostname !== '') return location.hostname
  try {
    return new URL(globalThis.origin).hostname
  } catch {
    return ''
  }
}

/** Whether the page is in a frame, and the top-level page has another origin. */
export function isInForeignFrame(): boolean {
  if (typeof document === 'undefined' || globalThis.top === globalThis.self) return false
  try {
    return originOf(globalThis.top) !== originOf(globalThis)
  } catch {
    return true
  }
}

/**
 * Whether the backend would refuse a passkey that is used here, because it does not name the page above this frame.
 * `topOrigins` are those that it names; `undefined` if it does not say.
 */
export function isRefusedFrame(topOrigins: readonly string[] | undefined): boolean {
  if (topOrigins === undefined || !isInForeignFrame()) return false
  // Not every browser has this list.
  const top = [...(location.ancestorOrigins ?? [])].at(-1)
  return top === undefined ? topOrigins.length === 0 : !topOrigins.includes(top)
}

/** The origin of a window. Its address has none if it is `about:srcdoc` or `about:blank`. */
const originOf = (
  window: (Pick<Window, 'location'> & { readonly origin?: string }) | null | undefined,
): string | undefined => window?.origin ?? window?.location.origin

/** The origin of the page, as a passkey's assertion names it. */
export const ownOrigin = (): string => originOf(globalThis) ?? ''
