/** The resources that wallets keep open, none of which may be left when the wallets are disposed. @module */
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Clock } from '../../clock.js'
import { withIndexedDb } from '../fixtures/indexed-db.js'
import { opened } from '../fixtures/open-wallets.js'
import { createStack } from '../fixtures/stack.js'

withIndexedDb()

/** Counts what is added and not removed. */
function counted() {
  const open = new Map<string, Set<unknown>>()
  const of = (name: string): Set<unknown> =>
    open.get(name) ?? open.set(name, new Set()).get(name) ?? new Set()
  return {
    add: (name: string, what: unknown) => void of(name).add(what),
    remove: (name: string, what: unknown) => void of(name).delete(what),
    left: () => Object.fromEntries([...open].map(([name, all]) => [name, all.size])),
    sum: () => [...open.values()].reduce((sum, all) => sum + all.size, 0),
  }
}

const things = counted()

/** An event target whose listeners are counted. */
const listened = (name: string) => ({
  addEventListener: (event: string, fn: unknown) => things.add(`${name} ${event}`, fn),
  removeEventListener: (event: string, fn: unknown) => things.remove(`${name} ${event}`, fn),
})

beforeAll(() => {
  const [page, window] = [listened('document'), listened('window')]
  vi.stubGlobal('document', { ...page, visibilityState: 'visible' })
  vi.stubGlobal('addEventListener', window.addEventListener)
  vi.stubGlobal('removeEventListener', window.removeEventListener)
  class Counted extends BroadcastChannel {
    constructor(name: string) {
      super(name)
      things.add('channel', this)
    }
    override close(): void {
      things.remove('channel', this)
      super.close()
    }
  }
  vi.stubGlobal('BroadcastChannel', Counted)
  const { open } = IDBFactory.prototype
  const { close } = IDBDatabase.prototype
  vi.spyOn(IDBFactory.prototype, 'open').mockImplementation(function (this: IDBFactory, ...args) {
    const request = open.apply(this, args)
    request.addEventListener('success', () => things.add('connection', request.result))
    return request
  })
  vi.spyOn(IDBDatabase.prototype, 'close').mockImplementation(function (this: IDBDatabase) {
    things.remove('connection', this)
    close.call(this)
  })
})
afterAll(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

test('300 wallets that were created and disposed leave no connection, listener, channel or timer', async () => {
  const stack = await createStack()
  const { clock } = stack.emulator
  const counting: Clock = {
    now: clock.now,
    after(ms, fn) {
      const timer = {}
      things.add('timer', timer)
      const cancel = clock.after(ms, () => {
        things.remove('timer', timer)
        return fn()
      })
      return () => {
        things.remove('timer', timer)
        cancel()
      }
    },
  }
  const { signal } = new AbortController()
  const { addEventListener, removeEventListener } = signal
  signal.addEventListener = (event: string, fn: EventListenerOrEventListenerObject) => {
    things.add(`signal ${event}`, fn)
    addEventListener.call(signal, event, fn)
  }
  signal.removeEventListener = (event: string, fn: EventListenerOrEventListenerObject) => {
    things.remove(`signal ${event}`, fn)
    removeEventListener.call(signal, event, fn)
  }
  let most = 0
  for (let made = 0; made < 300; made += 1) {
    const options = { clock: counting, refreshAhead: 60, idleTimeout: 600 }
    const wallet = made % 100 === 0 ? await opened(stack, options) : stack.wallet(options)
    // Some are disposed at once, some while their code is loading, some in the middle of a flow, some during a call.
    if (made % 4 === 1) await wallet.ready
    if (made % 4 === 2) await wallet.credentials.list({ signal })
    if (made % 4 === 3) {
      const ended = wallet.signIn({ type: 'EMAIL_OTP', signal }).catch(() => {})
      if (made % 8 === 3) await ended
    }
    most = Math.max(most, things.sum())
    wallet.dispose()
  }
  expect(most).toBeGreaterThan(5)
  await expect.poll(things.sum).toBe(0)
  expect(Object.keys(things.left())).toEqual(
    expect.arrayContaining([
      'connection',
      'channel',
      'timer',
      'signal abort',
      'window focus',
      'window keydown',
    ]),
  )
}, 60_000)
