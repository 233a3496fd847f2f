/** Checks whether an address may be opened or called. @module */

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
