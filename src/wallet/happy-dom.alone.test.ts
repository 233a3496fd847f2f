// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { signInAndPay } from './fixtures/sign-in-and-pay.js'

test('a component test in happy-dom signs in by code, pays, refreshes and signs out', async () => {
  expect(document.createElement('button').tagName).toBe('BUTTON')
  await signInAndPay()
})
