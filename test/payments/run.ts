/**
 * Plays a user who wants to pay once, in two tabs, while everything goes wrong, and an app that shows what the wallet
 * reports.
 * @module
 */
import { type Quote, ServiceError, WalletError } from 'embedded-wallet-auth'
import fc from 'fast-check'
import { type Direction, type Played, playCase } from '../search/play.js'
import type { Page } from '../stage/page.js'
import { enter } from '../stage/person.js'

/** What happens to the next execution or authorization. */
const troubles = [
  // The call takes effect, and the answer is lost or replaced by a proxy's answer.
  'lost',
  'proxy',
  // The request never arrives, or arrives after the page was told that it did not.
  'dropped',
  'late',
  // The service, or a gateway in front of it, refuses.
  400,
  401,
  404,
  409,
  429,
] as const

const moves = [
  'authorize',
  'authorize with a wrong code',
  'authorize, and the page dies',
  'execute',
  'execute in both tabs',
  'execute, and the page dies',
  'read the quote',
  'another quote',
  'reload',
  'second tab',
  'refresh',
  'sign out',
  'expiry',
  'a minute',
  'what was late arrives',
  'fund',
] as const

export interface Payment {
  /**
   * Whether the service repeats a refusal for the same `Idempotency-Key` or processes the request again: the interface
   * allows both readings.
   */
  readonly keepsRefusals: boolean
  /** Whether the service asks the person to authorize the payment. */
  readonly sca: boolean
  readonly balance: number
  readonly steps: readonly {
    readonly move: (typeof moves)[number]
    readonly trouble?: (typeof troubles)[number] | undefined
    readonly tab: number
    readonly touches: number
  }[]
}

const trouble = fc.constantFrom(...troubles)
const none = fc.constant(undefined)
const tab = fc.nat(1)
const touches = fc.integer({ min: 1, max: 30 })

/** A payment in doubt is the subject of this test, so it is chosen often, and other steps happen around it. */
export const payments: fc.Arbitrary<Payment> = fc.record({
  keepsRefusals: fc.boolean(),
  sca: fc.boolean(),
  balance: fc.constantFrom(100_000_000, 100_000_000, 100_000_000, 1),
  steps: fc.array(
    fc.oneof(
      fc.record({
        move: fc.constantFrom('execute', 'execute', 'execute in both tabs', 'authorize', 'authorize'),
        ...{ trouble, tab, touches },
      }),
      fc.record({ move: fc.constantFrom(...moves), trouble: none, tab, touches }),
      fc.record({ move: fc.constantFrom(...moves), trouble: none, tab, touches }),
    ),
    { minLength: 4, maxLength: 13, size: 'max' },
  ),
})

const paidStatuses = new Set(['PROCESSING', 'COMPLETED'])

/** @param order the seed of the order in which things happen, and of all randomness */
export async function runPayment(
  { keepsRefusals, sca, balance, steps }: Payment,
  order: string,
  direction: Direction = {},
): Promise<Played> {
  const refusals = new Map<string, Response>()
  const late: Request[] = []
  let next: Payment['steps'][number]['trouble']
  const options: Parameters<typeof playCase>[0] = {
    ...{ keyDelivery: 'sealed', refreshAhead: undefined, balance, sca },
    service: (fetch) => async (request) => {
      const key = request.headers.get('Wallet-Idempotency-Key') ?? ''
      const kept = refusals.get(key)
      if (kept) return kept.clone()
      const answer = await fetch(request)
      const isKept = keepsRefusals && key !== '' && (answer.status === 400 || answer.status === 409)
      if (isKept) refusals.set(key, answer.clone())
      return answer
    },
    network: (backend) => async (request) => {
      const trouble = /\/(execute|authorize)$/.test(request.url) ? next : undefined
      if (trouble === undefined) return backend(request)
      next = undefined
      if (typeof trouble === 'number')
        return Response.json({ status: trouble, code: 'REFUSED', message: 'No.' }, { status: trouble })
      if (trouble === 'late') late.push(request.clone())
      if (trouble === 'lost' || trouble === 'proxy') await backend(request)
      if (trouble === 'proxy') return new Response('<html>', { status: 524 })
      throw new TypeError('Failed to fetch')
    },
  }
  return playCase(options, order, direction, async ({ scene, receiver, quotes, claims }) => {
    const { odd: found } = scene
    const { clock, ledger } = scene.emulator
    const newQuote = async (): Promise<Quote> => {
      const quote = await scene.quoteTo(receiver, 25_000_000)
      quotes.push(quote)
      return quote
    }

    const toldUnpaid = new Set<string>()
    /** Quotes that the wallet last reported as in doubt. */
    const doubted = new Set<string>()
    const tabs: Page[] = [await scene.open()]
    let [executions, doubts] = [0, 0]
    /**
     * Whether the user was told that the payment is made; and whether both tabs are paying, so that one tab may repeat a
     * payment that was refused in the other.
     */
    let [isPaid, isTogether] = [false, false]
    let quote = await newQuote()
    const received = (): number => Number(ledger.balance(receiver, 'USDB')) / quote.totalReceivingAmount
    const at = (index: number): Page => tabs[index % tabs.length] as Page
    const unsettled = ({ wallet }: Page): readonly string[] =>
      wallet.getState().unsettled.map(({ quoteId }) => quoteId)
    const signIn = async (page: Page): Promise<void> => {
      // After a minute the service mails another code.
      await clock.advance(61_000)
      await enter(scene, page).catch(() => {})
    }

    /** Tells the user about a quote, as the app does. */
    const tell = ({ id, status }: Quote, page: Page): void => {
      if (status === 'PENDING_AUTHORIZATION') {
        const entry = page.wallet.getState().unsettled.find(({ quoteId }) => quoteId === id)
        // A page that only reads a quote does not show it; one that has sent it does, until the outcome is known.
        if (entry !== undefined && entry.waitsFor === undefined)
          found.push('a payment waits, and nothing says for what')
        return
      }
      if (status !== 'PENDING') doubted.delete(id)
      if (paidStatuses.has(status)) {
        isPaid = true
        claims.paid.add(id)
        toldUnpaid.delete(id)
      } else if (status !== 'PENDING') toldUnpaid.add(id)
    }
    const failed = (page: Page, id: string, error: unknown): void => {
      if (!(error instanceof WalletError)) found.push(`an unexpected error: ${error}`)
      else if (error.code === 'OUTCOME_UNKNOWN' || unsettled(page).includes(id)) {
        doubts += 1
        // The last report counts: this request may have paid after another one was refused.
        toldUnpaid.delete(id)
        doubted.add(id)
        if (error.code === 'CHALLENGE_EXPIRED' || /another\b/.test(error.message))
          found.push(`told "ask for another" while unsettled: ${error.message}`)
        if (error instanceof ServiceError && !isTogether)
          found.push(`told "not paid" while paid: in doubt, but ${error.code}`)
      } else if (error.kind === 'service' || error.code === 'CHALLENGE_EXPIRED') {
        toldUnpaid.add(id)
        doubted.delete(id)
      }
    }
    const execute = async (page: Page, touches = 0): Promise<void> => {
      const { id } = quote
      const asked = quote
      executions += 1
      toldUnpaid.delete(id)
      if (page.wallet.getState().session.status === 'none') await signIn(page)
      if (touches > 0) page.life.fuse(touches, page.life.kill)
      const heard = await scene.end(page, (wallet) =>
        wallet.executeQuote(asked).then(
          (answer) => () => tell(answer, page),
          (error: unknown) => () => failed(page, id, error),
        ),
      )
      if (heard.how === 'hung') found.push('a payment that never ends')
      if (heard.how === 'resolved' && touches === 0) heard.value()
    }
    const read = async (page: Page, id: string): Promise<void> => {
      const heard = await scene.end(page, (wallet) => wallet.getQuote(id))
      if (heard.how === 'resolved') tell(heard.value, page)
    }
    /** Answers what the payment waits for. A refusal says nothing about the payment. */
    const authorize = async (page: Page, code: string, touches = 0): Promise<void> => {
      const { id } = quote
      if (touches > 0) page.life.fuse(touches, page.life.kill)
      const heard = await scene.end(page, (wallet) => wallet.authorizeQuote(id, { code }))
      if (heard.how === 'hung') found.push('an authorization that never ends')
      if (heard.how === 'resolved' && touches === 0) tell(heard.value, page)
      if (heard.how === 'rejected' && heard.code === 'OUTCOME_UNKNOWN') {
        doubts += 1
        doubted.add(id)
        if (!unsettled(page).includes(id))
          found.push('the answer is unknown, and the payment is not in doubt')
      }
    }
    const rightCode = (): string => scene.paymentCode(quote.id)
    const reopen = async (index: number): Promise<Page> => {
      at(index).life.kill()
      const page = await scene.open()
      tabs[index % tabs.length] = page
      await scene.quiet()
      return page
    }
    const untilExpired = (): Promise<void> =>
      clock.advance(Math.max(1_000, Date.parse(quote.expiresAt) - clock.now() + 1_000))
    const deliver = async (): Promise<void> => {
      // The signal of a closed page does not cancel a request that is already on its way.
      for (const { url, method, headers } of late.splice(0))
        await scene.deliver(new Request(url, { method, headers }))
    }

    const act: Readonly<Record<(typeof moves)[number], (tab: number, touches: number) => Promise<unknown>>> =
      {
        execute: (tab) => execute(at(tab)),
        authorize: (tab) => authorize(at(tab), rightCode()),
        'authorize with a wrong code': (tab) => authorize(at(tab), '1'),
        'authorize, and the page dies': async (tab, touches) => {
          await authorize(at(tab), rightCode(), touches)
          await reopen(tab)
        },
        'execute in both tabs': async () => {
          isTogether = true
          await Promise.all(tabs.map((page) => execute(page)))
          isTogether = false
        },
        'execute, and the page dies': async (tab, touches) => {
          await execute(at(tab), touches)
          await reopen(tab)
        },
        'read the quote': (tab) => read(at(tab), quote.id),
        reload: reopen,
        'second tab': async () => {
          if (tabs.length === 1) tabs.push(await scene.open())
          else tabs.pop()?.life.kill()
        },
        refresh: (tab) => scene.end(at(tab), (wallet) => wallet.sessions.refresh()),
        'sign out': (tab) => {
          const ended = scene.watch.expectEnd()
          return scene.end(at(tab), (wallet) => wallet.signOut({ revoke: false })).finally(ended)
        },
        expiry: untilExpired,
        'a minute': () => clock.advance(60_000),
        'what was late arrives': deliver,
        fund: () =>
          scene.service('POST', `/sandbox/internal-accounts/${scene.accountId}/fund`, {
            amount: 100_000_000,
          }),
        'another quote': async () => {
          // The user asks for another quote only after being told that the last one is unpaid.
          const isOpen = tabs.some((page) => unsettled(page).length > 0)
          if (isPaid || isOpen || !toldUnpaid.has(quote.id)) return
          quote = await newQuote()
        },
      }
    const check = async (): Promise<void> => {
      for (const id of toldUnpaid) {
        const { status } = await scene.service<Quote>('GET', `/quotes/${id}`)
        if (paidStatuses.has(status)) found.push(`told "not paid" while paid: ${id}`)
      }
      const { status } = await scene.service<Quote>('GET', `/quotes/${quote.id}`)
      const isShown = tabs.some((page) => unsettled(page).includes(quote.id))
      if (status === 'PENDING_AUTHORIZATION' && !isShown) found.push('a payment waits, and no tab shows it')
      if (received() > 1.001) found.push(`paid twice: ${received()}`)
    }

    await signIn(at(0))
    for (const { move, trouble, tab, touches } of steps) {
      next = trouble
      await act[move](tab, touches)
      await check()
      if (found.length > 0) break
    }
    // The network works again and time has passed. The outcome of each payment in doubt can now be found out in two ways.
    next = undefined
    await deliver()
    await untilExpired()
    const page = await reopen(0)
    for (const [index, quoteId] of [...new Set([...unsettled(page), ...doubted])].entries()) {
      if (index % 2 === steps.length % 2 && quoteId === quote.id) await execute(page)
      else await read(page, quoteId)
    }
    // A payment that waits is released, or given up by the service.
    if (sca && steps.length % 3 === 0 && unsettled(page).includes(quote.id))
      await authorize(page, rightCode())
    await clock.advance(6 * 60_000)
    for (const quoteId of new Set([...unsettled(page), ...doubted])) await read(page, quoteId)
    await check()
    const left = [...unsettled(page), ...doubted]
    if (left.length > 0) found.push(`doubt left for ever: ${left.join()}`)
    const payments = Math.round(received())
    const releases = scene.emulator
      .requests()
      .filter(({ path, status }) => path.endsWith('/authorize') && status === 200).length
    const done = { executions, releases, doubts, payments, 'new quotes': quotes.length - 1 }
    return { pages: tabs.filter(({ life }) => life.isAlive()), hung: [], done: () => done }
  })
}
