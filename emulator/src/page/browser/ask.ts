/** Calls the emulator. @module */

/**
 * Calls the emulator and resolves with the parsed answer. Rejects with the emulator's message if it refuses the call.
 *
 * @example
 * await ask('POST /emulator/clock', { advance: 60_000 })
 */
export async function ask<T>(call: string, body?: unknown): Promise<T> {
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
