import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { endReasons, hearTabs, readTabMessage } from './hear-tabs.js'
import { createTabs, type TabMessage, type Tabs } from './tabs.js'

const account = 'InternalAccount:0191c8a1-7d3e-7c2b-9a51-0e6c2f1b8d44'

describe('the channel between tabs', () => {
  const open: Tabs[] = []
  const tab = (id: string, heard?: (message: TabMessage) => void): Tabs => {
    const tabs = createTabs(id)
    // A tab that begins to hear reports that it may have missed a message.
    const stop = heard && hearTabs(tabs, (message) => message.revision > 0 && heard(message))
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
    tab(account).announce({ revision: 3, ended: 'signed-out' })
    await expect.poll(() => heard).toHaveBeenCalledWith({ revision: 3, ended: 'signed-out' })
  })

  it('is looked through once when a tab begins to hear, because others may have sent something before', () => {
    const heard = vi.fn()
    const tabs = tab(account)
    const stop = hearTabs(tabs, heard)
    expect(heard.mock.calls).toEqual([[{ revision: 0 }]])
    stop()
  })

  it('sends a message neither to its own tab nor to tabs of another account', async () => {
    const own = vi.fn()
    const other = vi.fn()
    const heard = vi.fn()
    const sender = tab(account, own)
    tab(`${account}x`, other)
    tab(account, heard)
    sender.announce({ revision: 1 })
    await expect.poll(() => heard).toHaveBeenCalled()
    expect(own).not.toHaveBeenCalled()
    expect(other).not.toHaveBeenCalled()
  })

  it('drops everything that another script posts unless it is a valid message', async () => {
    const heard = vi.fn()
    tab(account, heard)
    const script = new BroadcastChannel(`embedded-wallet-auth:${account}`)
    for (const data of ['hello', null, { revision: 'x' }, { revision: 2, ended: 'stolen', more: 1 }]) {
      script.postMessage(data)
    }
    await expect.poll(() => heard).toHaveBeenCalled()
    script.close()
    expect(heard.mock.calls).toEqual([[{ revision: 2 }]])
  })

  it('drops an announcement after close, because a commit may finish after its wallet is disposed', () => {
    const tabs = tab(account)
    tabs.close()
    expect(() => tabs.announce({ revision: 1 })).not.toThrow()
    expect(() => tabs.close()).not.toThrow()
  })

  it('a message that arrives while the page is frozen is passed on when it resumes, with why a session ended', async () => {
    const [heard, bystander] = [vi.fn(), vi.fn()]
    const frozen = document
    tab(account, heard)
    vi.stubGlobal('document', new EventTarget())
    tab(account, bystander)
    const sender = tab(account)
    frozen.dispatchEvent(new Event('freeze'))
    sender.announce({ revision: 1, ended: 'revoked' })
    sender.announce({ revision: 2 })
    await expect.poll(() => bystander).toHaveBeenCalledTimes(2)
    expect(heard).not.toHaveBeenCalled()
    frozen.dispatchEvent(new Event('resume'))
    expect(heard.mock.calls).toEqual([[{ revision: 2, ended: 'revoked' }]])
    sender.announce({ revision: 3 })
    await expect.poll(() => heard).toHaveBeenLastCalledWith({ revision: 3 })
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
    tab(account).announce({ revision: 1 })
    await expect.poll(() => still).toHaveBeenCalled()
    expect(heard).not.toHaveBeenCalled()
  })
})

it('opens a channel in a worker of a browser, which is told of a sign-out as a page is', async () => {
  vi.stubGlobal('WorkerGlobalScope', class {})
  const heard = vi.fn()
  const [worker, other] = [createTabs(account), createTabs(account)]
  const stop = hearTabs(worker, heard)
  other.announce({ revision: 3, ended: 'signed-out' })
  await expect.poll(() => heard).toHaveBeenLastCalledWith({ revision: 3, ended: 'signed-out' })
  stop()
  worker.close()
  other.close()
  vi.unstubAllGlobals()
})

describe('readTabMessage', () => {
  it.each([...endReasons])('reads the reason %s', (ended) => {
    expect(readTabMessage({ revision: 1, ended })).toEqual({ revision: 1, ended })
  })

  it.each(['stolen', '', 1, null, {}])('reads no reason from %j', (ended) => {
    expect(readTabMessage({ revision: 1, ended })).toStrictEqual({ revision: 1 })
  })

  it.each([
    undefined,
    null,
    1,
    'revision',
    [],
    {},
    { revision: '1' },
    { revision: 1.5 },
    { revision: Number.NaN },
    { revision: 2 ** 53 },
  ])('reads nothing from %j', (data) => {
    expect(readTabMessage(data)).toBeUndefined()
  })
})
