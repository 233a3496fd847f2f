import { expect, test } from './fixtures.js'
import { endOf } from './support/held.js'
import { sessionIdOf } from './support/session-id.js'
import type { WalletPage } from './wallet-page.js'
import type { World } from './world.js'

const signIn = async (wallet: WalletPage, world: World): Promise<void> => {
  await wallet.askForCode()
  await wallet.enterCode(world.otp())
}

const withPasskey = async (wallet: WalletPage, world: World): Promise<void> => {
  await signIn(wallet, world)
  await wallet.createPasskey('Laptop')
}

test.describe('a passkey dialog', () => {
  const dismissed = { status: 'idle', fault: { kind: 'ceremony', code: 'CEREMONY_CANCELLED' } }

  test('that finds no passkey is CEREMONY_CANCELLED, and the session stays', async ({ wallet, world }) => {
    await withPasskey(wallet, world)
    const id = await sessionIdOf(wallet)
    await wallet.authenticator.forgetPasskeys()
    await expect(wallet.signInWithPasskey()).rejects.toMatchObject({
      name: 'CeremonyError',
      code: 'CEREMONY_CANCELLED',
      cause: { name: 'NotAllowedError' },
    })
    expect(await wallet.state()).toMatchObject({ session: { status: 'active', id }, flow: dismissed })
    await wallet.askForCode()
  })

  test('that does not verify its user is CEREMONY_CANCELLED, and the next one works', async ({
    wallet,
    world,
  }) => {
    await signIn(wallet, world)
    await wallet.authenticator.verifiesUser('no')
    expect(await endOf(wallet.createPasskey('Laptop'))).toBe('CEREMONY_CANCELLED')
    await wallet.authenticator.verifiesUser('yes')
    await wallet.createPasskey('Laptop')
    await wallet.authenticator.verifiesUser('no')
    expect(await endOf(wallet.signInWithPasskey())).toBe('CEREMONY_CANCELLED')
    expect((await wallet.state()).flow).toMatchObject(dismissed)
    await wallet.authenticator.verifiesUser('yes')
    await wallet.signInWithPasskey()
  })

  test('that stays open is closed by cancel(), at sign-in and at creation', async ({ wallet, world }) => {
    await withPasskey(wallet, world)
    await wallet.authenticator.presence('waiting')
    const signingIn = endOf(wallet.signInWithPasskey())
    await expect
      .poll(async () => (await wallet.state()).flow)
      .toMatchObject({ status: 'awaitingProof', proof: 'assertion' })
    await wallet.cancel()
    expect(await signingIn).toBe('CANCELLED')
    expect((await wallet.state()).flow).toEqual({ status: 'idle' })
    await wallet.authenticator.presence('at once')
    await wallet.signInWithPasskey()
  })

  test('that nobody answers ends at its time-out', async ({ openTab, world }) => {
    const wallet = await openTab({ options: { passkey: { timeout: 1 } } })
    await withPasskey(wallet, world)
    await wallet.authenticator.presence('waiting')
    const started = Date.now()
    expect(await endOf(wallet.signInWithPasskey())).toMatch(/^CEREMONY_(TIMEOUT|CANCELLED)$/)
    expect(Date.now() - started).toBeLessThan(12_000)
    expect((await wallet.state()).flow.status).toBe('idle')
  })

  test('that another sign-in supersedes lets go', async ({ wallet, world }) => {
    await withPasskey(wallet, world)
    await wallet.authenticator.presence('waiting')
    const signingIn = endOf(wallet.signInWithPasskey())
    await expect.poll(async () => (await wallet.state()).flow.status).toBe('awaitingProof')
    await wallet.askForCode()
    expect(await signingIn).toBe('SUPERSEDED')
    await wallet.enterCode(world.otp())
  })
})

test('without PublicKeyCredential a passkey is PASSKEYS_UNSUPPORTED, and a code still signs in', async ({
  context,
  openTab,
  world,
}) => {
  const capable = await openTab()
  await withPasskey(capable, world)
  await capable.signOut()
  await context.addInitScript(() => {
    Reflect.deleteProperty(globalThis, 'PublicKeyCredential')
  })
  const wallet = await openTab({ authenticator: 'none' })
  expect(await endOf(wallet.signInWithPasskey())).toBe('PASSKEYS_UNSUPPORTED')
  await signIn(wallet, world)
  await wallet
    .revokeCredential((await wallet.listCredentials()).find(({ type }) => type === 'PASSKEY')?.id ?? '')
    .catch(() => {})
  expect((await wallet.state()).session.status).toBe('active')
})

test.describe('the memory tier takes over when', () => {
  const faults: readonly (readonly [string, () => void])[] = [
    [
      'opening IndexedDB throws',
      () => {
        IDBFactory.prototype.open = () => {
          throw new DOMException('refused', 'SecurityError')
        }
      },
    ],
    [
      'opening IndexedDB fails',
      () => {
        const open = IDBFactory.prototype.open
        IDBFactory.prototype.open = function (name) {
          // A version below the stored one is how to make a real request fail.
          const first = open.call(this, name, 2)
          first.onsuccess = () => first.result.close()
          return open.call(this, name, 1)
        }
      },
    ],
    [
      'opening IndexedDB never ends',
      () => {
        IDBFactory.prototype.open = () => new EventTarget() as IDBOpenDBRequest
      },
    ],
    [
      'a CryptoKey cannot be cloned',
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
      'a stored key is read back as null',
      () => {
        const get = IDBObjectStore.prototype.get
        const { get: result } = Object.getOwnPropertyDescriptor(IDBRequest.prototype, 'result') ?? {}
        IDBObjectStore.prototype.get = function (query) {
          const request = get.call(this, query)
          Object.defineProperty(request, 'result', {
            get: () => {
              const found: unknown = result?.call(request)
              if (found instanceof CryptoKey) return null
              if (typeof found !== 'object' || found === null || !('session' in found)) return found
              return { ...found, session: { ...(found.session as object), privateKey: null } }
            },
          })
          return request
        }
      },
    ],
  ]

  for (const [name, fault] of faults) {
    test(`${name}, and the session works`, async ({ context, openTab, world }) => {
      await context.addInitScript(fault)
      const wallet = await openTab()
      await signIn(wallet, world)
      expect(await wallet.state()).toMatchObject({ session: { status: 'active' }, storage: 'memory' })
      expect(await wallet.setPrivacy(true)).toMatchObject({ privateEnabled: true })
      await wallet.refresh()
      await wallet.createPasskey('Laptop')
      await wallet.signInWithPasskey()
      await wallet.signOut({ revoke: true })
      expect((await wallet.state()).session).toEqual({ status: 'none', reason: 'signed-out' })
    })
  }
})

test.describe('offline', () => {
  test('calls reject NETWORK at once, and everything works again afterwards', async ({
    wallet,
    world,
    context,
  }) => {
    await withPasskey(wallet, world)
    await context.setOffline(true)
    const before = world.arrivals('page').length
    for (const call of [
      () => wallet.signInWithPasskey(),
      () => wallet.askForCode(),
      () => wallet.refresh(),
      () => wallet.setPrivacy(true),
      () => wallet.exportPhrase(),
    ]) {
      const started = Date.now()
      expect(await endOf(call())).toBe('NETWORK')
      // Reads are tried three times, after waits of 0.25 s and 1 s.
      expect(Date.now() - started).toBeLessThan(3_000)
    }
    expect(world.arrivals('page')).toHaveLength(before)
    expect((await wallet.state()).session.status).toBe('active')
    await expect(wallet.stamp('payload')).resolves.toMatch(/^[\w-]+$/)
    await context.setOffline(false)
    await wallet.signInWithPasskey()
  })

  test('signing out with revoke is REVOKE_FAILED, signed out all the same', async ({
    wallet,
    world,
    context,
  }) => {
    await signIn(wallet, world)
    await context.setOffline(true)
    expect(await endOf(wallet.signOut({ revoke: true }))).toBe('REVOKE_FAILED')
    expect((await wallet.state()).session).toEqual({ status: 'none', reason: 'signed-out' })
    await context.setOffline(false)
    expect(await wallet.listSessions()).toHaveLength(1)
  })
})

test.describe('a broken connection', () => {
  test('during a read is tried again, and during a mailing call is not', async ({ wallet, world }) => {
    let aborted = 0
    await wallet.page.route(/\/auth\/credentials\?/, (route) =>
      aborted++ === 0 ? route.abort('connectionreset') : route.continue(),
    )
    await wallet.askForCode()
    expect(aborted).toBe(2)
    let challenges = 0
    await wallet.page.route(/\/challenge$/, (route) => {
      challenges++
      return route.abort('connectionreset')
    })
    expect(await endOf(wallet.askForAnotherCode())).toBe('OUTCOME_UNKNOWN')
    expect(challenges).toBe(1)
    await wallet.enterCode(world.otp())
  })

  test('during an export or a quote says how to find out', async ({ wallet, world }) => {
    await signIn(wallet, world)
    await wallet.page.route(/\/export$/, (route) =>
      route.request().headers()['request-id'] ? route.abort() : route.continue(),
    )
    await expect(wallet.exportPhrase()).rejects.toMatchObject({
      code: 'OUTCOME_UNKNOWN',
      message: expect.stringContaining('export again'),
    })
    await wallet.page.unroute(/\/export$/)
    await wallet.exportPhrase()
  })

  test('while a part of the library loads is NETWORK, and the next try works', async ({
    openTab,
    context,
    world,
  }) => {
    await context.route(/verify-path|hpke|session-key/, (route) => route.abort())
    const wallet = await openTab()
    await wallet.askForCode()
    expect(await endOf(wallet.enterCode(world.otp()))).toBe('NETWORK')
    await context.unroute(/verify-path|hpke|session-key/)
    await signIn(wallet, world)
  })
})

test('while a verify is out another call is BUSY, and cancel() ends in OUTCOME_UNKNOWN', async ({
  wallet,
  world,
}) => {
  await wallet.askForCode()
  await wallet.page.route(/\/verify$/, () => {})
  const entering = endOf(wallet.enterCode(world.otp()))
  await expect.poll(async () => (await wallet.state()).flow.status).toBe('verifying')
  expect(await endOf(wallet.askForCode())).toBe('BUSY')
  await wallet.cancel()
  expect(await entering).toBe('OUTCOME_UNKNOWN')
  await wallet.page.unroute(/\/verify$/)
  await signIn(wallet, world)
})
