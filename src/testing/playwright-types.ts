/**
 * The parts of Playwright that the fixtures use. Playwright's own types fit them, so that this package neither depends on
 * Playwright nor on one of its versions.
 * @module
 */

/** A page, such as Playwright's `Page`. */
export interface BrowserPage {
  /** Returns the page's context, which opens connections to the browser's own protocol. */
  context(): { newCDPSession(page: object): Promise<BrowserSession> }
  /** Finds elements by a selector, also in open shadow roots. */
  locator(selector: string): PageElement
  readonly keyboard: { press(key: string): Promise<void> }
}

/** An element of a page, such as Playwright's `Locator`. */
export interface PageElement {
  /** Clicks the element, once it is there and enabled. */
  click(): Promise<void>
  /** Replaces what a field contains, once the field is there. */
  fill(text: string): Promise<void>
  /** Resolves when the element is gone. */
  waitFor(options: { readonly state: 'detached' }): Promise<void>
}

/** A connection to the browser's own protocol, such as Playwright's `CDPSession`. */
export interface BrowserSession {
  /** Sends a command, and resolves with what the browser answers. */
  send(method: string, parameters?: object): Promise<unknown>
}
