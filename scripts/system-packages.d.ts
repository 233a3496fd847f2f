/** Whether Debian's packages can be installed from here. */
export declare function hasApt(): boolean
/** Installs some of Debian's packages, in ten minutes at most. */
export declare function aptInstall(...names: readonly string[]): Promise<void>
/** Runs a command quietly; rejects with its last line when it fails. */
export declare function attempt(command: string, args: readonly string[], seconds: number): Promise<void>
/** Path of an executable. */
export declare function onPath(name: string): string | undefined
