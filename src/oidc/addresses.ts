/** Checks whether an address may be opened or called. @module */

/**
 * Whether a window may be sent to this address. It must not be a `javascript:` address, whose code would run with this
 * page's origin.
 */
export function isSafe(address: string): boolean {
  try {
    const url = new URL(address)
    return url.protocol === 'https:' || isLoopback(url)
  } catch {
    return false
  }
}

/** Whether an address is on this machine. Browsers treat such pages as secure even without HTTPS. */
export const isLoopback = ({ protocol, hostname }: URL): boolean =>
  protocol === 'http:' && /^((.+\.)?localhost|127\.0\.0\.1|\[::1\])$/.test(hostname)
