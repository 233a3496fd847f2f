/** A program that lives as long as the tests need it, and never longer than this process. @module */
import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process'

export interface Program {
  readonly child: ChildProcess
  /** Rejects when it cannot be started, or ends by itself. */
  readonly failed: Promise<never>
  /** Kills it; resolves once it is gone, also where it was gone before. */
  kill(): Promise<void>
}

export function startProgram(path: string, args: readonly string[], options: SpawnOptions): Program {
  const child = spawn(path, [...args], options)
  const atExit = (): void => void child.kill('SIGKILL')
  process.once('exit', atExit)
  let end = (): void => {}
  const gone = new Promise<void>((resolve) => {
    end = resolve
  })
  const failed = new Promise<never>((_, reject) => {
    child.once('error', (error) => {
      reject(error)
      end()
    })
    child.once('exit', (code) => {
      reject(new Error(`${path} ended with ${code}.`))
      end()
    })
  })
  // Whoever is not waiting for anything has no need to know.
  failed.catch(() => {})
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
