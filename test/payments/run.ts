/**
 * Plays a user who wants to pay once, in two tabs, while everything goes wrong, and an app that shows what the wallet
 * reports.
 * @module
 */
import { type Quote, ServiceError, type Wallet, WalletError } from 'embedded-wallet-auth'
import type { Random } from '../fuzz/random.js'
import { createWorld, type Trouble, type World } from './world.js'

/** The faults that must never happen. */
export const faults = [
  'paid twice',
  'told "not paid" while paid',
  'told "ask for another" while unsettled',
  'doubt left for ever',
  'an unexpected error',
] as const

export type PaymentFault = (typeof faults)[number]

export interface PaymentRun {
  readonly found: readonly { readonly fault: PaymentFault; readonly why: string }[]
  readonly steps: readonly string[]
  readonly executions: number
  readonly doubts: number
  readonly payments: number
  readonly quotes: number
}

const troubles: readonly [Trouble, ...Trouble[]] = [
  'lost',
  'proxy',
  'dropped',
  'late',
  400,
  401,
  404,
  409,
  429,
]
const paidStatuses = new Set(['PROCESSING', 'COMPLETED'])

/** Plays a sequence of steps drawn from `random`. */
export async function runPayment(random: Random, length: number): Promise<PaymentRun> {
  const world: World = await createWorld({
    keepsRefusals: random.oneIn(2),
    balance: random.oneIn(4) ? 1 : 100_000_000,
  })
  const found: { fault: PaymentFault; why: string }[] = []
  const steps: string[] = []
  const toldUnpaid = new Set<string>()
  /** Quotes that the wallet last reported as in doubt. */
  const doubted = new Set<string>()
  const tabs: Wallet[] = [world.open()]
  let [executions, doubts, quotes] = [0, 0, 1]
  /**
   * Whether the user was told that the payment is made; and whether both tabs are paying, so that one tab may repeat a
   * payment that was refused in the other.
   */
  let [isPaid, isTogether] = [false, false]
  let quote: Quote = await world.quote()
  const tab = (): Wallet => random.pick(tabs as [Wallet, ...Wallet[]])
  const isUnsettled = (wallet: Wallet, id: string): boolean =>
    wallet.getState().unsettled.some(({ quoteId }) => quoteId === id)
  const complain = (fault: PaymentFault, why: string): void => void found.push({ fault, why })

  /** Tells the user about a quote, as the app does. */
  const tell = ({ id, status }: Quote): void => {
    if (status !== 'PENDING') doubted.delete(id)
    if (paidStatuses.has(status)) {
      isPaid = true
      toldUnpaid.delete(id)
    } else if (status !== 'PENDING') toldUnpaid.add(id)
  }
  const failed = (wallet: Wallet, { id }: Quote, error: unknown): void => {
    if (!(error instanceof WalletError)) complain('an unexpected error', String(error))
    else if (error.code === 'OUTCOME_UNKNOWN' || isUnsettled(wallet, id)) {
      doubts += 1
      // The last report counts: this request may have paid after another one was refused.
      toldUnpaid.delete(id)
      doubted.add(id)
      if (error.code === 'CHALLENGE_EXPIRED' || /another\b/.test(error.message))
        complain('told "ask for another" while unsettled', error.message)
      if (error instanceof ServiceError && !isTogether)
        complain('told "not paid" while paid', `in doubt, but ${error.code}`)
    } else if (error.kind === 'service' || error.code === 'CHALLENGE_EXPIRED') {
      toldUnpaid.add(id)
      doubted.delete(id)
    }
  }
  const execute = async (wallet: Wallet, isHeard = true): Promise<void> => {
    const asked = quote
    executions += 1
    toldUnpaid.delete(asked.id)
    await wallet.ready
    if (wallet.getState().session.status === 'none') await world.signIn(wallet).catch(() => {})
    const ended = await wallet.executeQuote(asked).then(
      (answer) => () => tell(answer),
      (error: unknown) => () => failed(wallet, asked, error),
    )
    if (isHeard) ended()
  }
  const read = async (wallet: Wallet, id: string): Promise<void> => {
    await wallet.ready
    await wallet.getQuote(id).then(tell, (error: unknown) => {
      if (!(error instanceof WalletError)) complain('an unexpected error', String(error))
    })
  }
  const reopen = async (at: number): Promise<void> => {
    tabs[at]?.dispose()
    tabs[at] = world.open()
    await tabs[at]?.ready
  }
  const untilExpired = (): Promise<void> =>
    world.pass(Math.max(1_000, Date.parse(quote.expiresAt) - world.now() + 1_000))

  const moves: Readonly<Record<string, () => Promise<unknown>>> = {
    execute: () => execute(tab()),
    'execute in both tabs': async () => {
      isTogether = true
      await Promise.all(tabs.map((wallet) => execute(wallet)))
      isTogether = false
    },
    'execute, and the page dies before it hears': async () => {
      const at = random.below(tabs.length)
      const wallet = tabs[at]
      if (wallet) await execute(wallet, false)
      await reopen(at)
    },
    'execute, and the page dies meanwhile': async () => {
      const at = random.below(tabs.length)
      const wallet = tabs[at]
      const dying = wallet && execute(wallet, false)
      for (let turns = random.below(30); turns > 0; turns--) await new Promise((go) => setImmediate(go))
      await reopen(at)
      await dying
    },
    'execute in trouble': async () => {
      const next = random.pick(troubles)
      steps.push(String(next))
      world.trouble(next)
      await random.pick([moves['execute'], moves['execute'], moves['execute in both tabs']])?.()
    },
    'read the quote': () => read(tab(), quote.id),
    reload: () => reopen(random.below(tabs.length)),
    'second tab': async () => {
      if (tabs.length === 1) tabs.push(world.open())
      else tabs.pop()?.dispose()
    },
    refresh: () =>
      tab()
        .sessions.refresh()
        .catch(() => {}),
    'sign out': () => tab().signOut({ revoke: false }),
    expiry: untilExpired,
    'a minute': () => world.pass(60_000),
    'what was late arrives': world.deliver,
    fund: world.fund,
    'another quote': async () => {
      // The user asks for another quote only after being told that the last one is unpaid.
      const isOpen = tabs.some((wallet) => wallet.getState().unsettled.length > 0)
      if (isPaid || isOpen || !toldUnpaid.has(quote.id)) return
      quotes += 1
      quote = await world.quote()
    },
  }
  const names = Object.keys(moves) as [string, ...string[]]
  const check = async (): Promise<void> => {
    for (const id of toldUnpaid) {
      if (paidStatuses.has(await world.statusOf(id)))
        complain('told "not paid" while paid', `${id} after ${steps.join(', ')}`)
    }
    if (world.received() > 1.001) complain('paid twice', `${world.received()} after ${steps.join(', ')}`)
  }

  await world.signIn(tab())
  for (let step = 0; step < length && found.length === 0; step++) {
    // A payment in doubt is the subject of this test, so it is chosen often, and other steps happen around it.
    const name = random.oneIn(3) ? 'execute in trouble' : random.pick(names)
    steps.push(name)
    await moves[name]?.()
    await check()
  }
  // The network works again and time has passed. The outcome of each payment in doubt can now be found out in two ways.
  await world.calm()
  await untilExpired()
  const last = tab()
  await reopen(tabs.indexOf(last))
  const wallet = tabs[0] ?? last
  await wallet.ready
  const open = wallet.getState().unsettled.map(({ quoteId }) => quoteId)
  for (const quoteId of new Set([...open, ...doubted])) {
    if (random.oneIn(2) && quoteId === quote.id) await execute(wallet)
    else await read(wallet, quoteId)
  }
  await check()
  const left = wallet.getState().unsettled
  if (left.length > 0 || doubted.size > 0)
    complain(
      'doubt left for ever',
      `${JSON.stringify(left)}, ${[...doubted].join()} after ${steps.join(', ')}`,
    )
  for (const wallet of tabs) wallet.dispose()
  return { found, steps, executions, doubts, payments: Math.round(world.received()), quotes }
}
