// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { signInAndPay } from './fixtures/sign-in-and-pay.js'

if (process.versions.node.startsWith('20.')) await import('./fixtures/jsdom-on-node-20.js')

test('a component test in jsdom signs in by code, pays, refreshes and signs out', async () => {
  expect(document.createElement('button').tagName).toBe('BUTTON')
  await signInAndPay()
})
