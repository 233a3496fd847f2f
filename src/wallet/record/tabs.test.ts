import { expect, it, vi } from 'vitest'
import { hearTabs } from './hear-tabs.js'
import { createTabs } from './tabs.js'

const account = 'InternalAccount:0191c8a1-7d3e-7c2b-9a51-0e6c2f1b8d44'

it('the channel between tabs is opened by the first announcement, and not before', () => {
  vi.stubGlobal('document', new EventTarget())
  const opened: string[] = []
  vi.stubGlobal(
    'BroadcastChannel',
    class extends BroadcastChannel {
      constructor(name: string) {
        super(name)
        opened.push(name)
      }
    },
  )
  const tabs = createTabs(account)
  expect(opened).toEqual([])
  tabs.announce(1)
  tabs.announce(2)
  tabs.close()
  expect(tabs.channel()).toBeUndefined()
  vi.unstubAllGlobals()
  expect(opened).toEqual([`embedded-wallet-auth:${account}`])
})

it('opens no channel outside of a browser', () => {
  const channel = vi.fn()
  vi.stubGlobal('BroadcastChannel', channel)
  const tabs = createTabs(account)
  const heard = vi.fn()
  tabs.announce(1)
  hearTabs(tabs, heard)()
  tabs.close()
  vi.unstubAllGlobals()
  expect(heard).not.toHaveBeenCalled()
  expect(channel).not.toHaveBeenCalled()
})

it.each([
  [
    'refuses',
    class {
      constructor() {
        throw new DOMException('The operation is insecure.', 'SecurityError')
      }
    },
  ],
  ['lacks', undefined],
])('a browser that %s a channel has no other tabs, and still makes a wallet', (_, channel) => {
  vi.stubGlobal('document', new EventTarget())
  vi.stubGlobal('BroadcastChannel', channel)
  const tabs = createTabs(account)
  tabs.announce(1)
  tabs.close()
  vi.unstubAllGlobals()
})
