/** Tests where elements are defined: not on a server, and under no name that belongs to another element. */
import { afterEach, expect, test, vi } from 'vitest'
import { defineWalletElements } from './index.js'

test('on a server, the elements can be imported, and defining them does nothing', () => {
  expect(typeof customElements).toBe('undefined')
  expect(defineWalletElements()).toBeUndefined()
})

/** Stands in for the registry of a page. The bare class stands in for that of the DOM. */
function registry(): Map<string, CustomElementConstructor> {
  const names = new Map<string, CustomElementConstructor>()
  vi.stubGlobal('HTMLElement', class {})
  vi.stubGlobal('customElements', {
    get: (name: string) => names.get(name),
    define: (name: string, element: CustomElementConstructor) => void names.set(name, element),
  })
  return names
}

afterEach(() => {
  vi.unstubAllGlobals()
})

test('elements that are registered already stay, even those of another copy of the library', () => {
  const names = registry()
  defineWalletElements()
  const before = [...names]
  expect(before.map(([name]) => name)).toEqual(['wallet-sign-in', 'wallet-confirm'])
  defineWalletElements()
  expect([...names]).toEqual(before)
})

test.each(['wallet-sign-in', 'wallet-confirm'])('another element with the name %s is not ignored', (name) => {
  registry().set(name, class extends HTMLElement {})
  expect(() => defineWalletElements()).toThrow(`<${name}> is already registered as another element.`)
})
