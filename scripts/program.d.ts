import type { ChildProcess, SpawnOptions } from 'node:child_process'

/** A program that lives as long as it is needed, and never longer than this process. */
export interface Program {
  readonly child: ChildProcess
  /** Rejects when it cannot be started, or ends by itself. */
  readonly failed: Promise<never>
  /** Kills it; resolves once it is gone, also where it was gone before. */
  kill(): Promise<void>
}

export declare function startProgram(path: string, args: readonly string[], options: SpawnOptions): Program
