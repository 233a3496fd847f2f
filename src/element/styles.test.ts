import { expect, it } from 'vitest'
import { dress } from './styles.js'

/** A document of another window, with the parts that `dress` uses. */
const otherDocument = () => {
  class CSSStyleSheet {
    replaceSync(): void {}
  }
  return { defaultView: { CSSStyleSheet } }
}

/** A shadow root in a document. */
const rootIn = (ownerDocument: object) => ({ ownerDocument, adoptedStyleSheets: [] as object[] })

it('the style sheet is made by the window that the element is in, once for each document', () => {
  const [here, there] = [otherDocument(), otherDocument()]
  const roots = [rootIn(here), rootIn(there), rootIn(there)]
  for (const root of roots) dress(root as unknown as ShadowRoot)
  const [first, second, third] = roots.map((root) => root.adoptedStyleSheets[0])
  expect(first).toBeInstanceOf(here.defaultView.CSSStyleSheet)
  expect(second).toBeInstanceOf(there.defaultView.CSSStyleSheet)
  expect(third).toBe(second)
})
