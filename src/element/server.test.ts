/** Tests the elements on a server, where nothing can be defined. */
import { expect, test } from 'vitest'
import { defineWalletElements } from './index.js'

test('on a server, the elements can be imported, and defining them does nothing', () => {
  expect(typeof customElements).toBe('undefined')
  expect(defineWalletElements()).toBeUndefined()
})
