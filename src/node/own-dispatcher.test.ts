import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { type Dispatch, ownDispatcher, type Reading } from './own-dispatcher.js'

const first = Symbol.for('undici.globalDispatcher.1')
const second = Symbol.for('undici.globalDispatcher.2')

/** Puts a dispatcher into a slot until the test ends. */
function fill(slot: symbol, dispatcher: unknown): void {
  const own = Reflect.get(globalThis, slot)
  Reflect.set(globalThis, slot, dispatcher)
  onTestFinished(() => {
    if (own === undefined) Reflect.deleteProperty(globalThis, slot)
    else Reflect.set(globalThis, slot, own)
  })
}

/** Returns a dispatcher of the class `name`, and what it is given. */
function dispatcherNamed(name: string) {
  const given: [object, object][] = []
  const Named = { [name]: class {} }[name] ?? Object
  const dispatcher = Object.assign(new Named(), {
    dispatch: (...both: [object, object]) => void given.push(both),
  })
  return { dispatcher, given }
}

const reading = (): Reading => ({
  started: vi.fn(),
  headed: vi.fn(),
  read: vi.fn(),
  ended: vi.fn(),
  failed: vi.fn(),
})

/** Sends `options`, and returns the handler that the dispatcher was given. */
function handlerOf(dispatch: Dispatch | undefined, given: readonly [object, object][], own: Reading) {
  const options = { path: '/' }
  dispatch?.(options, own)
  expect(given).toEqual([[options, expect.anything()]])
  return given[0]?.[1] as Readonly<Record<string, (...values: readonly unknown[]) => unknown>>
}

describe('the dispatcher of Node’s own fetch', () => {
  it('is found in this version of Node', () => {
    expect(ownDispatcher()()).toBeDefined()
  })

  it.each<[string, (own: typeof fetch) => unknown]>([
    ['a wrapper', (own) => (input: string, init: RequestInit) => own(input, init)],
    [
      'a wrapper with the name and the parameters of fetch',
      (own) =>
        function fetch(input: string, init = undefined) {
          return own(input, init)
        },
    ],
    ['a bound function', (own) => own.bind(globalThis)],
    ['a proxy', (own) => new Proxy(own, {})],
    [
      'a wrapper that shows the source of what it wraps',
      (own) => Object.assign((input: string) => own(input), { toString: () => String(own) }),
    ],
    ['nothing', () => undefined],
  ])('is not used if fetch was replaced by %s, and is used again afterwards', (_, replacement) => {
    const find = ownDispatcher()
    const own = globalThis.fetch
    try {
      Reflect.set(globalThis, 'fetch', replacement(own))
      expect([find(), ownDispatcher()()]).toEqual([undefined, undefined])
    } finally {
      globalThis.fetch = own
    }
    expect(find()).toBeDefined()
  })

  it.each<[string, unknown]>([
    ['for a proxy', dispatcherNamed('ProxyAgent').dispatcher],
    ['for the proxies of the environment', dispatcherNamed('EnvHttpProxyAgent').dispatcher],
    ['for mocks', dispatcherNamed('MockAgent').dispatcher],
    ['of no class', { dispatch: () => {} }],
    ['without a prototype', Object.assign(Object.create(null), { dispatch: () => {} })],
    ['without its function', new (class Agent {})()],
    ['that is a function', () => {}],
    ['that is missing', undefined],
    ['that is null', null],
  ])('is not used if it is a dispatcher %s', (_, dispatcher) => {
    fill(first, dispatcher)
    expect(ownDispatcher('6.24.1')()).toBeUndefined()
  })

  it.each([undefined, '', '5.29.0', '9.0.0', '66.0.0', 'x'])(
    'is not used in undici %s, which is not known',
    (version) => {
      fill(second, dispatcherNamed('Agent').dispatcher)
      expect(ownDispatcher(version ?? '')()).toBeUndefined()
    },
  )

  it.each(['6.24.1', '7.8.0'])(
    'is in the first slot in undici %s, and gets a handler of callbacks',
    (version) => {
      const { dispatcher, given } = dispatcherNamed('Agent')
      fill(first, dispatcher)
      fill(second, undefined)
      const own = reading()
      const handler = handlerOf(ownDispatcher(version)(), given, own)
      const [abort, resume, chunk, error] = [() => {}, () => {}, new Uint8Array(1), new Error('cut')]
      handler['onConnect']?.(abort)
      // Anything but true would stop the answer.
      expect(handler['onHeaders']?.(200, ['a', 'b'], resume, 'OK')).toBe(true)
      expect(handler['onData']?.(chunk)).toBe(true)
      handler['onComplete']?.([])
      handler['onError']?.(error)
      expect(own.started).toHaveBeenCalledWith(abort)
      expect(own.headed).toHaveBeenCalledWith(200, ['a', 'b'])
      expect(own.read).toHaveBeenCalledWith(chunk)
      expect(own.ended).toHaveBeenCalledOnce()
      expect(own.failed).toHaveBeenCalledWith(error)
    },
  )

  it('is in the second slot in undici 8, and gets a handler with a controller', () => {
    const { dispatcher, given } = dispatcherNamed('Agent')
    fill(first, dispatcherNamed('Dispatcher1Wrapper').dispatcher)
    fill(second, dispatcher)
    const own = reading()
    const handler = handlerOf(ownDispatcher('8.10.2')(), given, own)
    const controller = { rawHeaders: ['a', 'b'], abort: vi.fn() }
    const [chunk, error] = [new Uint8Array(1), new Error('cut')]
    handler['onRequestStart']?.(controller, {})
    handler['onResponseStart']?.(controller, 200, { a: 'b' }, 'OK')
    handler['onResponseData']?.(controller, chunk)
    handler['onResponseEnd']?.(controller, {})
    handler['onResponseError']?.(controller, error)
    vi.mocked(own.started).mock.calls[0]?.[0](error)
    expect(controller.abort).toHaveBeenCalledWith(error)
    expect(own.headed).toHaveBeenCalledWith(200, ['a', 'b'])
    expect(own.read).toHaveBeenCalledWith(chunk)
    expect(own.ended).toHaveBeenCalledOnce()
    expect(own.failed).toHaveBeenCalledWith(error)
  })

  it('is not used in undici 7 if the two slots have different ones, since either may be that of fetch', () => {
    const { dispatcher } = dispatcherNamed('Agent')
    fill(first, dispatcher)
    fill(second, dispatcher)
    expect(ownDispatcher('7.29.1')()).toBeDefined()
    fill(second, dispatcherNamed('Agent').dispatcher)
    expect(ownDispatcher('7.29.1')()).toBeUndefined()
  })

  it('is looked for again at each request', () => {
    const find = ownDispatcher('6.24.1')
    const { dispatcher, given } = dispatcherNamed('Agent')
    fill(first, dispatcher)
    find()?.({}, reading())
    fill(first, dispatcherNamed('ProxyAgent').dispatcher)
    expect([find(), given.length]).toEqual([undefined, 1])
  })
})
