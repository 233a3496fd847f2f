import type { ChildProcess, SpawnOptions } from 'node:child_process'

/** A program that runs until it is killed, but not longer than this process. */
export interface Program {
  readonly child: ChildProcess
  /** Rejects if the program cannot be started, or if it ends before it is killed. */
  readonly failed: Promise<never>
  /** Kills the program. Resolves once the program has ended, even if it ended before. */
  kill(): Promise<void>
}

export declare function startProgram(path: string, args: readonly string[], options: SpawnOptions): Program
