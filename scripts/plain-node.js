/**
 * Loads the built library in a separate Node process. Checks which globals it uses and whether the process ends.
 * @module
 */
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { root, run } from './run.js'

const browserGlobals = [
  'window',
  'document',
  'location',
  'navigator',
  'indexedDB',
  'localStorage',
  'sessionStorage',
  'BroadcastChannel',
  'PublicKeyCredential',
]

const guard = `
for (const name of ${JSON.stringify(browserGlobals)}) {
  Object.defineProperty(globalThis, name, { configurable: true, get() { throw new Error('touches ' + name) } })
}`

/**
 * Imports each file while every browser global is a getter that throws. A file fails if it uses one, or if its process
 * does not end.
 *
 * @param {readonly string[]} files below `dist/`
 * @returns {Promise<string[]>} what went wrong, a line for each file
 */
export function importAlone(files) {
  return failures(files, (url) => `${guard}\nawait import(${JSON.stringify(url)})`)
}

/**
 * Creates a wallet as server-side rendering does, where the browser globals are absent. The wallet must become ready
 * and let the process end.
 *
 * @returns {Promise<string[]>}
 */
export function createAlone() {
  const script = (/** @type {string} */ url) => `
const { createWallet } = await import(${JSON.stringify(url)})
const wallet = createWallet({
  accountId: 'InternalAccount:00000000-0000-4000-8000-000000000000',
  backend: async () => { throw new Error('calls the backend by itself') },
})
await wallet.ready
if (wallet.getState().storage !== 'memory') throw new Error('storage is not memory')`
  return failures(['index.js'], script)
}

/** @param {readonly string[]} files @param {(url: string) => string} script */
async function failures(files, script) {
  /** @type {string[]} */
  const lines = []
  for (const file of files) {
    const url = pathToFileURL(join(root, 'dist', file)).href
    const ran = await run(process.execPath, ['--input-type=module', '--eval', script(url)], { seconds: 15 })
    if (ran.code === 124) lines.push(`${file}: the process does not end by itself`)
    else if (ran.code !== 0) lines.push(`${file}: ${ran.output.trim()}`)
  }
  return lines
}
