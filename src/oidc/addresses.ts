/** The addresses of this page, and whether an address may be opened or called. @module */

/**
 * Whether an address uses HTTPS or is a loopback address. A `javascript:` address is not safe, because its code would
 * run with this page's origin.
 */
export function isSafe(address: string): boolean {
  try {
    const url = new URL(address)
    return url.protocol === 'https:' || isLoopback(url)
  } catch {
    return false
  }
}

/** Whether a URL is an HTTP URL of this machine. Browsers treat pages there as secure. */
export const isLoopback = ({ protocol, hostname }: URL): boolean =>
  protocol === 'http:' && /^((.+\.)?localhost|127\.0\.0\.1|\[::1\])$/.test(hostname)

/** The address against which this page resolves relative ones: that of its `<base>`, if it has one. */
export function baseAddress(): string {
  // An element named `baseURI` replaces this member of `document`.
  const base: unknown = globalThis.document?.baseURI
  return typeof base === 'string' ? base : location.href
}

/** The origin of this page. The address of `about:srcdoc` does not contain it. */
export const ownOrigin = (): string => globalThis.origin ?? location.origin
