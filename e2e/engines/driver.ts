/** The part of W3C WebDriver that the tests need, over any transport. @module */

/** A browser with its tabs. */
export interface Driver {
  /** Opens another tab, with the same storage as the others. */
  newTab(): Promise<DriverTab>
  quit(): Promise<void>
}

/** A tab. Calls of different tabs may overlap. */
export interface DriverTab {
  navigate(url: string): Promise<void>
  reload(): Promise<void>
  /** Goes back, like the back button. */
  back(): Promise<void>
  /** Runs the body of a synchronous function in the page. Resolves with what it returns, through JSON. */
  execute(script: string, args: readonly unknown[]): Promise<unknown>
  close(): Promise<void>
  /** Adds a built-in authenticator to the browser, which stores passkeys and verifies its user. */
  addAuthenticator?(): Promise<void>
}

/** Returns a function that runs work one after the other, because a driver has only one current tab. */
export function createTurns(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const next = last.then(work, work)
    last = next.catch(() => {})
    return next
  }
}
