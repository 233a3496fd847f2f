/** What a browser is asked, over any transport: the part of W3C WebDriver that the tests need. @module */

/** A browser with its tabs. */
export interface Driver {
  /** A tab of its own; the same storage as the others. */
  newTab(): Promise<DriverTab>
  quit(): Promise<void>
}

/** A tab. Calls of different tabs may overlap. */
export interface DriverTab {
  navigate(url: string): Promise<void>
  reload(): Promise<void>
  /** As the person's button does. */
  back(): Promise<void>
  /** Runs the body of a function in the page, which ends at once, and gives what it returns, as JSON. */
  execute(script: string, args: readonly unknown[]): Promise<unknown>
  close(): Promise<void>
  /** Gives this tab's browser an authenticator that is built in, holds passkeys and verifies its user. */
  addAuthenticator?(): Promise<void>
}

/** One after the other: a driver has one current tab. */
export function createTurns(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const next = last.then(work, work)
    last = next.catch(() => {})
    return next
  }
}
