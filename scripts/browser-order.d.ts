/** One way to get a browser. */
export interface BrowserProbe {
  /** What is tried, in a few words. */
  readonly name: string
  /** Resolves with the paths of executables to try, best first; empty if this way does not apply. May reject. */
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
