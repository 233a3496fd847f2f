/** The part of W3C WebDriver that the tests need, over any transport. @module */
import { setTimeout as sleep } from 'node:timers/promises'

/** A browser with its tabs. */
export interface Driver {
  /** Opens another tab, with the same storage as the others. */
  newTab(): Promise<DriverTab>
  /** Waits for the window that a page has just opened. Not every engine's tests need it. */
  opened?(): Promise<DriverTab>
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
  /**
   * Clicks as a person does, after which a page may open a window. `selector` is CSS. In Firefox `host >>> inner` finds
   * an element of a shadow root.
   */
  click?(selector: string): Promise<void>
  /** Adds a built-in authenticator to the browser, which stores passkeys and verifies its user. */
  addAuthenticator?(): Promise<void>
}

/** The property in which WebDriver returns an element. */
export const elementKey = 'element-6066-11e4-a52e-4f735466cecf'

/** Finds the element of a selector. */
export const findScript = `
  return arguments[0].split(' >>> ').reduce((from, each) => (from.shadowRoot ?? from).querySelector(each), document)`

/** Milliseconds. */
const openDeadline = 20_000

/** Waits for a window that is not in `known`, and adds it there. */
export async function newWindow(
  known: Set<string>,
  handles: () => Promise<readonly string[]>,
): Promise<string> {
  for (const until = Date.now() + openDeadline; Date.now() < until; await sleep(50)) {
    const handle = (await handles()).find((each) => !known.has(each))
    if (handle === undefined) continue
    known.add(handle)
    return handle
  }
  throw new Error('No window was opened.')
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
