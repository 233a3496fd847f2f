/** Writes the variables of an emulator into a file for `node --env-file`, a shell or Docker. @module */
import { chmodSync, existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'

/**
 * Writes lines of the form `NAME=value`. In a file that exists, each variable of the emulator takes the place of its
 * line, or is added at the end; a variable without a value goes, and every other line stays as it is. A new file is
 * readable by its owner only, and so is an old one as soon as it holds the secret.
 */
export function writeEnvFile(
  path: string,
  variables: readonly (readonly [string, string | undefined])[],
): void {
  // A pipe or a device has no lines to keep.
  const isFile = existsSync(path) && statSync(path).isFile()
  const before = isFile ? readFileSync(path, 'utf8') : ''
  const values = new Map(variables)
  const written = new Set<string>()
  const kept = before.split(/(?<=\n)/).flatMap((line) => {
    const name = /^\s*(?:export\s+)?([A-Za-z_]\w*)\s*=/.exec(line)?.[1]
    if (name === undefined || !values.has(name)) return [line]
    const value = values.get(name)
    if (value === undefined || written.has(name)) return []
    written.add(name)
    return [`${name}=${value}${/\r?\n$/.exec(line)?.[0] ?? '\n'}`]
  })
  const text = kept.join('')
  const added = variables.flatMap(([name, value]) =>
    value === undefined || written.has(name) ? [] : [`${name}=${value}\n`],
  )
  const between = text === '' || text.endsWith('\n') || added.length === 0 ? '' : '\n'
  if (isFile) chmodSync(path, 0o600)
  writeFileSync(path, `${text}${between}${added.join('')}`, { mode: 0o600 })
}
