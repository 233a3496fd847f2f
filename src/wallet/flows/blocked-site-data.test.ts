/** A browser whose settings block all storage that outlives the page. @module */
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { signedIn } from '../fixtures/open-wallets.js'
import { createStack } from '../fixtures/stack.js'
import { indexedDbStore } from '../record/storage.js'

const insecure = (): never => {
  throw new DOMException('The operation is insecure.', 'SecurityError')
}

beforeAll(() => {
  vi.stubGlobal('document', { addEventListener: () => {}, removeEventListener: () => {} })
  vi.stubGlobal(
    'BroadcastChannel',
    class {
      constructor() {
        insecure()
      }
    },
  )
  vi.stubGlobal('indexedDB', { open: insecure })
})
afterAll(() => {
  vi.unstubAllGlobals()
})

test('a page signs in even if the browser refuses cookies and site data, until the page is closed', async () => {
  const stack = await createStack()
  // A separate name, because other tests of this process may have opened the default database already.
  const wallet = await signedIn(stack, { store: indexedDbStore('refused') })
  expect(wallet.getState()).toMatchObject({ session: { status: 'active' }, storage: 'memory' })
  expect(await wallet.signer?.stamp('payload')).toEqual(expect.any(String))
})
