/** One way to come by a browser. */
export interface BrowserProbe {
  /** Says in a few words what is tried. */
  readonly name: string
  /** Paths of executables worth trying, best first; empty where this way does not apply. May reject. */
  readonly find: () => Promise<readonly string[]>
}

/** The ways there are, each under the name that the order uses. */
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
