/**
 * The parts of Playwright that the fixtures use. Playwright's own types are assignable to these, so this package does
 * not depend on Playwright.
 * @module
 */

/** A page, such as Playwright's `Page`. */
export interface BrowserPage {
  /** Returns the page's context, which opens DevTools Protocol sessions. */
  context(): { newCDPSession(page: object): Promise<BrowserSession> }
  /** Finds elements by a selector, including elements in open shadow roots. */
  locator(selector: string): PageElement
  readonly keyboard: { press(key: string): Promise<void> }
}

/** An element of a page, such as Playwright's `Locator`. */
export interface PageElement {
  /** Clicks the element, once it exists and is enabled. */
  click(): Promise<void>
  /** Replaces the text in a field, once the field exists. */
  fill(text: string): Promise<void>
  /** Resolves when the element is gone. */
  waitFor(options: { readonly state: 'detached' }): Promise<void>
}

/** A DevTools Protocol session, such as Playwright's `CDPSession`. */
export interface BrowserSession {
  /** Sends a command, and resolves with the browser's answer. */
  send(method: string, parameters?: object): Promise<unknown>
}
