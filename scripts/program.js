/** Starts programs that tests need, such as a browser, a display or a database. @module */
import { spawn } from 'node:child_process'

/**
 * Starts a program, which ends with this process at the latest. `failed` rejects if it cannot be started, or if it ends
 * before it is killed; `kill` resolves once it has ended.
 *
 * @typedef {ReturnType<typeof startProgram>} Program
 *
 * @param {string} path
 * @param {readonly string[]} args
 * @param {import('node:child_process').SpawnOptions} options
 */
export function startProgram(path, args, options) {
  const child = spawn(path, [...args], options)
  const atExit = () => void child.kill('SIGKILL')
  process.once('exit', atExit)
  /** @type {Promise<never>} */
  const failed = new Promise((_, reject) => {
    child.once('error', reject)
    child.once('exit', (code) => reject(new Error(`${path} ended with ${code}.`)))
  })
  const gone = failed.catch(() => {})
  return {
    child,
    failed,
    async kill() {
      child.kill('SIGKILL')
      await gone
      process.removeListener('exit', atExit)
    },
  }
}
