/** What the wallet's page finds out about the browser that it is in, and to whom it listens. */
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import type { FrameMessage } from '../port/messages.js'
import { createStack } from '../wallet/fixtures/stack.js'
import type { ServedWallet, ServeWalletOptions } from './api.js'
import { walletOf } from './fixtures/framed-stack.js'
import { shop, walletOrigin } from './fixtures/windows.js'
import { browserPage, type Page } from './page.js'
import { serveWallet } from './serve-wallet.js'

const announcement = { protocol: 'embedded-wallet-auth' }

/** The window around the frame, or the one that has opened this window. */
let peer: { closed: boolean; readonly postMessage: (...given: unknown[]) => void }
let posted: unknown[][]
/** What hears the events of this page. */
let events: EventTarget
/** The types of the events that something of this page listens to. */
let heard: string[]

/** A browser that tells whether something is above a frame, and whose functions nothing has replaced. */
beforeEach(() => {
  posted = []
  peer = { closed: false, postMessage: (...given) => posted.push(given) }
  events = new EventTarget()
  heard = []
  const own = (() => {}).bind(undefined)
  const globals = {
    location: { origin: walletOrigin, ancestorOrigins: [shop] },
    document: { hasStorageAccess: async () => false },
    navigator: { credentials: { get: own, create: own } },
    PublicKeyCredential: class {},
    IntersectionObserver: class {
      get trackVisibility(): boolean {
        return true
      }
    },
    addEventListener: (type: string, listener: never) => {
      heard.push(type)
      events.addEventListener(type, listener)
    },
    removeEventListener: (type: string, listener: never) => {
      heard.splice(heard.indexOf(type), 1)
      events.removeEventListener(type, listener)
    },
  }
  for (const [name, value] of Object.entries(globals)) vi.stubGlobal(name, value)
})

afterEach(() => {
  for (const each of pages.splice(0)) each.dispose()
  vi.unstubAllGlobals()
})

/** The wallets that this page serves. */
const pages: ServedWallet[] = []

async function serve(): Promise<ServedWallet> {
  // Nothing is asked here.
  const ask = {} as ServeWalletOptions['ask']
  const served = serveWallet({ wallet: walletOf(await createStack()), parents: [shop], ask })
  pages.push(served)
  return served
}

/** Puts this page into a frame. */
function beFrame(): void {
  vi.stubGlobal('window', {})
  vi.stubGlobal('parent', peer)
  vi.stubGlobal('opener', null)
}

/** Makes this page a window that another page has opened. */
function beWindow(opener: typeof peer | null = peer): { readonly close: ReturnType<typeof vi.fn> } {
  const window = { close: vi.fn() }
  vi.stubGlobal('window', window)
  vi.stubGlobal('parent', window)
  vi.stubGlobal('opener', opener)
  return window
}

const frame = (): Page => {
  beFrame()
  return browserPage()
}

test('a frame knows the pages around it, where the browser tells them', () => {
  expect(frame()).toMatchObject({ peer, isWindow: false, ancestors: [shop] })
  vi.stubGlobal('location', { origin: walletOrigin })
  expect(frame().ancestors).toEqual([])
})

test('a window knows the page that has opened it, and no page around it', () => {
  beWindow()
  expect(browserPage()).toMatchObject({ peer, isWindow: true, ancestors: [] })
})

test('a frame asks where its browser tells what is above, and passkey dialogs open', () => {
  expect(frame().canAsk).toBe(true)
})

test.each([
  ['does not tell what is above', 'IntersectionObserver', class {}],
  ['has no passkeys', 'PublicKeyCredential', undefined],
])('a frame does not ask if its browser %s, and a window does', (_, name, value) => {
  vi.stubGlobal(name, value)
  const asksInFrame = frame().canAsk
  beWindow()
  expect([asksInFrame, browserPage().canAsk]).toEqual([false, true])
})

test('a frame says that it is cut off from the login, and a window never is', async () => {
  const one = frame()
  beWindow()
  const other = browserPage()
  await new Promise((resolve) => setTimeout(resolve))
  expect([one.isCutOff(shop), other.isCutOff(shop)]).toEqual([true, false])
})

test('the focus is kept in a frame, and not in a window', () => {
  const letGo = frame().keepFocus()
  expect(heard).toEqual(['keydown'])
  letGo()
  expect(heard).toEqual([])
  beWindow()
  browserPage().keepFocus()()
  expect(heard).toEqual([])
})

test('a window whose opener has gone is abandoned', () => {
  beWindow()
  const page = browserPage()
  expect(page.isAbandoned()).toBe(false)
  peer.closed = true
  expect(page.isAbandoned()).toBe(true)
  // What a page gets whose opener is of another group of windows.
  vi.stubGlobal('opener', null)
  expect(page.isAbandoned()).toBe(true)
})

test('a window closes itself when its opener has gone', async () => {
  const { close } = beWindow()
  peer.closed = true
  await serve()
  expect(close).toHaveBeenCalledOnce()
})

test('a window that nobody has opened tells nobody that it is there', async () => {
  const { close } = beWindow(null)
  await serve()
  expect([posted, close.mock.calls]).toEqual([[], []])
})

test('a frame says that it is there, and serves its parent alone, until it is disposed of', async () => {
  beFrame()
  const served = await serve()
  // Nothing but the name of the protocol, because anyone may hear it.
  expect(posted).toEqual([[announcement, '*']])

  /** Connects from a window, and returns what came back on the port. */
  const connect = async (source: unknown): Promise<string[]> => {
    const { port1, port2 } = new MessageChannel()
    onTestFinished(() => port1.close())
    const got: string[] = []
    port1.onmessage = ({ data }: MessageEvent<FrameMessage>) => got.push(data.type)
    const more = { data: { ...announcement, version: 1 }, origin: shop, source, ports: [port2] }
    events.dispatchEvent(Object.assign(new Event('message'), more))
    await new Promise((resolve) => setTimeout(resolve, 50))
    return got
  }
  expect([await connect({}), served.ignored()]).toEqual([[], 1])
  expect(await connect(peer)).toEqual(['hello', 'state'])
  served.dispose()
  expect([await connect(peer), heard.filter((type) => type === 'message')]).toEqual([[], []])
})
