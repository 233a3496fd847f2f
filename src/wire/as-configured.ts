/**
 * What a platform configures: addresses, secrets and keys, as they come out of environments, mounted files and
 * dashboards. Each has one function here, so that backend and client accept the same.
 * @module
 */

/** What `echo`, editors and mounted files add around a value: a byte order mark, line breaks and other white space. */
const around = /^[\s\ufeff]+|[\s\ufeff]+$/g

/**
 * Returns a value without the white space and the byte order mark around it. Throws a `TypeError` that names `option`,
 * and never the value, unless the rest consists of 1 or more visible characters, or spaces between them.
 */
export function plainSetting(value: unknown, option: string): string {
  const plain = typeof value === 'string' ? value.replace(around, '') : ''
  if (/^\P{C}+$/u.test(plain)) return plain
  throw new TypeError(`${option} is malformed: it must consist of visible characters.`)
}

/**
 * Returns a token id, as {@link plainSetting} does. In Basic authentication, it must not contain a colon (RFC 7617).
 */
export function plainTokenId(value: unknown, option: string): string {
  const plain = plainSetting(value, option)
  if (!plain.includes(':')) return plain
  throw new TypeError(`${option} is malformed: it must not contain a colon.`)
}

/**
 * Returns PEM text with ordinary line breaks. In a variable of an environment, PEM often is one line in which `\n`
 * stands for each line break, and some tools leave quotes around it.
 */
export const plainPem = (pem: string): string =>
  pem
    .replace(around, '')
    .replace(/^(["'])(.*)\1$/s, '$2')
    .replaceAll(/(?:\\r)?\\n|\r\n?/g, '\n')
    .replace(around, '')
