/**
 * What an e-mail address is. It has one home, so that the wallet, the backend, the client and the emulator agree about
 * it.
 * @module
 */
import { withoutInvisible } from './plain-text.js'

/**
 * Returns an e-mail address as it is sent, from an address as it was typed or copied: without invisible characters, the
 * spaces around it and a full stop at its end, and with full-width characters as ASCII. Returns `undefined` if the rest
 * is not an address that {@link isEmailAddress} accepts.
 */
export function plainEmail(typed: string): string | undefined {
  const email = withoutInvisible(typed)
    .trim()
    // Only these are certain to mean the ASCII character. Other letters beyond ASCII may be those of the address.
    .replace(/[\uff01-\uff5e]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0))
    .replace(/\.$/, '')
  return isEmailAddress(email) ? email : undefined
}

const atom = "[\\w!#$%&'*+/=?^`{|}~-]+"
const label = '[a-zA-Z\\d](?:[a-zA-Z\\d-]{0,61}[a-zA-Z\\d])?'
const emailPattern = new RegExp(`^(?=.{1,64}@)${atom}(?:\\.${atom})*@(?:${label}\\.)+(?!\\d+$)${label}$`)

/**
 * Whether a text is an e-mail address that mail can be sent to: a local part of at most 64 characters in the form of a
 * dot-string, and a domain name of at least two labels (RFC 5321, 4.1.2). At most 254 characters (RFC 5321, 4.5.3.1.3).
 * Quoted local parts, address literals and characters beyond ASCII are not accepted, because few services deliver to
 * them.
 */
export const isEmailAddress = (text: string): boolean => text.length <= 254 && emailPattern.test(text)
