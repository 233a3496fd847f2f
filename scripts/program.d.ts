import type { ChildProcess, SpawnOptions } from 'node:child_process'

/** A program that runs until it is killed, but never longer than this process. */
export interface Program {
  readonly child: ChildProcess
  /** Rejects if the program cannot be started, or if it ends without having been killed. */
  readonly failed: Promise<never>
  /** Kills the program. Resolves once it has ended, even if it had ended before. */
  kill(): Promise<void>
}

export declare function startProgram(path: string, args: readonly string[], options: SpawnOptions): Program
