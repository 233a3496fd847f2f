/** Every flow in which a page may die. @module */
import type { CredentialType, Quote, Wallet } from 'embedded-wallet-auth'
import type { Page } from '../stage/page.js'
import { create, enter, sessionsAtService } from '../stage/person.js'
import type { KeyDelivery, Scene } from '../stage/scene.js'

export interface Flow {
  readonly name: string
  /** The account at the start, if it is not the usual one. */
  readonly account?: 'with a passkey only'
  /** Runs before points are counted. The page on which it ends is the page that dies. */
  readonly before: (scene: Scene, page: Page) => Promise<void>
  /** `next` opens another page in place of a page that was left. */
  readonly run: (scene: Scene, page: Page, next: () => Promise<Page>) => Promise<void>
  /** Runs after the death and the return, on the new page. Resolves with what is wrong. */
  readonly after?: (scene: Scene, page: Page) => Promise<string[]>
  /** Runs with the earlier session, if it still exists. Resolves with what is wrong. */
  readonly again?: (scene: Scene, page: Page) => Promise<string[]>
  /** The number of sessions that are requested at once. Default: 1. */
  readonly sessions?: number
  /** The flow ends a session on purpose. */
  readonly ends?: true
  /** The number of seconds before expiry at which the page refreshes on its own. */
  readonly refreshAhead?: number
  /** How sessions get their keys. Default: `sealed`. */
  readonly keyDelivery?: KeyDelivery
  /** An answer is lost or refused, so that something else than its commit follows it. */
  readonly spoils?: true
  /** The service asks the person to authorize payments. */
  readonly sca?: true
}

/** Begins signed out, with a credential of the type in addition to the mailed code. */
const outWith =
  (type: CredentialType): Flow['before'] =>
  async (scene, page) => {
    await enter(scene, page)
    await scene.done(page, create(scene, type))
    scene.watch.expectEnd()
    await scene.done(page, (wallet) => wallet.signOut())
  }

const withPasskeyOnly: Flow['before'] = async (scene, page) => {
  await scene.done(page, create(scene, 'PASSKEY'))
  await scene.done(page, (wallet) => wallet.signIn({ type: 'PASSKEY' }))
}

const nothing: Flow['before'] = async (scene, page) => {
  await scene.done(page, (wallet) => wallet.ready)
}

const call =
  <T>(work: (wallet: Wallet, scene: Scene) => Promise<T>): Flow['run'] =>
  async (scene, page) => {
    await scene.done(page, (wallet) => work(wallet, scene))
  }

/** Checks that the account has one credential of the type in the end, at once or after the creation is repeated. */
const createdOnce =
  (type: CredentialType): NonNullable<Flow['after']> =>
  async (scene, page) => {
    const count = async (): Promise<number> =>
      (await scene.done(page, (wallet) => wallet.credentials.list())).filter((each) => each.type === type)
        .length
    if ((await count()) === 0) await scene.end(page, create(scene, type))
    return (await count()) === 1 ? [] : [`the account has ${await count()} ${type} credentials`]
  }

const creation = (type: CredentialType): Flow => ({
  name: `create ${type}`,
  ...(type === 'EMAIL_OTP' && { account: 'with a passkey only' as const }),
  before: type === 'EMAIL_OTP' ? withPasskeyOnly : enter,
  run: call((wallet, scene) => create(scene, type)(wallet)),
  after: createdOnce(type),
})

const paid = async (scene: Scene): Promise<number> =>
  scene.quote === undefined
    ? 0
    : Number(scene.emulator.ledger.balance(receiverOf(scene.quote), scene.quote.receivingCurrency.code)) /
      scene.quote.totalReceivingAmount

const receiverOf = ({ destination }: NonNullable<Scene['quote']>): string =>
  typeof destination === 'object' && destination !== null && 'accountId' in destination
    ? String(Reflect.get(destination, 'accountId'))
    : ''

/** Answers what a payment waits for, twice at most. */
async function authorize(scene: Scene, page: Page, quoteId: string): Promise<void> {
  for (let answers = 0; answers < 2; answers += 1) {
    const code = scene.paymentCode(quoteId)
    const { status } = await scene.done(page, (wallet) => wallet.authorizeQuote(quoteId, { code }))
    if (status !== waits) return
  }
  throw new Error('The payment still waits after two answers.')
}

const waits = 'PENDING_AUTHORIZATION'

/** Signs in, and makes a quote whose payment asks twice, because it converts. */
async function withQuote(scene: Scene, page: Page): Promise<void> {
  await enter(scene, page)
  const to = { accountType: 'INTERNAL_FIAT', currency: 'USD' } as const
  const receiver = await scene.emulator.provision({ email: 'grace@example.com', ...to })
  scene.quote = await scene.quoteTo(receiver.account.id, 10_000_000)
}

/**
 * Executes the quote again, and answers what it waits for. The page must have shown it until then, and it must be paid
 * once, by executions with one key.
 */
async function releasedOnce(scene: Scene, page: Page): Promise<string[]> {
  const { quote } = scene
  if (quote === undefined) return ['there is no quote']
  // The page may have died before it sent the call whose answer was to be lost.
  scene.emulator.faults.clear()
  const problems = await shown(scene, page, quote)
  const again = await scene.done(page, (wallet) => wallet.executeQuote(quote))
  if (again.status === waits) await authorize(scene, page, quote.id)
  const times = await paid(scene)
  const left = page.wallet.getState().unsettled.length
  if (times !== 1 || left > 0) problems.push(`it was paid ${times} times, ${left} are left in doubt`)
  const sent = scene.emulator.requests().filter(({ path }) => path.endsWith('/execute'))
  const keys = new Set(sent.map(({ headers }) => headers['idempotency-key']))
  return keys.size === 1 ? problems : [...problems, `it was executed with ${keys.size} keys`]
}

/** Checks that the page shows a payment that the service has got, unless its outcome is known here. */
async function shown(scene: Scene, page: Page, { id }: NonNullable<Scene['quote']>): Promise<string[]> {
  const { status } = await scene.service<Quote>('GET', `/quotes/${id}`)
  if (page.wallet.getState().unsettled.some(({ quoteId }) => quoteId === id)) return []
  const isKnown = (await scene.record())?.settled?.includes(id) ?? false
  return status === 'PENDING' || (isKnown && status !== waits)
    ? []
    : [`the payment is ${status}, and not shown`]
}

/**
 * After some minutes, the session in use is the only one of this browser that is left at the service. A session whose
 * answer reached no record is not known to the browser, and expires at the service.
 */
const nothingLeft: NonNullable<Flow['after']> = async (scene, page) => {
  await scene.quiet()
  await scene.emulator.clock.advance(4 * 60_000)
  await scene.quiet()
  const { session } = page.wallet.getState()
  const left = (await sessionsAtService(scene)).filter((id) => scene.watch.stored.has(id))
  return left.filter((id) => !('id' in session) || id !== session.id).map((id) => `${id} is still valid`)
}

const all: readonly Flow[] = [
  {
    name: 'sign in, mailed code',
    before: nothing,
    run: enter,
  },
  {
    name: 'sign in, passkey',
    before: outWith('PASSKEY'),
    run: call((wallet) => wallet.signIn({ type: 'PASSKEY' })),
  },
  {
    name: 'sign in, prepared passkey',
    before: outWith('PASSKEY'),
    async run(scene, page) {
      await scene.done(page, (wallet) => wallet.prepare({ type: 'PASSKEY' }))
      await scene.done(page, (wallet) => wallet.signIn({ type: 'PASSKEY' }))
    },
  },
  {
    name: 'sign in, ID token by callback',
    before: outWith('OAUTH'),
    run: call((wallet, scene) => wallet.signIn({ type: 'OAUTH', getOidcToken: scene.callback })),
  },
  {
    name: 'sign in, ID token by redirect',
    before: outWith('OAUTH'),
    async run(scene, page, next) {
      const left = await scene.end(page, (wallet) =>
        wallet.signIn({ type: 'OAUTH', getOidcToken: scene.redirect }),
      )
      if (left.how !== 'dead') throw new Error('The page was not left.')
      const back = await next()
      await scene.done(back, (wallet) => wallet.ready)
      const oidcToken = await scene.token({ nonce: scene.nonces.at(-1) ?? '' })
      await scene.done(back, (wallet) => wallet.submit({ oidcToken }))
    },
  },
  {
    name: 'another code',
    before: async (scene, page) => {
      await scene.done(page, (wallet) => wallet.signIn({ type: 'EMAIL_OTP' }))
    },
    run: call((wallet) => wallet.resend()),
  },
  {
    name: 'a wrong code, then the right one',
    before: async (scene, page) => {
      await scene.done(page, (wallet) => wallet.signIn({ type: 'EMAIL_OTP' }))
    },
    async run(scene, page) {
      await scene.end(page, (wallet) => wallet.submit({ otp: 'wrong' }))
      await scene.done(page, (wallet) => wallet.submit({ otp: scene.otp() }))
    },
  },
  {
    name: 'give an awaited code up',
    before: async (scene, page) => {
      await scene.done(page, (wallet) => wallet.signIn({ type: 'EMAIL_OTP' }))
    },
    run: call(async (wallet) => wallet.cancel()),
  },
  creation('PASSKEY'),
  creation('EMAIL_OTP'),
  creation('OAUTH'),
  { name: 'sign in again, mailed code', before: enter, run: enter },
  {
    name: 'sign in again, passkey',
    before: async (scene, page) => {
      await enter(scene, page)
      await scene.done(page, create(scene, 'PASSKEY'))
    },
    run: call((wallet) => wallet.signIn({ type: 'PASSKEY' })),
  },
  { name: 'refresh', before: enter, run: call((wallet) => wallet.sessions.refresh()) },
  {
    name: 'refresh while a code is awaited',
    before: async (scene, page) => {
      await enter(scene, page)
      await scene.done(page, (wallet) => wallet.signIn({ type: 'EMAIL_OTP' }))
    },
    run: call((wallet) => wallet.sessions.refresh()),
  },
  {
    name: 'refresh and verify at once',
    sessions: 2,
    before: async (scene, page) => {
      await enter(scene, page)
      await scene.done(page, (wallet) => wallet.signIn({ type: 'EMAIL_OTP' }))
    },
    async run(scene, page) {
      const refreshing = scene.end(page, (wallet) => wallet.sessions.refresh())
      await scene.done(page, (wallet) => wallet.submit({ otp: scene.otp() }))
      await refreshing
    },
  },
  {
    name: 'refresh by itself',
    refreshAhead: 60,
    before: enter,
    async run(scene, page) {
      const shown = (): string => JSON.stringify(page.wallet.getState().session)
      const before = shown()
      await scene.emulator.clock.advance(13 * 60_000)
      await scene.quiet()
      if (page.life.isAlive() && shown() === before) throw new Error('Nothing was refreshed.')
    },
  },
  {
    name: 'expire',
    ends: true,
    before: enter,
    async run(scene, page) {
      // Time stops when the page dies. If a minute passed while the next page loads, it would look like a hanging
      // storage.
      for (let minute = 0; minute < 14 && page.life.isAlive(); minute += 1)
        await scene.emulator.clock.advance(60_000)
      await scene.quiet()
      if (page.life.isAlive() && page.wallet.getState().session.status !== 'none')
        throw new Error('Nothing expired.')
    },
  },
  {
    name: 'revoke a credential',
    before: async (scene, page) => {
      await enter(scene, page)
      await scene.done(page, create(scene, 'OAUTH'))
    },
    run: call(async (wallet) => {
      const all = await wallet.credentials.list()
      await wallet.credentials.revoke(all.find(({ type }) => type === 'OAUTH')?.id ?? '')
    }),
    async after(scene, page) {
      const gone = async (): Promise<boolean> =>
        (await scene.done(page, (wallet) => wallet.credentials.list())).every(({ type }) => type !== 'OAUTH')
      if (!(await gone()))
        await scene.done(page, async (wallet) => {
          const all = await wallet.credentials.list()
          await wallet.credentials.revoke(all.find(({ type }) => type === 'OAUTH')?.id ?? '')
        })
      return (await gone()) ? [] : ['the credential is still there']
    },
  },
  {
    name: 'revoke this session',
    ends: true,
    before: enter,
    run: call(async (wallet, scene) => {
      const { session } = wallet.getState()
      if ('id' in session) scene.chosen.add(session.id)
      await wallet.sessions.revoke('id' in session ? session.id : '')
    }),
  },
  {
    name: 'refresh, and revoke what it replaced',
    before: enter,
    async run(scene, page) {
      await scene.done(page, (wallet) => wallet.sessions.refresh())
      await scene.quiet()
      await scene.emulator.clock.advance(5_000)
      await scene.quiet()
    },
    after: nothingLeft,
  },
  {
    name: 'refresh, and sign out',
    ends: true,
    before: enter,
    run: call(async (wallet) => {
      await wallet.sessions.refresh()
      await wallet.signOut()
    }),
    after: nothingLeft,
  },
  { name: 'sign out', ends: true, before: enter, run: call((wallet) => wallet.signOut({ revoke: false })) },
  {
    name: 'sign out and revoke',
    ends: true,
    before: enter,
    run: call((wallet) => wallet.signOut()),
  },
  {
    name: 'export',
    before: enter,
    run: call(async (wallet) => (await wallet.exportWallet()).wipe()),
    async after(scene, page) {
      const { phrase, wipe } = await scene.done(page, (wallet) => wallet.exportWallet())
      const words = new TextDecoder().decode(phrase).split(' ').length
      wipe()
      return words >= 12 ? [] : [`the phrase has ${words} words`]
    },
  },
  { name: 'privacy', before: enter, run: call((wallet) => wallet.updatePrivacy({ privateEnabled: false })) },
  {
    name: 'execute a quote',
    async before(scene, page) {
      await enter(scene, page)
      const receiver = await scene.emulator.provision({ email: 'grace@example.com', balance: 0 })
      scene.quote = await scene.quoteTo(receiver.account.id, 10_000_000)
    },
    run: call(async (wallet, scene) => {
      if (scene.quote) await wallet.executeQuote(scene.quote)
    }),
    // The same session sends the same idempotency key, so the service repeats its answer or executes the quote for the
    // first time.
    async again(scene, page) {
      const { quote } = scene
      if (quote) await scene.done(page, (wallet) => wallet.executeQuote(quote))
      return []
    },
    async after(scene, page) {
      const { quote } = scene
      // Another session finds in the record that the outcome is known. It reads the quote instead of paying again.
      const again = quote && (await scene.end(page, (wallet) => wallet.executeQuote(quote)))
      const times = await paid(scene)
      return again?.how === 'resolved' && times === 1
        ? []
        : [`it was paid ${times} times, then ${again?.how}`]
    },
  },
  {
    name: 'execute and authorize a quote',
    sca: true,
    before: withQuote,
    async run(scene, page) {
      const { quote } = scene
      if (quote === undefined) return
      await scene.done(page, (wallet) => wallet.executeQuote(quote))
      await authorize(scene, page, quote.id)
    },
    after: releasedOnce,
  },
  {
    name: 'authorize a quote, and the answer is lost',
    sca: true,
    async before(scene, page) {
      await withQuote(scene, page)
      const { quote } = scene
      if (quote) await scene.done(page, (wallet) => wallet.executeQuote(quote))
    },
    async run(scene, page) {
      const { id = '' } = scene.quote ?? {}
      scene.emulator.faults.next('POST /quotes/{quoteId}/authorize', { answer: 'lost' })
      const code = scene.paymentCode(id)
      const ended = await scene.end(page, (wallet) => wallet.authorizeQuote(id, { code }))
      if (ended.how === 'resolved') throw new Error('The answer was not lost.')
      await scene.done(page, (wallet) => wallet.getQuote(id))
      await authorize(scene, page, id)
    },
    after: releasedOnce,
  },
]

/** Flows in which a call that begins a session is spoilt, while another device begins one. */
const spoilt: readonly Flow[] = (
  [
    ['answer lost', 'resolved'],
    ['request lost', 'OUTCOME_UNKNOWN'],
    ['answer contradicts', 'KEY_DELIVERY_CONTRADICTED'],
  ] as const
).flatMap(([spoil, how]) => {
  const run =
    (work: (wallet: Wallet, scene: Scene) => Promise<unknown>): Flow['run'] =>
    async (scene, page) => {
      scene.spoil.next(spoil)
      const ended = await scene.end(page, (wallet) => work(wallet, scene))
      if (ended.how === 'dead') return
      const code = ended.how === 'rejected' ? ended.code : ended.how
      if (code !== how) scene.odd.push(`${spoil}: ${code}, not ${how}`)
    }
  return [
    {
      name: `sign in again, mailed code, ${spoil}`,
      keyDelivery: 'client-held',
      spoils: true,
      before: async (scene, page) => {
        await enter(scene, page)
        await scene.done(page, (wallet) => wallet.signIn({ type: 'EMAIL_OTP' }))
      },
      run: run((wallet, scene) => wallet.submit({ otp: scene.otp() })),
    },
    {
      name: `refresh, ${spoil}`,
      keyDelivery: 'client-held',
      spoils: true,
      before: enter,
      run: run((wallet) => wallet.sessions.refresh()),
    },
  ]
})

/** Each flow with both ways in which sessions get their keys. */
export const flows: readonly Flow[] = [
  ...all,
  ...all.map((flow): Flow => ({ ...flow, name: `${flow.name}, own key`, keyDelivery: 'client-held' })),
  ...spoilt.map((flow): Flow => ({ ...flow, name: `${flow.name}, own key` })),
]
