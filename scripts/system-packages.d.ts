export declare function hasApt(): boolean
export declare function aptInstall(name: string): Promise<void>
export declare function attempt(command: string, args: readonly string[], seconds: number): Promise<void>
/** Path of an executable. */
export declare function onPath(name: string): string | undefined
