import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { onWake } from './wake.js'

let page: EventTarget

beforeEach(() => {
  page = new EventTarget()
  for (const name of ['addEventListener', 'removeEventListener'] as const)
    vi.stubGlobal(name, page[name].bind(page))
})
afterEach(() => {
  vi.unstubAllGlobals()
})

test.each([
  ['visible', 1],
  ['hidden', 0],
])('a page that becomes %s is noticed %i times', (visibilityState, times) => {
  vi.stubGlobal('document', { visibilityState })
  const noticed = vi.fn()
  const stop = onWake(noticed)
  page.dispatchEvent(new Event('visibilitychange'))
  expect(noticed).toHaveBeenCalledTimes(times)
  stop()
  page.dispatchEvent(new Event('visibilitychange'))
  expect(noticed).toHaveBeenCalledTimes(times)
})

test('a page whose elements replace members of document notices that it is shown', () => {
  const element = { name: 'visibilityState' }
  vi.stubGlobal('document', {
    visibilityState: element,
    addEventListener: element,
    removeEventListener: element,
  })
  const noticed = vi.fn()
  onWake(noticed)
  page.dispatchEvent(new Event('visibilitychange'))
  expect(noticed).toHaveBeenCalledTimes(1)
})
