/** One way to find or install a browser. */
export interface BrowserProbe {
  /** What this way does, in a few words. */
  readonly name: string
  /**
   * Resolves with paths of executables to try, best first. The list is empty if this way does not apply. May reject.
   */
  readonly find: () => Promise<readonly string[]>
}

/** All ways to get a browser, by the names that `browserOrder` uses. */
export interface BrowserProbes {
  readonly chromePath: BrowserProbe
  readonly playwright: BrowserProbe
  readonly installed: BrowserProbe
  readonly playwrightInstall: BrowserProbe
  readonly apt: BrowserProbe
  readonly headlessShell: BrowserProbe
}

export declare const browserOrder: readonly (keyof BrowserProbes)[]

export declare function firstBrowser(
  probes: BrowserProbes,
  runs: (path: string) => Promise<boolean>,
  say: (line: string) => void,
): Promise<string | undefined>
