/** Functions for tests of the elements in a page. @module */
import type { Locator, Page } from '@playwright/test'

/** Adds an element with the page's wallet to the page. ID tokens come from the test server. */
export async function addElement(
  page: Page,
  name: 'wallet-sign-in' | 'wallet-confirm',
  given: { readonly attributes?: Readonly<Record<string, string>>; readonly quote?: unknown } = {},
): Promise<Locator> {
  await page.evaluate(
    ([name, { attributes = {}, quote }]) => {
      const element = document.createElement(name)
      for (const [attribute, value] of Object.entries(attributes)) element.setAttribute(attribute, value)
      const providers = [{ name: 'Marsh ID', begin: () => harness.idToken }]
      Object.assign(element, { wallet: harness.wallet, providers, quote, receiver: 'Grace Hopper' })
      document.body.append(element)
    },
    [name, given] as const,
  )
  return page.locator(name)
}

/**
 * Resolves with a line for each element that is cut off at the left or right of the page, or too small to click, and for
 * each amount and label of a button with a word on two lines.
 */
export const misfits = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const found: string[] = []
    const { clientWidth, scrollWidth } = document.documentElement
    if (scrollWidth > clientWidth) found.push(`the page is ${scrollWidth} wide in ${clientWidth}`)
    for (const { shadowRoot } of document.querySelectorAll('wallet-sign-in, wallet-confirm')) {
      for (const button of shadowRoot?.querySelectorAll('button, input') ?? []) {
        const { width, height } = button.getBoundingClientRect()
        if (width > 0 && Math.min(width, height) < 44)
          found.push(`${button.textContent} is ${width} × ${height}`)
      }
      for (const text of shadowRoot?.querySelectorAll('.amount bdi, dd bdi, button .label, button bdi') ?? [])
        for (const node of text.childNodes) if (node instanceof Text) found.push(...brokenWords(node))
    }
    function brokenWords(text: Text): readonly string[] {
      // Longer ones are names and addresses, which may be broken.
      return [...text.data.matchAll(/(?<!\S)\S{1,14}(?!\S)/g)].flatMap(({ 0: word, index }) => {
        const range = document.createRange()
        range.setStart(text, index)
        range.setEnd(text, index + word.length)
        const tops = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)))
        return tops.size > 1 ? [`“${word}” of “${text.data}” is broken`] : []
      })
    }
    return found
  })
