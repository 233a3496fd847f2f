/** HTTP Basic authentication of the platform (Authentication 1). @module */
import { bytesToHex, sha256, utf8 } from '../encoding.js'

/** A token pair: user name and password of Basic authentication. */
export interface ApiToken {
  readonly tokenId: string
  readonly clientSecret: string
}

/** The `Authorization` header of a token pair. */
export const basicAuthorization = ({ tokenId, clientSecret }: ApiToken): string =>
  `Basic ${btoa(String.fromCharCode(...utf8(`${tokenId}:${clientSecret}`)))}`

/**
 * Whether a header holds one of the token pairs. How long it takes says nothing about how much of a pair was right:
 * digests are compared, every one of them, to the end.
 */
export async function isAuthorized(
  header: string | undefined,
  tokens: readonly ApiToken[],
): Promise<boolean> {
  const given = await digest(header ?? '')
  let matches = 0
  for (const token of tokens) {
    const expected = await digest(basicAuthorization(token))
    let difference = 0
    for (let i = 0; i < expected.length; i++) difference |= expected.charCodeAt(i) ^ given.charCodeAt(i)
    matches |= difference === 0 ? 1 : 0
  }
  return matches === 1
}

// The scheme's name has no case (RFC 9110 §11.1).
const digest = async (header: string): Promise<string> =>
  bytesToHex(await sha256(utf8(header.replace(/^basic +/i, 'Basic '))))
