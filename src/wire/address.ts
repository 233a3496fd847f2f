/** Builds the URL of a call and the `Authorization` header of the platform (Authentication). @module */
import { plainSetting, plainTokenId } from '../as-configured.js'
import { utf8 } from '../encoding.js'

/**
 * Returns the base URL without a trailing slash. Throws a `TypeError` that names `option` if the text is not an http(s)
 * URL, or if the URL has a query, a fragment or credentials.
 */
export function baseAddress(text: string, option: string): string {
  const plain = plainSetting(text, option)
  const url = URL.canParse(plain) ? new URL(plain) : undefined
  if (
    !url ||
    !['http:', 'https:'].includes(url.protocol) ||
    url.search ||
    url.hash ||
    url.username ||
    url.password
  ) {
    throw new TypeError(`${option} must be an http(s) URL without query, fragment or credentials.`)
  }
  return url.href.replace(/\/+$/, '')
}

const loopback = /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|\[::1\])$/

/** Whether credentials may be sent to an address: only over HTTPS, or to this machine. */
export function isSecure(address: string): boolean {
  const { protocol, hostname } = new URL(address)
  return protocol === 'https:' || loopback.test(hostname)
}

/** Replaces each `{name}` in a route's path with the text that `fill(name)` returns. */
export function fillPath(path: string, fill: (name: string) => string): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => fill(name))
}

/** A platform's API token. */
interface TokenPair {
  readonly tokenId: string
  readonly clientSecret: string
}

/**
 * Returns the value of the `Authorization` header for a platform's API token. Throws a `TypeError` for a malformed id or
 * secret; it names the option in `options` that has the token.
 */
export function basicAuthorization({ tokenId, clientSecret }: TokenPair, options: string = 'token'): string {
  const id = plainTokenId(tokenId, `${options}.tokenId`)
  const secret = plainSetting(clientSecret, `${options}.clientSecret`)
  return `Basic ${btoa(String.fromCharCode(...utf8(`${id}:${secret}`)))}`
}
