// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { payInOneLine } from './fixtures/pay-in-one-line.js'

test('the test kit signs in and pays in a component test in happy-dom', async () => {
  expect(document.createElement('button').tagName).toBe('BUTTON')
  await payInOneLine()
})
