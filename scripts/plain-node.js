/**
 * Loads the built library in a separate Node process. Checks which globals it uses and whether the process ends.
 * @module
 */
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { root, run } from './run.js'

/** Makes every global of a browser a getter that throws. */
const guard = `
for (const name of ['window', 'document', 'location', 'navigator', 'indexedDB', 'localStorage', 'sessionStorage',
  'BroadcastChannel', 'PublicKeyCredential']) {
  Object.defineProperty(globalThis, name, { configurable: true, get() { throw new Error('touches ' + name) } })
}`

/** Creates a wallet as server-side rendering does. It must become ready and let the process end. */
const creation = `
const wallet = door.createWallet({
  accountId: 'InternalAccount:00000000-0000-4000-8000-000000000000',
  backend: async () => { throw new Error('calls the backend by itself') },
})
await wallet.ready
if (wallet.getState().storage !== 'memory') throw new Error('storage is not memory')`

/** @returns {Promise<string[]>} what went wrong, a line for each door */
export async function loadsInPlainNode() {
  const programs = [
    ...['index.js', 'element/index.js', 'sandbox/index.js', 'client/index.js'].map((door) => ({
      door,
      guard,
      act: '',
    })),
    { door: 'index.js', guard: '', act: creation },
  ]
  const lines = programs.map(async ({ door, guard, act }) => {
    const url = pathToFileURL(join(root, 'dist', door)).href
    const code = `${guard}\nconst door = await import(${JSON.stringify(url)})\n${act}`
    const ran = await run(process.execPath, ['--input-type=module', '--eval', code], { seconds: 30 })
    return ran.code === 0 ? [] : [`${door} ended with ${ran.code}: ${ran.output.trim()}`]
  })
  return (await Promise.all(lines)).flat()
}
