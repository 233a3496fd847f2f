/** A platform in memory with one account, its storage and its pages. @module */
import {
  indexedDbStore,
  type Quote,
  type Wallet,
  WalletError,
  type WalletOptions,
  type WalletState,
} from 'embedded-wallet-auth'
import { createBackend, defaultOperations } from 'embedded-wallet-auth/backend'
import { createEmulator, type Emulator } from 'embedded-wallet-auth-emulator'
import { testAuthenticator } from '../../emulator/src/fixtures/authenticator.js'
import { askAsPlatform, baseUrl } from '../../src/wallet/fixtures/ask-as-platform.js'
import { readWholeRecord } from '../../src/wallet/record/read-lazy-parts.js'
import type { AccountRecord, Pending } from '../../src/wallet/record/record.js'
import { setAuthenticator } from './browser.js'
import { stageClock } from './clock.js'
import { createDevice } from './device.js'
import { createLife } from './life.js'
import { currentLife, quiet, settled, traced } from './loop.js'
import { openPage, type Page } from './page.js'
import type { Counter, Life } from './point.js'
import { beginElsewhere, createSpoiler, keyAtService, type Spoiler } from './spoil.js'
import { type Watch, watched } from './watch.js'
import { setWorld } from './world.js'

/** The ways in which sessions get their keys. */
export type KeyDelivery = NonNullable<WalletOptions['keyDelivery']>

/** How a call ended. `dead`: its page died. */
export type End<T> =
  | { readonly how: 'resolved'; readonly value: T }
  | { readonly how: 'rejected'; readonly code: string }
  | { readonly how: 'hung' }
  | { readonly how: 'dead' }

/** What a scene leaves when its pages are closed. Another scene can begin with it. */
export interface Remains {
  readonly now: number
  readonly accountId: string
  readonly emulator: readonly string[]
  readonly record: AccountRecord
  readonly arrived: readonly string[]
}

export interface Scene {
  readonly emulator: Emulator
  readonly accountId: string
  readonly watch: Watch
  /** Spoils the next call of a page that begins a session. */
  readonly spoil: Pick<Spoiler, 'next' | 'clear'>
  /** What must not happen: half-written records, errors without a type. */
  readonly odd: string[]
  /** The ids of the sessions whose keys reached a page. */
  readonly arrived: readonly string[]
  /** The ids of sessions that a user revokes by choice. */
  readonly chosen: Set<string>
  /** The nonces for which pages requested ID tokens. */
  readonly nonces: string[]
  quote: Quote | undefined
  open(counter?: Counter): Promise<Page>
  otp(): string
  /** The latest code that was texted for a payment. */
  paymentCode(quoteId: string): string
  token(claims?: { readonly nonce?: string }): Promise<string>
  /** `callback` returns a token. `redirect` leaves for the identity provider and does not return. */
  readonly callback: (request: { readonly nonce: string }) => Promise<string>
  readonly redirect: (request: { readonly nonce: string }) => Promise<string>
  service<T>(method: string, path: string, body?: unknown): Promise<T>
  /** Creates a quote for a transfer from this wallet. The amount is in the smallest unit. */
  quoteTo(receiver: string, amount: number): Promise<Quote>
  /** Lets time pass until a call of a page has ended. */
  end<T>(page: Page, call: (wallet: Wallet) => Promise<T>): Promise<End<T>>
  /** Like `end`, but a call that does not resolve stops the flow. */
  done<T>(page: Page, call: (wallet: Wallet) => Promise<T>): Promise<T>
  record(): Promise<AccountRecord | undefined>
  remains(): Promise<Remains>
  /** Sends a request to the backend, as a network does that was slow. */
  readonly deliver: Send
  /** Delivers what dead pages sent just before they died. */
  deliverLate(): Promise<void>
  /** Runs everything that can happen without time passing. */
  quiet(): Promise<void>
  /** Lets the device and its pages sleep for some milliseconds, while the service keeps running. */
  sleep(ms: number): Promise<void>
  /** Returns how long the device has been awake, in milliseconds. */
  awakeFor(): number
  /** Ends the scene. All its pages are dead, and nothing of it affects the next scene. */
  close(): Promise<void>
}

/** Returns the attempts in a record: a sign-in, a refresh, or both. */
export const attemptsIn = (record: AccountRecord | undefined): readonly Pending[] =>
  [record?.pending, record?.refresh].filter((attempt) => attempt !== undefined)

/** Milliseconds by which a fault delays a call. `silent` is longer than any deadline. */
export const slowness: { readonly slow: number; readonly silent: number } = {
  slow: 12_000,
  silent: 5 * 3_600_000,
}

/** Answers a request. */
export type Send = (request: Request) => Promise<Response>

let scenes = 0
const phoneNumber = '+9995550100'
const beginning = Date.parse('2026-11-21T12:00:00.000Z')
const callLimit = 45 * 60_000
const idle: Counter = { points: [], crash: undefined, isCounting: false }

export interface SceneOptions {
  readonly credential?: false
  /** Default: enough for every payment. */
  readonly balance?: number
  /** What stands between the backend and the service, and between the pages and the backend. Default: nothing. */
  readonly service?: (fetch: Send) => Send
  readonly network?: (backend: Send) => Send
  /** How sessions get their keys, in the pages and at the service. */
  readonly keyDelivery: KeyDelivery
  readonly refreshAhead: number | undefined
  /** The number of milliseconds by which the device's clock is ahead of the service's clock. Default: 0. */
  readonly skew?: number
  /** The service asks for a code by text message before it pays. A payment that converts has two such challenges. */
  readonly sca?: boolean
  /** The seed of all random numbers in the scene. */
  readonly seed: string
  /** What an earlier scene with another seed left. Default: a new account. */
  readonly from?: Remains | undefined
}

export async function createScene(options: SceneOptions): Promise<Scene> {
  const { refreshAhead, keyDelivery, skew = 0, sca, seed, from, service, network, ...provisioned } = options
  const clock = stageClock(from?.now ?? beginning)
  setWorld(seed, clock)
  // A wrong code leaves the right one, so that both can be tried in one flow.
  const unknowns = { afterWrongCode: 'kept' } as const
  const emulator = createEmulator({
    ...{ clock, keyDelivery, unknowns },
    ...(from && { snapshot: from.emulator }),
  })
  const email = 'ada@example.com'
  const account = from
    ? { id: from.accountId }
    : (
        await emulator.provision({
          email,
          balance: 100_000_000,
          ...(sca && { phoneNumber, sca: {} }),
          ...provisioned,
        })
      ).account
  const backend = createBackend({
    service: { baseUrl, ...emulator.apiToken, fetch: service?.(emulator.fetch) ?? emulator.fetch },
    authorize: async () => [account.id],
    relyingParty: { id: 'localhost', name: 'Test platform' },
    origins: ['http://localhost', 'http://localhost:5173'],
    allow: [...defaultOperations, 'exportWallet'],
    stepUp: false,
    limits: false,
  })
  const through = network?.(backend) ?? backend
  setAuthenticator(await testAuthenticator())
  // Each scene has its own database and no connection of another scene.
  const store = indexedDbStore(`stage-${scenes++}`)
  if (from) await store.update(account.id, () => ({ ...from.record }))
  const lives: Life[] = []
  const device = createDevice(clock)
  const odd: string[] = []
  const arrived: string[] = [...(from?.arrived ?? [])]
  const nonces: string[] = []
  const chosen = new Set<string>()
  /** The client keys that were ever stored. */
  const claimed = new Set<string>()
  const late: (() => Promise<unknown>)[] = []
  const isEnded = (id: string): boolean =>
    emulator
      .requests()
      .some(
        ({ method, path, status = 500 }) =>
          method === 'DELETE' &&
          (path === `/auth/sessions/${id}` || path.startsWith('/auth/credentials/')) &&
          status >= 200 &&
          status < 300 &&
          status !== 202,
      )
  const watch = watched(checked(store, account.id, clock.now, odd, claimed), clock.now, isEnded)
  const spoiler = createSpoiler(async () =>
    keyDelivery === 'client-held'
      ? beginElsewhere(emulator, (await watch.record(account.id))?.session)
      : undefined,
  )
  /** A page that dies before the answer arrives leaves nothing that opens it, unless the client key was stored before. */
  const checkClaim = async (request: Request, { storage }: WalletState): Promise<void> => {
    if (!/\/(verify|refresh)$/.test(new URL(request.url).pathname) || storage === 'memory') return
    // A session that was only found in the list is refreshed to prove it. If the answer is lost, it can still be found.
    const [, refreshed = ''] = /(Session:[\w-]+)\/refresh$/.exec(request.url) ?? []
    if (keyDelivery === 'client-held' && refreshed !== '' && !watch.stored.has(refreshed)) return
    const { clientPublicKey }: { clientPublicKey?: string } = await request.clone().json()
    const stamp = request.headers.get('Wallet-Signature')
    // The stamp of a verification is by the client key.
    const stamped = /verify$/.test(request.url) && stamp ? JSON.parse(atob(stamp)).publicKey : undefined
    const key: string | undefined = clientPublicKey ?? stamped
    if (key !== undefined && !claimed.has(key))
      odd.push(`${request.url} was sent with a client key that was not stored`)
  }

  /** Pages with their own keys must not send what would get a sealed one. */
  const checkEra = async (request: Request): Promise<void> => {
    if (keyDelivery === 'sealed' || !/\/(challenge|verify|refresh)$/.test(request.url)) return
    const text = await request.clone().text()
    if (text.includes('"otp"') || /"clientPublicKey":"04/.test(text))
      odd.push(`${request.url} was sent as for a sealed key`)
  }

  /** What is shown can stamp: the service has the same key for it. A session of another device has another one. */
  const checkShown = ({ session }: WalletState): void => {
    if (!('id' in session) || proven.has(`${session.id} ${session.publicKey}`)) return
    if (keyAtService(emulator, session.id) === session.publicKey)
      proven.add(`${session.id} ${session.publicKey}`)
    else odd.push(`${session.id} is shown, but its key is not here`)
  }
  const proven = new Set<string>()

  const end = async <T>(page: Page, call: (wallet: Wallet) => Promise<T>): Promise<End<T>> => {
    if (!page.life.isAlive()) return { how: 'dead' }
    let ended: End<T> | undefined
    await settled()
    page.life
      .run(() => call(page.wallet))
      .then(
        (value) => {
          ended = { how: 'resolved', value }
        },
        (error: unknown) => {
          if (!(error instanceof WalletError)) odd.push(`a call rejected with ${String(error)}`)
          ended = { how: 'rejected', code: error instanceof WalletError ? error.code : String(error) }
        },
      )
    for (let waited = 0; waited < callLimit; ) {
      await quiet()
      if (ended) return ended
      if (!page.life.isAlive()) return { how: 'dead' }
      const step = waited < 5_000 ? 1_000 : 60_000
      await clock.advance(step)
      waited += step
    }
    return { how: 'hung' }
  }

  const scene: Scene = {
    emulator,
    accountId: account.id,
    watch,
    spoil: spoiler,
    odd,
    arrived,
    chosen,
    nonces,
    quote: undefined,
    quiet,
    end,
    otp: () => emulator.inbox.latest(email)?.otp ?? 'none',
    paymentCode: (id) => emulator.inbox.all().findLast(({ quoteId }) => quoteId === id)?.otp ?? 'none',
    token: (claims = {}) => emulator.issuer.token({ sub: 'ada', email, ...claims }),
    callback: async ({ nonce }) => {
      nonces.push(nonce)
      const ask = (): Promise<string> => scene.token({ nonce })
      const point = { name: 'ID token', sides: ['before', 'after'] } as const
      return currentLife()?.act(point, ask) ?? ask()
    },
    redirect: async ({ nonce }) => {
      nonces.push(nonce)
      const life = currentLife()
      // The page is left, so none of its code runs any more.
      return (
        life?.act({ name: 'leave', sides: ['before'] }, async () => {
          life.kill()
          return ''
        }) ?? ''
      )
    },
    async open(counter = idle) {
      await settled()
      const life = createLife(`page${lives.length}`, counter, (work) => late.push(work))
      lives.push(life)
      const page: Page = openPage(life, {
        accountId: account.id,
        backend: async (request) => {
          await checkClaim(request, page.wallet.getState())
          await checkEra(request)
          const response = await spoiler.around(through)(request)
          const revoked = /Session:[\w-]+$/.exec(request.url)?.[0]
          const isInUse = revoked === watch.current() && page.wallet.getState().storage === 'indexeddb'
          if (request.method === 'DELETE' && response.status === 204 && isInUse && !chosen.has(revoked ?? ''))
            odd.push(`${revoked} was revoked while it was in use`)
          const text = await response.clone().text()
          traced(`${request.method} ${request.url} ${response.status} ${text}`)
          const isSession = /\/(verify|refresh)$/.test(request.url) && [200, 201].includes(response.status)
          if (isSession && life.isAlive()) arrived.push(JSON.parse(text).id as string)
          return response
        },
        clock: { now: () => clock.now() + skew, after: clock.after },
        device,
        store: watch.store,
        passkey: { rpId: 'localhost' },
        exportSigner: emulator.exportSigner,
        keyDelivery,
        otpSigner: emulator.otpSigner,
        ...(refreshAhead !== undefined && { refreshAhead }),
      })
      page.wallet.subscribe(() => checkShown(page.wallet.getState()))
      await settled()
      return page
    },
    async done(page, call) {
      const ended = await end(page, call)
      if (ended.how === 'resolved') return ended.value
      if (ended.how === 'dead') return new Promise<never>(() => {})
      throw new Error(`a call ${ended.how === 'hung' ? 'hung' : `rejected with ${ended.code}`}`)
    },
    service: (method, path, body) => askAsPlatform(emulator, method, path, body),
    quoteTo: (receiver, amount) =>
      scene.service('POST', '/quotes', {
        source: { sourceType: 'ACCOUNT', accountId: account.id },
        destination: { destinationType: 'ACCOUNT', accountId: receiver },
        lockedCurrencySide: 'SENDING',
        lockedCurrencyAmount: amount,
      }),
    record: () => watch.record(account.id),
    async remains() {
      const record = await scene.record()
      if (record === undefined) throw new Error('There is no record yet.')
      const { id: accountId } = account
      return {
        now: clock.now(),
        accountId,
        emulator: [...emulator.snapshot()],
        record,
        arrived: [...arrived],
      }
    },
    deliver: backend,
    async deliverLate() {
      for (const work of late.splice(0)) await work().catch(() => {})
    },
    async sleep(ms) {
      const awake = lives.filter((life) => life.isAlive() && !life.isFrozen())
      for (const life of awake) life.freeze()
      const wakeUp = device.sleep()
      await clock.advance(ms)
      await quiet()
      wakeUp()
      for (const life of awake) {
        life.thaw()
        await settled()
      }
    },
    awakeFor: device.awakeFor,
    async close() {
      for (const life of lives) life.kill()
      await quiet()
      store.close?.()
    },
  }
  return scene
}

/**
 * Checks each stored record: it must be complete, of the current version, one revision further, and contain only what
 * can be trusted. An attempt must not be overwritten if its answer has arrived or may still arrive. Adds the client keys
 * of committed attempts to `claimed`.
 */
function checked(
  store: ReturnType<typeof indexedDbStore>,
  accountId: string,
  now: () => number,
  odd: string[],
  claimed: Set<string>,
): ReturnType<typeof indexedDbStore> {
  return {
    ...store,
    async update(account, updater) {
      const keys: string[] = []
      const result = await store.update(account, (stored) => {
        const next = updater(stored)
        if (account !== accountId || next === stored) return next
        const [before, after] = [stored, next].map((each) => readWholeRecord(each))
        const [kept, written] = [Object.keys(after ?? {}), Object.keys(next ?? {})].map((keys) =>
          keys.sort().join(),
        )
        if (kept !== written)
          odd.push(`a record was half-written: ${written}, of which ${kept} can be trusted`)
        if (after?.revision !== (before?.revision ?? 0) + 1) odd.push('a revision was skipped')
        for (const slot of ['pending', 'refresh'] as const) {
          const [held, taken] = [before?.[slot], after?.[slot]]
          if (taken?.clientKey) keys.push(taken.clientKey.publicKey)
          const mayArrive = held?.phase === 'delivered' || (held?.phase === 'sent' && held.deadline > now())
          if (held && taken && mayArrive && held.attemptId !== taken.attemptId)
            odd.push(`an attempt that was ${held.phase} was overwritten`)
        }
        if (after?.refresh && ![undefined, after.refresh.replaces].includes(after.session?.id))
          odd.push('a refresh stayed beside another session')
        return next
      })
      for (const key of keys) claimed.add(key)
      return result
    },
  }
}
