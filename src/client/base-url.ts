/** The address that paths are put behind. @module */

const loopback = /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|\[::1\])$/

/** The base address without a slash at its end. Throws a `TypeError` where credentials would travel in the clear. */
export function baseAddress(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url === undefined || url.search || url.hash || url.username || url.password) {
    throw new TypeError('baseUrl must be an address without query, fragment and credentials.')
  }
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && loopback.test(url.hostname))) {
    throw new TypeError('baseUrl must be https:, or http: on this machine.')
  }
  return url.href.replace(/\/+$/, '')
}
