/**
 * `emulator`: starts the executable of the package `embedded-wallet-auth-emulator`, where that is installed.
 * @module
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { versionIn } from './executable.js'

const name = 'embedded-wallet-auth-emulator'

/**
 * Runs the emulator's executable, which is looked for from the current folder, as Node looks for packages. Resolves
 * with its exit code. Throws an error that names the package if it is not installed, or if its version is another.
 *
 * @param signal passed on: when it aborts, the emulator is told to stop
 */
export async function startEmulator(
  args: readonly string[],
  version: string,
  signal: AbortSignal,
): Promise<number> {
  const manifest = installedManifest()
  const found = versionIn(manifest)
  if (found !== version)
    throw new Error(
      `This is embedded-wallet-auth ${version}, but ${name} is ${found}. Install ${name}@${version}.`,
    )
  // The emulator must not outlive this process, even if that is killed.
  const main = [join(dirname(manifest), 'dist/cli/main.js'), ...args, '--with-parent']
  const child = spawn(process.execPath, main, { stdio: 'inherit' })
  const stop = (): void => void child.kill('SIGTERM')
  signal.addEventListener('abort', stop)
  if (signal.aborted) stop()
  const [code] = await once(child, 'close')
  return Number(code ?? 1)
}

function installedManifest(): string {
  try {
    return createRequire(join(process.cwd(), 'package.json')).resolve(`${name}/package.json`)
  } catch (cause) {
    throw new Error(
      `The emulator is a package of its own. Install it with "npm install --save-dev ${name}", or run "npx ${name}".`,
      { cause },
    )
  }
}
