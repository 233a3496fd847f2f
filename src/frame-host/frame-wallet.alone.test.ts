// @vitest-environment happy-dom
/** What `frameWallet` does with the page that calls it: the frame, windows, and to whom it listens. */
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import type { FramedWallet, FrameWalletOptions } from './api.js'
import { frameWallet } from './frame-wallet.js'

const url = 'https://wallet.example.com/frame.html'
const walletOrigin = 'https://wallet.example.com'
const announcement = { protocol: 'embedded-wallet-auth' }

/** A window that can only be posted to. */
const windowTo = () => {
  const posted: unknown[][] = []
  return { posted, closed: false, postMessage: (...given: unknown[]) => posted.push(given) }
}
/** The window in the frame. */
let inFrame: ReturnType<typeof windowTo>

// Frames are in the page, but load nothing.
Object.assign(Reflect.get(window, 'happyDOM').settings, {
  enableIframePageLoading: true,
  navigation: { disableChildFrameNavigation: true },
})

beforeEach(() => {
  inFrame = windowTo()
  vi.spyOn(HTMLIFrameElement.prototype, 'contentWindow', 'get').mockImplementation(function (
    this: HTMLElement,
  ) {
    return this.isConnected ? (inFrame as never) : null
  })
  vi.stubGlobal('isSecureContext', true)
})

afterEach(() => {
  document.body.replaceChildren()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

function opened(options: Partial<FrameWalletOptions> = {}): FramedWallet {
  const wallet = frameWallet({ url, ...options })
  onTestFinished(() => wallet.dispose())
  return wallet
}

/** A message that the browser says is from a window and an origin. */
function announce(source: unknown, origin = walletOrigin, data: unknown = announcement): void {
  dispatchEvent(Object.assign(new Event('message'), { source, origin, data }))
}

const frames = (): string[] => [...document.querySelectorAll('iframe')].map(({ src }) => src)
const codeOf = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => 'resolved',
    (error: unknown) => Object(error).code,
  )

describe('the URL', () => {
  test.each([
    ['this page’s origin', '/frame.html'],
    ['no web page', 'data:text/html,hello'],
    ['a script', 'javascript:alert(1)'],
    ['nothing', 'https://'],
  ])('a URL of %s is a TypeError, and loads nothing', (_, given) => {
    expect(() => frameWallet({ url: given })).toThrow(TypeError)
    expect(frames()).toEqual([])
  })

  test('a URL may be relative to another base of the page', () => {
    vi.spyOn(document, 'baseURI', 'get').mockReturnValue('https://wallet.example.com/a/')
    opened({ url: 'frame.html' })
    expect(frames()).toEqual(['https://wallet.example.com/a/frame.html'])
  })
})

test('the frame is put into the body, or into the container that is given, and taken out by dispose()', () => {
  const container = document.createElement('div')
  document.body.append(container)
  const wallet = opened()
  opened({ container })
  expect([document.querySelectorAll('body > iframe').length, container.children.length]).toEqual([1, 1])
  wallet.dispose()
  expect([document.querySelectorAll('body > iframe').length, container.children.length]).toEqual([0, 1])
})

test('a page on plain HTTP has no frame, and nobody knows whether there is a session', async () => {
  vi.stubGlobal('isSecureContext', false)
  const wallet = opened()
  expect(frames()).toEqual([])
  await wallet.ready
  expect(wallet.getState().session).toEqual({ status: 'none', reason: 'unread' })
})

describe('a connection', () => {
  const message = { protocol: 'embedded-wallet-auth', version: 1, accountId: undefined }

  test('a connection is offered to the window in the frame, and to no other origin than the wallet’s', () => {
    opened()
    announce(inFrame)
    expect(inFrame.posted).toEqual([[message, walletOrigin, [expect.anything()]]])
  })

  test('a connection names the account that the page has chosen', () => {
    opened({ accountId: 'InternalAccount:1' })
    announce(inFrame)
    expect(inFrame.posted[0]?.[0]).toEqual({ ...message, accountId: 'InternalAccount:1' })
  })

  test.each<[string, () => Parameters<typeof announce>]>([
    ['from another window', () => [windowTo()]],
    ['from another origin in the frame', () => [inFrame, 'https://evil.example.com']],
    ['from the frame of another library', () => [inFrame, walletOrigin, 'hello']],
    ['from no window', () => [null]],
  ])('a connection is not offered after a message %s', (_, given) => {
    opened()
    announce(...given())
    expect(inFrame.posted).toEqual([])
  })

  test('a connection is not offered any more once the wallet is disposed of', () => {
    const { dispose } = opened()
    dispose()
    announce(inFrame)
    expect(inFrame.posted).toEqual([])
  })
})

describe('a call in a window', () => {
  test('a call in a window is WINDOW_BLOCKED if the browser opens none', async () => {
    vi.stubGlobal('open', () => null)
    expect(await codeOf(opened({ prefer: 'window' }).updatePrivacy({ privateEnabled: true }))).toBe(
      'WINDOW_BLOCKED',
    )
  })

  test('a call opens the wallet’s page in the click, connects to it, and closes it when it is aborted', async () => {
    const popup = { ...windowTo(), close: vi.fn() }
    const open = vi.fn(() => popup)
    vi.stubGlobal('open', open)
    const stop = new AbortController()
    const wallet = opened({ prefer: 'window' })
    const call = codeOf(wallet.updatePrivacy({ privateEnabled: true, signal: stop.signal }))
    expect(open.mock.calls).toEqual([[url, '_blank', expect.stringMatching(/^popup/)]])
    announce(popup)
    expect(popup.posted).toHaveLength(1)
    expect(popup.close).not.toHaveBeenCalled()
    stop.abort()
    expect([await call, popup.close.mock.calls.length]).toEqual(['CANCELLED', 1])
  })

  test('a call had no effect if the person closes the window', async () => {
    const popup = { ...windowTo(), close: vi.fn() }
    vi.stubGlobal('open', () => popup)
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    const call = codeOf(opened({ prefer: 'window' }).updatePrivacy({ privateEnabled: true }))
    popup.closed = true
    await vi.advanceTimersByTimeAsync(1_000)
    expect(await call).toBe('CONFIRMATION_REFUSED')
  })
})
