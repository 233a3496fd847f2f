/**
 * Asks the platform. Rejects for every answer but a success, with its `code`.
 *
 * @param {string} path
 */
export async function ask(path) {
  const answer = await fetch(path, { method: 'POST' })
  const body = await answer.json().catch(() => ({}))
  if (!answer.ok) throw Object.assign(new Error(`${path}: ${answer.status}`), body)
  return body
}
