// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { payInOneLine } from './fixtures/pay-in-one-line.js'

if (process.versions.node.startsWith('20.')) await import('../../../src/wallet/fixtures/jsdom-on-node-20.js')

test('the test kit signs in and pays in a component test in jsdom', async () => {
  expect(document.createElement('button').tagName).toBe('BUTTON')
  await payInOneLine()
})
