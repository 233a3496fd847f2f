/** Writes the variables of an emulator into a file for `node --env-file`, a shell or Docker. @module */
import { chmodSync, existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'

/**
 * Writes lines of the form `NAME=value`. In a file that exists, each variable of the emulator takes the place of its
 * line, or is added at the end; a variable without a value goes, and every other line stays as it is. A new file is
 * readable by its owner only, and so is an old one as soon as it holds the secret. Throws if a file is not in an
 * encoding that contains ASCII, such as UTF-8. A file for which the disk has no room stays as it was.
 */
export function writeEnvFile(
  path: string,
  variables: readonly (readonly [string, string | undefined])[],
): void {
  // A pipe or a device has no lines to keep.
  const isFile = existsSync(path) && statSync(path).isFile()
  // Each byte as one character, so that other people's lines stay as they are, whatever their encoding.
  const before = isFile ? readFileSync(path, 'latin1') : ''
  if (before.includes('\0'))
    throw new Error(`${path} is not in UTF-8: save it as UTF-8, or name another file.`)
  const end = before.includes('\r\n') ? '\r\n' : '\n'
  const values = new Map(variables)
  const written = new Set<string>()
  const kept = before.split(/(?<=\n)/).flatMap((line) => {
    const [, mark = '', name] = /^(\u00ef\u00bb\u00bf)?\s*(?:export\s+)?([A-Za-z_]\w*)\s*=/.exec(line) ?? []
    if (name === undefined || !values.has(name)) return [line]
    const value = values.get(name)
    if (value === undefined || written.has(name)) return []
    written.add(name)
    return [`${mark}${name}=${value}${/\r?\n$/.exec(line)?.[0] ?? end}`]
  })
  const text = kept.join('')
  const added = variables.flatMap(([name, value]) =>
    value === undefined || written.has(name) ? [] : [`${name}=${value}${end}`],
  )
  const between = text === '' || text.endsWith('\n') || added.length === 0 ? '' : end
  if (isFile) chmodSync(path, 0o600)
  const write = (content: string): void => writeFileSync(path, content, { encoding: 'latin1', mode: 0o600 })
  try {
    write(`${text}${between}${added.join('')}`)
  } catch (error) {
    // A full disk takes at least what it had before. A new file in its place would be another owner's, or not a link.
    if (isFile) write(before)
    throw error
  }
}
