import { expect, test } from './fixtures.js'
import { sessionIdOf } from './support/session-id.js'
import { signInByCode } from './support/sign-in.js'

test.describe('the memory tier takes over', () => {
  const faults: readonly (readonly [string, () => void])[] = [
    [
      'the memory tier takes over when opening IndexedDB throws',
      () => {
        IDBFactory.prototype.open = () => {
          throw new DOMException('refused', 'SecurityError')
        }
      },
    ],
    [
      'the memory tier takes over when opening IndexedDB fails',
      () => {
        const open = IDBFactory.prototype.open
        IDBFactory.prototype.open = function (name) {
          // A version below the stored one makes a real request fail.
          const first = open.call(this, name, 2)
          first.onsuccess = () => first.result.close()
          return open.call(this, name, 1)
        }
      },
    ],
    [
      'the memory tier takes over when opening IndexedDB never ends',
      () => {
        IDBFactory.prototype.open = () => new EventTarget() as IDBOpenDBRequest
      },
    ],
    [
      'the memory tier takes over when a CryptoKey cannot be cloned',
      () => {
        const put = IDBObjectStore.prototype.put
        const holdsKey = (value: unknown): boolean =>
          value instanceof CryptoKey ||
          (typeof value === 'object' && value !== null && Object.values(value).some(holdsKey))
        IDBObjectStore.prototype.put = function (value, key) {
          if (holdsKey(value)) throw new DOMException('no keys here', 'DataCloneError')
          return put.call(this, value, key)
        }
      },
    ],
    [
      'the memory tier takes over when a stored key is read back as null',
      () => {
        const get = IDBObjectStore.prototype.get
        const { get: result } = Object.getOwnPropertyDescriptor(IDBRequest.prototype, 'result') ?? {}
        IDBObjectStore.prototype.get = function (query) {
          const request = get.call(this, query)
          Object.defineProperty(request, 'result', {
            get: () => {
              const found: unknown = result?.call(request)
              return found instanceof CryptoKey ? null : found
            },
          })
          return request
        }
      },
    ],
  ]

  for (const [index, [name, fault]] of faults.entries()) {
    const details = index === 0 ? {} : { tag: '@long' }
    test(`${name}, and the session works`, details, async ({ context, openTab, stack }) => {
      await context.addInitScript(fault)
      const wallet = await openTab()
      // The wallet finds this out when the page is idle, before there is a key to lose.
      await expect.poll(async () => (await wallet.state()).storage).toBe('memory')
      await signInByCode(wallet, stack)
      expect(await wallet.state()).toMatchObject({ session: { status: 'active' }, storage: 'memory' })
      expect(await wallet.setPrivacy(true)).toMatchObject({ privateEnabled: true })
      await wallet.refresh()
      await wallet.createPasskey('Laptop')
      await wallet.signInWithPasskey()
      await wallet.signOut()
      expect((await wallet.state()).session).toEqual({ status: 'none', reason: 'signed-out' })
    })
  }
})

test.describe('a store that fails after the sign-in', () => {
  test('a session continues in memory when it is read back without its key', { tag: '@long' }, async ({
    context,
    openTab,
    stack,
  }) => {
    await context.addInitScript(() => {
      const getAll = IDBObjectStore.prototype.getAll
      const { get: result } = Object.getOwnPropertyDescriptor(IDBRequest.prototype, 'result') ?? {}
      IDBObjectStore.prototype.getAll = function (query) {
        const request = getAll.call(this, query)
        Object.defineProperty(request, 'result', {
          get: () => {
            const found = result?.call(request) as readonly object[]
            return found.map((key) => ('privateKey' in key ? { ...key, privateKey: null } : key))
          },
        })
        return request
      }
    })
    const wallet = await openTab()
    expect((await wallet.state()).storage).toBe('indexeddb')
    await signInByCode(wallet, stack)
    expect(await wallet.state()).toMatchObject({ session: { status: 'active' }, storage: 'memory' })
    expect(await wallet.setPrivacy(true)).toMatchObject({ privateEnabled: true })
  })

  test('a session continues in memory when IndexedDB fails for good after the sign-in, and the state says so', {
    tag: '@long',
  }, async ({ wallet, stack }) => {
    await signInByCode(wallet, stack)
    const id = await sessionIdOf(wallet)
    await wallet.page.evaluate(() => {
      const gone = (): never => {
        throw new DOMException('The database connection is closing.', 'InvalidStateError')
      }
      IDBFactory.prototype.open = gone
      IDBDatabase.prototype.transaction = gone
      dispatchEvent(new Event('focus'))
    })
    await expect.poll(async () => (await wallet.state()).storage).toBe('memory')
    expect((await wallet.state()).session).toMatchObject({ status: 'active', id })
    expect((await wallet.refresh()).id).not.toBe(id)
    expect(await wallet.setPrivacy(true)).toMatchObject({ privateEnabled: true })
  })
})
