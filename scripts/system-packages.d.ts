/** Whether Debian packages can be installed from here. */
export declare function hasApt(): boolean
/** Installs Debian packages. Takes at most ten minutes. */
export declare function aptInstall(...names: readonly string[]): Promise<void>
/** Runs a command without showing its output. Rejects with the last line of the output if the command fails. */
export declare function attempt(command: string, args: readonly string[], seconds: number): Promise<void>
/** Returns the path of an executable, or `undefined` if it is not on the `PATH`. */
export declare function onPath(name: string): string | undefined
