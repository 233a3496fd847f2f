/** Calls the emulator. @module */

/**
 * Makes a control call and resolves with the parsed answer. Rejects with an `Error` for people if the emulator refuses
 * the call.
 */
export type Ask = <T>(call: string, body?: unknown) => Promise<T>

/**
 * Makes a control call to the emulator at the page's own origin.
 *
 * @example
 * await askEmulator('POST /emulator/clock', { advance: 60_000 })
 */
export async function askEmulator<T>(call: string, body?: unknown): Promise<T> {
  const [method = 'GET', path = ''] = call.split(' ')
  const answer = await fetch(path, {
    method,
    ...(body !== undefined && {
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    }),
  })
  const text = await answer.text()
  const parsed = text === '' ? undefined : JSON.parse(text)
  if (!answer.ok) throw new Error(parsed?.message ?? `The emulator answered ${answer.status}.`)
  return parsed
}
