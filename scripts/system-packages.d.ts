/** Whether Debian's packages can be installed from here. */
export declare function hasApt(): boolean
/** Installs Debian packages. Takes at most ten minutes. */
export declare function aptInstall(...names: readonly string[]): Promise<void>
/** Runs a command without showing its output. If it fails, rejects with the last line of its output. */
export declare function attempt(command: string, args: readonly string[], seconds: number): Promise<void>
/** Returns the path of an executable, or `undefined` if it is not on the `PATH`. */
export declare function onPath(name: string): string | undefined
