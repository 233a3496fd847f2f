/** Who may connect to the wallet's page, and what a page that does not keep to the protocol gets. */
import { describe, expect, onTestFinished, test } from 'vitest'
import { steppedClock } from '../../emulator/src/index.js'
import { memoryStore, type WalletOptions } from '../index.js'
import type { FrameMessage } from '../port/messages.js'
import { codeOf } from '../wallet/fixtures/open-wallets.js'
import { createStack, type Stack } from '../wallet/fixtures/stack.js'
import type { ServeWalletOptions } from './api.js'
import { openQuestion, quoteOf, signedInFrame, walletOf } from './fixtures/framed-stack.js'
import { type Framed, framed, shop, walletOrigin } from './fixtures/windows.js'
import type { Page } from './page.js'
import { serveIn } from './serve-in.js'

const connect = { protocol: 'embedded-wallet-auth', version: 1 }

/** Sends a connect message of its own to the frame, and collects what comes back on the port. */
async function knock(
  page: Framed,
  event: Partial<MessageEvent<unknown>> = {},
): Promise<{ readonly got: FrameMessage[]; readonly port: MessagePort }> {
  const { port1, port2 } = new MessageChannel()
  const got: FrameMessage[] = []
  port1.onmessage = ({ data }: MessageEvent<FrameMessage>) => got.push(data)
  onTestFinished(() => port1.close())
  page.toFrame({ data: connect, origin: shop, source: page.parent as never, ports: [port2], ...event })
  await settle()
  return { got, port: port1 }
}

/** Every message that is on its way has arrived. */
const settle = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 50))

/** The options of a wallet whose sessions survive its page. */
const withStore = (stack: Stack): WalletOptions => ({
  ...(walletOf(stack) as WalletOptions),
  store: memoryStore(),
})

async function readyPage(stack?: Stack): Promise<Framed> {
  const page = framed({ wallet: walletOf(stack ?? (await createStack())) })
  await page.wallet.ready
  return page
}

describe('a connection', () => {
  test('is made for the parent, from an origin in `parents`', async () => {
    const { got } = await knock(await readyPage())
    await expect.poll(() => got.map(({ type }) => type)).toEqual(['hello', 'state'])
  })

  test.each([
    ['another origin', { origin: 'https://evil.example.com' }],
    ['the opaque origin', { origin: 'null' }],
    ['a sub-domain of a parent', { origin: 'https://a.shop.example.com' }],
    ['another scheme', { origin: 'http://shop.example.com' }],
    ['another window of the parent’s origin', { source: {} as never }],
    ['no window', { source: null }],
    ['another protocol', { data: { ...connect, protocol: 'other' } }],
    ['no port', { ports: [] }],
    ['text', { data: 'connect' }],
    ['nothing', { data: null }],
  ])('is not made for %s', async (_, event) => {
    const page = await readyPage()
    const { got } = await knock(page, event as Partial<MessageEvent<unknown>>)
    expect([got, page.served()?.ignored()]).toEqual([[], 1])
    // The connection before is as it was.
    expect(await page.wallet.credentials.list()).toHaveLength(1)
  })

  test('is refused at once if a page above the parent is not in `parents`', async () => {
    const stack = await createStack()
    const page = framed({ wallet: walletOf(stack), ancestors: [shop, 'https://evil.example.com'] })
    const before = stack.emulator.requests().length
    await expect(page.wallet.credentials.list()).rejects.toThrow(
      /^A page around this one is not in `parents`/,
    )
    await page.wallet.ready
    expect(page.wallet.getState().session).toEqual({ status: 'none', reason: 'unread' })
    expect(stack.emulator.requests()).toHaveLength(before)
  })

  test('that changes its version meanwhile ends the question, pays nothing, and can be made again', async () => {
    const stack = await createStack()
    const clock = steppedClock(0)
    const { answers, isAsked, answer } = openQuestion()
    const page = await signedInFrame(stack, { answers, wallet: withStore(stack) }, { clock })
    const quote = await quoteOf(stack)
    const paying = codeOf(page.wallet.executeQuote(quote))
    await isAsked
    const { got } = await knock(page, { data: { ...connect, version: 2 } })
    expect(got).toMatchObject([{ type: 'refused', error: { code: 'FRAME_VERSION' } }])
    answer(true)
    await settle()
    await clock.advance(22_000)
    expect(await paying).toBe('FRAME_LOST')
    expect((await page.wallet.getQuote(quote.id)).status).toBe('PENDING')
    await expect.poll(() => page.wallet.getState().session.status).toBe('active')
  })

  test('is refused for another version, with an error that names both', async () => {
    const { got } = await knock(await readyPage(), { data: { ...connect, version: 2 } })
    expect(got).toMatchObject([{ type: 'refused', error: { kind: 'transport', code: 'FRAME_VERSION' } }])
    expect(JSON.stringify(got)).toMatch(/version 1.* version 2/)
  })

  test('ends the one before, whose calls are aborted', async () => {
    const stack = await createStack()
    const { answers, isAsked } = openQuestion()
    const page = await signedInFrame(stack, { answers })
    const paying = page.wallet.executeQuote(await quoteOf(stack))
    paying.catch(() => {})
    await isAsked
    const { got, port } = await knock(page)
    port.postMessage({ type: 'call', id: 1, verb: 'updatePrivacy', args: [{ privateEnabled: true }] })
    // Not BUSY: the question of the connection before has gone.
    await expect.poll(() => got).toContainEqual({ type: 'show' })
  })

  test.each([
    ['another account', 'InternalAccount:00000000-0000-4000-8000-000000000000'],
    ['what is not an account', 'x'],
  ])('is refused for %s than the wallet’s page serves', async (_, accountId) => {
    const page = framed({ wallet: walletOf(await createStack()) }, { accountId })
    const list = page.wallet.credentials.list()
    await expect(list).rejects.toBeInstanceOf(TypeError)
    expect(page.wallet.getState().session).toEqual({ status: 'none', reason: 'unread' })
  })

  test('gets the wallet of the account that the page names, if the frame’s function allows it', async () => {
    const stack = await createStack()
    const own = walletOf(stack)
    const wallet = (accountId: string) => {
      if (accountId !== stack.accountId) throw new TypeError('This is not your account.')
      return own
    }
    const page = framed(
      { wallet },
      { accountId: stack.accountId.toUpperCase().replace('INTERNALACCOUNT', 'InternalAccount') },
    )
    expect(await page.wallet.credentials.list()).toHaveLength(1)
    const other = framed({ wallet }, { accountId: 'InternalAccount:00000000-0000-4000-8000-000000000000' })
    await expect(other.wallet.credentials.list()).rejects.toThrow('This is not your account.')
  })

  test('is refused without an account if the frame’s function needs one', async () => {
    const own = walletOf(await createStack())
    const page = framed({ wallet: () => own })
    await expect(page.wallet.credentials.list()).rejects.toThrow('The wallet’s page needs `accountId`.')
  })

  test.each(['*', 'null', 'https://shop.example.com/', 'shop.example.com', 'https://*.example.com', ''])(
    'cannot be configured for %j',
    async (parent) => {
      const page = async () => framed({ wallet: walletOf(await createStack()), parents: [parent] })
      await expect(page()).rejects.toThrow('`parents` must be a list of origins')
    },
  )
})

describe('a message on the port', () => {
  test.each([
    ['text', 'call'],
    ['nothing', null],
    ['another type', { type: 'sign', id: 1 }],
    ['a call without arguments', { type: 'call', id: 1, verb: 'cancel' }],
    ['a call of `signer`', { type: 'call', id: 1, verb: 'signer', args: [] }],
    ['a call of a member of every object', { type: 'call', id: 1, verb: 'constructor', args: [] }],
    ['a call with a field too many', { type: 'call', id: 1, verb: 'cancel', args: [], more: 1 }],
    ['a number that is not one', { type: 'call', id: Number.NaN, verb: 'cancel', args: [] }],
    ['a token that is too long', { type: 'token', id: 1, token: 'x'.repeat(20_000) }],
  ])('is ignored and counted if it is %s', async (_, message) => {
    const page = await readyPage()
    const { got, port } = await knock(page)
    const before = page.served()?.ignored() ?? 0
    port.postMessage(message)
    await settle()
    expect([got.length, (page.served()?.ignored() ?? 0) - before]).toEqual([2, 1])
  })

  test.each(['executeQuote', 'authorizeQuote', 'getQuote'])(
    'of the call %s cannot bring the terms of a payment with it',
    async (verb) => {
      const stack = await createStack()
      const page = await signedInFrame(stack)
      const quote = await quoteOf(stack)
      const before = stack.emulator.requests().length
      const { got, port } = await knock(page)
      port.postMessage({ type: 'call', id: 1, verb, args: [{ ...quote, totalSendingAmount: 1 }] })
      await expect
        .poll(() => got.at(-1))
        .toMatchObject({ type: 'answer', error: { message: expect.stringMatching(/arguments/) } })
      expect(got).not.toContainEqual({ type: 'show' })
      expect(stack.emulator.requests()).toHaveLength(before)
    },
  )

  test('to a frame that is cut off from the login is answered, and none of another form', async () => {
    const page = framed({ wallet: undefined, isCutOff: true })
    await page.wallet.ready
    const { got, port } = await knock(page)
    const abort = { type: 'abort', id: 1 }
    for (const message of ['ping', { type: 'ping' }, abort, abort]) port.postMessage(message)
    port.postMessage({ type: 'call', id: 2, verb: 'credentials.list', args: [] })
    await expect.poll(() => got.map(({ type }) => type)).toEqual(['hello', 'state', 'pong', 'answer'])
    expect([got.at(-1), page.served()?.ignored()]).toMatchObject([
      { id: 2, error: { code: 'WINDOW_BLOCKED' } },
      1,
    ])
  })

  test('cannot have the number of another call', async () => {
    const page = await readyPage()
    const { got, port } = await knock(page)
    for (const id of [1, 1, 0]) port.postMessage({ type: 'call', id, verb: 'credentials.list', args: [] })
    await expect.poll(() => got.filter(({ type }) => type === 'answer')).toHaveLength(1)
    await settle()
    expect(got.filter(({ type }) => type === 'answer')).toHaveLength(1)
    expect(page.served()?.ignored()).toBe(2)
  })

  test('of a flood gets an answer, and the wallet works afterwards', async () => {
    const stack = await createStack()
    const page = await readyPage(stack)
    const { got, port } = await knock(page)
    for (let id = 1; id <= 5_000; id += 1)
      port.postMessage({ type: 'call', id, verb: 'credentials.list', args: [] })
    for (let id = 0; id < 5_000; id += 1) port.postMessage({ type: 'noise', id })
    await expect.poll(() => got.filter(({ type }) => type === 'answer')).toHaveLength(5_000)
    expect(page.served()?.ignored()).toBe(5_000)
    page.reload()
    await settle()
    expect(await page.wallet.credentials.list()).toHaveLength(1)
  })
})

describe('the page around the frame', () => {
  test.each([
    ['another origin', { origin: 'https://evil.example.com' }],
    ['another window', { source: {} as never }],
  ])('does not connect to %s that announces itself', async (_, event) => {
    const page = await readyPage()
    let isReached = false
    const source = { postMessage: () => (isReached = true) }
    page.toHost({
      data: { protocol: 'embedded-wallet-auth', version: 1 },
      origin: walletOrigin,
      source: source as never,
      ...event,
    })
    await settle()
    expect([isReached, await codeOf(page.wallet.credentials.list())]).toEqual([false, 'resolved'])
  })

  test.each([0, 2, '1', Number.NaN, undefined, null, [1], { version: 1 }])(
    'gets an error that names both versions if it says that its own is %j',
    async (version) => {
      const stack = await createStack()
      const page = framed({ wallet: walletOf(stack) }, { connects: (connect) => ({ ...connect, version }) })
      await expect(page.wallet.credentials.list()).rejects.toMatchObject({
        code: 'FRAME_VERSION',
        message: expect.stringMatching(/version 1 .* version (\d|NaN)/),
      })
      await page.wallet.ready
      expect(page.wallet.getState().session).toEqual({ status: 'none', reason: 'unread' })
    },
  )
})

test('a window closes once the page that has opened it is silent for 15 s, and not before', async () => {
  const clock = steppedClock(0)
  let listener: (event: MessageEvent) => void = () => {}
  let isClosed = false
  const peer = {}
  const page: Page = {
    peer,
    isWindow: true,
    ancestors: [],
    isCutOff: () => false,
    canAsk: true,
    announce: () => {},
    listen: (heard) => {
      listener = heard
      return () => {}
    },
    watch: () => ({ isAgreed: () => false, end: () => {} }),
    hearEscape: () => () => {},
    keepFocus: () => () => {},
    isAbandoned: () => false,
    close: () => {
      isClosed = true
    },
  }
  const ask = {} as ServeWalletOptions['ask']
  const served = serveIn(page, clock, { parents: [shop], ask, wallet: walletOf(await createStack()) })
  onTestFinished(() => served.dispose())
  const { port1, port2 } = new MessageChannel()
  onTestFinished(() => port1.close())
  await clock.advance(14_000)
  listener({ data: connect, origin: shop, source: peer, ports: [port2] } as never)
  await clock.advance(14_000)
  port1.postMessage({ type: 'ping' })
  await settle()
  await clock.advance(15_000)
  expect(isClosed).toBe(false)
  await clock.advance(1_000)
  expect(isClosed).toBe(true)
})
