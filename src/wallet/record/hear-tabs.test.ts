import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { hearTabs } from './hear-tabs.js'
import { createTabs, type Tabs } from './tabs.js'

const account = 'InternalAccount:0191c8a1-7d3e-7c2b-9a51-0e6c2f1b8d44'

describe('the channel between tabs', () => {
  const open: Tabs[] = []
  const tab = (id: string, heard?: () => void): Tabs => {
    const tabs = createTabs(id)
    let hasBegun = false
    // A tab that begins to hear reports that it may have missed a message.
    const stop = heard && hearTabs(tabs, () => hasBegun && heard())
    hasBegun = true
    const close = (): void => {
      stop?.()
      tabs.close()
    }
    open.push({ ...tabs, close })
    return { ...tabs, close }
  }

  beforeEach(() => vi.stubGlobal('document', new EventTarget()))
  afterEach(() => {
    for (const tabs of open.splice(0)) tabs.close()
    vi.unstubAllGlobals()
  })

  it('sends a message to the other tabs of the account', async () => {
    const heard = vi.fn()
    tab(account, heard)
    tab(account).announce(3)
    await expect.poll(() => heard).toHaveBeenCalledOnce()
  })

  it('sends the revision', async () => {
    const other = new BroadcastChannel(`embedded-wallet-auth:${account}`)
    const data = new Promise((resolve) => {
      other.onmessage = (event) => resolve(event.data)
    })
    tab(account).announce(3)
    expect(await data).toEqual({ revision: 3 })
    other.close()
  })

  it('is looked through once when a tab begins to hear, because others may have sent something before', () => {
    const heard = vi.fn()
    const tabs = tab(account)
    const stop = hearTabs(tabs, heard)
    expect(heard).toHaveBeenCalledOnce()
    stop()
  })

  it('sends a message neither to its own tab nor to tabs of another account', async () => {
    const own = vi.fn()
    const other = vi.fn()
    const heard = vi.fn()
    const sender = tab(account, own)
    tab(`${account}x`, other)
    tab(account, heard)
    sender.announce(1)
    await expect.poll(() => heard).toHaveBeenCalled()
    expect(own).not.toHaveBeenCalled()
    expect(other).not.toHaveBeenCalled()
  })

  it('passes on nothing that a message contains, because any script can post one', async () => {
    const heard = vi.fn()
    tab(account, heard)
    const script = new BroadcastChannel(`embedded-wallet-auth:${account}`)
    const posted = ['hello', null, { revision: 'x' }, { revision: 2, ended: 'stolen' }]
    for (const data of posted) script.postMessage(data)
    await expect.poll(() => heard).toHaveBeenCalledTimes(posted.length)
    script.close()
    expect(heard.mock.calls.flat()).toEqual([])
  })

  it('drops an announcement after close, because a commit may finish after its wallet is disposed', () => {
    const tabs = tab(account)
    tabs.close()
    expect(() => tabs.announce(1)).not.toThrow()
    expect(() => tabs.close()).not.toThrow()
  })

  it('a message that arrives while the page is frozen is passed on when it resumes, together with all others', async () => {
    const [heard, bystander] = [vi.fn(), vi.fn()]
    const frozen = document
    tab(account, heard)
    vi.stubGlobal('document', new EventTarget())
    tab(account, bystander)
    const sender = tab(account)
    frozen.dispatchEvent(new Event('freeze'))
    sender.announce(1)
    sender.announce(2)
    await expect.poll(() => bystander).toHaveBeenCalledTimes(2)
    expect(heard).not.toHaveBeenCalled()
    frozen.dispatchEvent(new Event('resume'))
    expect(heard).toHaveBeenCalledOnce()
    sender.announce(3)
    await expect.poll(() => heard).toHaveBeenCalledTimes(2)
  })

  it('passes nothing on when the page resumes without having missed a message', () => {
    const heard = vi.fn()
    tab(account, heard)
    for (const name of ['freeze', 'resume', 'resume']) document.dispatchEvent(new Event(name))
    expect(heard).not.toHaveBeenCalled()
  })

  it('listens to its page until it is closed', () => {
    const listening = new Set<string>()
    vi.stubGlobal('document', {
      addEventListener: (name: string) => listening.add(name),
      removeEventListener: (name: string) => listening.delete(name),
    })
    const tabs = tab(account, () => {})
    expect([...listening]).toEqual(['freeze', 'resume'])
    tabs.close()
    expect([...listening]).toEqual([])
  })

  it('hears nothing after close', async () => {
    const heard = vi.fn()
    const still = vi.fn()
    tab(account, heard).close()
    tab(account, still)
    tab(account).announce(1)
    await expect.poll(() => still).toHaveBeenCalled()
    expect(heard).not.toHaveBeenCalled()
  })
})

it('opens a channel in a worker of a browser, which is told of a sign-out as a page is', async () => {
  vi.stubGlobal('WorkerGlobalScope', class {})
  const heard = vi.fn()
  const [worker, other] = [createTabs(account), createTabs(account)]
  const stop = hearTabs(worker, heard)
  expect(heard).toHaveBeenCalledOnce()
  other.announce(3)
  await expect.poll(() => heard).toHaveBeenCalledTimes(2)
  stop()
  worker.close()
  other.close()
  vi.unstubAllGlobals()
})
