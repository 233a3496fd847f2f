/** Builds the URL of a call and the `Authorization` header of the platform (Authentication). @module */

import { utf8 } from '../encoding.js'
import { plainSetting, plainTokenId } from './as-configured.js'

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
 * Returns the value of the `Authorization` header for a platform's API token. Throws a `TypeError` for a malformed id
 * or secret; it names the option in `options` that has the token.
 */
export function basicAuthorization({ tokenId, clientSecret }: TokenPair, options: string = 'token'): string {
  const id = plainTokenId(tokenId, `${options}.tokenId`)
  const secret = plainSetting(clientSecret, `${options}.clientSecret`)
  return `Basic ${btoa(String.fromCharCode(...utf8(`${id}:${secret}`)))}`
}

/**
 * Returns the texts in an `Authorization` header that must not appear in an answer, an error or a log: the encoded
 * credentials, and the client secret or the token itself. Texts of fewer than eight characters are left out, because
 * they could occur by chance.
 */
export function secretsOf(authorization: string | undefined): readonly string[] {
  const [scheme = '', credentials = ''] = (authorization ?? '').split(' ')
  const pair = scheme === 'Basic' ? fromBase64(credentials) : ''
  return [credentials, pair.slice(pair.indexOf(':') + 1)].filter(({ length }) => length >= 8)
}

const fromBase64 = (text: string): string =>
  new TextDecoder().decode(Uint8Array.from(atob(text), (char) => char.charCodeAt(0)))

/** Whether one of the texts contains one of the secrets. */
export const revealsSecret = (
  secrets: readonly string[],
  ...texts: readonly (string | null | undefined)[]
): boolean => texts.some((text) => secrets.some((secret) => text?.includes(secret)))
