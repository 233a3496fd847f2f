/** On a server there is nothing to define. */
import { expect, test } from 'vitest'
import { defineWalletElements } from './index.js'

test('imports and does nothing where there is no document, as when a page is rendered on a server', () => {
  expect(typeof customElements).toBe('undefined')
  expect(defineWalletElements()).toBeUndefined()
})
