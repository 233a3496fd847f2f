/**
 * Runs a schedule against the real backend and emulator in memory, then compares client, store and service. Long because
 * every kind of step has its lines here.
 *
 * @module
 */
import { type AccountStore, indexedDbStore, type Quote, WalletError } from 'embedded-wallet-auth'
import { createBackend } from 'embedded-wallet-auth/backend'
import { createEmulator, type Fault as EmulatorFault, steppedClock } from 'embedded-wallet-auth/emulator'
import { openPage, type Page } from './page.js'
import type { Fault, Step } from './schedule.js'
import { type Watch, watched } from './watch.js'

const baseUrl = 'https://service.example/2025-10-13'

const faults: Readonly<Record<Fault, EmulatorFault>> = {
  lost: { answer: 'lost' },
  drop: { drop: true },
  'bad gateway': { status: 502 },
  'server error': { status: 500, code: 'INTERNAL_ERROR' },
  'rate limit': { status: 429, code: 'RATE_LIMITED', retryAfter: 20 },
  garbage: { status: 200, body: 'not what anybody described' },
  slow: { delay: 12_000 },
}

/** What went wrong; empty when nothing did. */
export interface Findings {
  readonly lost: readonly string[]
  readonly doubled: readonly string[]
  readonly hung: readonly string[]
  readonly odd: readonly string[]
  /** What went well, so that a run in which nothing happens can be told from one in which nothing goes wrong. */
  readonly done: { readonly calls: number; readonly sessions: number; readonly payments: number }
}

let worlds = 0

export async function runSchedule(steps: readonly Step[]): Promise<Findings> {
  const clock = steppedClock(Date.parse('2026-11-21T12:00:00.000Z'))
  const emulator = createEmulator({ clock })
  const email = 'ada@example.com'
  const { account } = await emulator.provision({ email, balance: 100_000_000 })
  const receiver = await emulator.provision({ email: 'grace@example.com', balance: 0 })
  const backend = createBackend({
    service: { baseUrl, ...emulator.apiToken, fetch: emulator.fetch },
    authorize: async () => [account.id],
    relyingParty: { id: 'localhost', name: 'Test platform' },
    origins: ['http://localhost'],
  })
  const watch: Watch = watched(indexedDbStore(`faults-${worlds++}`), clock.now)
  const quotes = await Promise.all([10_000_000, 20_000_000].map((amount) => quoteOf(amount)))
  const pages: Page[] = []
  const calls: { readonly name: string; settled: boolean; readonly page: Page }[] = []
  const odd: string[] = []
  open()

  function open(): void {
    const store: AccountStore = watch.store
    pages.push(openPage({ accountId: account.id, backend, clock, store, refreshAhead: 60 }))
  }

  async function quoteOf(amount: number): Promise<Quote> {
    const { tokenId, clientSecret } = emulator.apiToken
    const response = await emulator.fetch(`${baseUrl}/quotes`, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        Authorization: `Basic ${btoa(`${tokenId}:${clientSecret}`)}`,
      },
      body: JSON.stringify({
        source: { sourceType: 'ACCOUNT', accountId: account.id },
        destination: { destinationType: 'ACCOUNT', accountId: receiver.account.id },
        lockedCurrencySide: 'SENDING',
        lockedCurrencyAmount: amount,
      }),
    })
    return (await response.json()) as Quote
  }

  function call(name: string, page: Page, promise: Promise<unknown>): void {
    const entry = { name, settled: false, page }
    calls.push(entry)
    promise
      .catch((error: unknown) => {
        if (!(error instanceof WalletError)) odd.push(`${name} rejected with ${String(error)}`)
      })
      .finally(() => {
        entry.settled = true
      })
  }

  const getOidcToken = ({ nonce }: { readonly nonce: string }): Promise<string> =>
    emulator.issuer.token({ sub: 'ada', email, nonce })

  const enter = async (page: Page): Promise<void> => {
    const { wallet } = page
    const entered = wallet
      .signIn({ type: 'EMAIL_OTP' })
      .then(() => wallet.submit({ otp: emulator.inbox.latest(email)?.otp ?? 'none' }))
    call('enter', page, entered)
    await Promise.race([entered.catch(() => {}), breathe(60)])
  }

  const act = async (step: Step): Promise<void> => {
    if (step.do === 'open') return void (pages.length < 3 && open())
    if (step.do === 'wait') return breathe(6).then(() => clock.advance(step.seconds * 1000))
    if (step.do === 'breathe') return breathe(step.turns)
    if (step.do === 'fault') return emulator.faults.next(step.call, faults[step.fault])
    const page = pages[step.tab % pages.length]
    if (page === undefined) return open()
    const { wallet } = page
    if (step.do === 'kill' || step.do === 'reload') {
      page.kill()
      pages.splice(pages.indexOf(page), 1)
      if (step.do === 'reload') open()
    } else if (step.do === 'signIn') call('signIn', page, wallet.signIn({ type: 'EMAIL_OTP' }))
    else if (step.do === 'enter') await enter(page)
    else if (step.do === 'oidcSignIn') call('oidc', page, wallet.signIn({ type: 'OAUTH', getOidcToken }))
    else if (step.do === 'oidcCreate') {
      call('create', page, wallet.credentials.create({ type: 'OAUTH', getOidcToken }))
    } else if (step.do === 'submit') {
      const otp = step.right ? (emulator.inbox.latest(email)?.otp ?? 'none') : 'wrong'
      call('submit', page, wallet.submit({ otp }))
    } else if (step.do === 'resend') call('resend', page, wallet.resend())
    else if (step.do === 'cancel') wallet.cancel()
    else if (step.do === 'refresh') call('refresh', page, wallet.sessions.refresh())
    else if (step.do === 'list') call('list', page, wallet.sessions.list())
    else if (step.do === 'privacy') call('privacy', page, wallet.updatePrivacy({ privateEnabled: step.on }))
    else if (step.do === 'signOut') {
      watch.expectEnd()
      call('signOut', page, wallet.signOut({ revoke: step.revoke }))
    } else if (step.do === 'revokeOthers') {
      watch.expectEnd()
      const others = wallet.sessions
        .list()
        .then((all) => all.map(({ id }) => wallet.sessions.revoke(id).catch(() => {})))
      call(
        'revokeOthers',
        page,
        others.then((all) => Promise.all(all)),
      )
    } else if (step.do === 'pay') {
      const quote = quotes[step.quote % quotes.length]
      if (quote) call('pay', page, wallet.executeQuote(quote))
    }
  }

  for (const step of steps) {
    await act(step)
    await breathe(1)
  }
  emulator.faults.clear()
  // Every wait has a deadline: at the end of the longest, nothing may be left waiting.
  for (let minute = 0; minute < 34; minute++) {
    await clock.advance(30_000)
    await breathe(3)
    if (calls.every(({ settled, page }) => settled || !page.isAlive()) && minute > 3) break
  }
  // What only waits for a busy machine is not stuck.
  const isOver = (): boolean => calls.every(({ settled, page }) => settled || !page.isAlive())
  for (let turn = 0; turn < 300 && !isOver(); turn++) await breathe(10)
  await breathe(10)
  const hung = calls
    .filter(({ settled, page }) => !settled && page.isAlive())
    .map(({ name }) => `${name} never settled`)
  if (pages.length === 0) open()
  await Promise.all(pages.map(({ wallet }) => wallet.ready))
  await breathe(4)
  // A page that died between a commit and its announcement told nobody: the others find out when they are looked at.
  document.dispatchEvent(new Event('visibilitychange'))
  await breathe(8)
  odd.push(...(await compare()))
  for (const page of pages) page.kill()
  const answered = (operation: RegExp): number =>
    emulator
      .requests()
      .filter(({ path, status }) => operation.test(path) && (status === 200 || status === 201)).length
  const done = {
    calls: calls.length,
    sessions: answered(/\/(verify|refresh)$/),
    payments: answered(/\/execute$/),
  }
  return { lost: watch.lost, doubled: doubled(), hung, odd, done }

  /** What all tabs show is what the record holds, and what it holds the service knows. */
  async function compare(): Promise<string[]> {
    const found: string[] = []
    const record = await watch.record(account.id)
    const states = pages.map(({ wallet }) => wallet.getState())
    for (const { session, flow, storage } of states) {
      const shown = 'id' in session ? session.id : undefined
      // In memory a tab is alone: what it shows is not in the record.
      if (storage === 'indexeddb' && shown !== record?.session?.id)
        found.push(`a tab shows ${session.status} ${shown}, the record ${record?.session?.id}`)
      if (['creating', 'challenging', 'verifying'].includes(flow.status))
        found.push(`stuck in ${flow.status}`)
    }
    const page = pages[0]
    if (page && record?.session) {
      const outcome = await page.wallet.updatePrivacy({ privateEnabled: true }).then(
        () => 'done',
        (error: { code?: string }) => error.code ?? String(error),
      )
      const after = page.wallet.getState().session
      if (outcome !== 'done' && after.status === 'active')
        found.push(`an active session does not stamp: ${outcome}`)
    }
    if (!emulator.ledger.balanced()) found.push('the ledger does not balance')
    return found
  }

  /** What the receiver got is the sum of what was executed, each quote at most once. */
  function doubled(): string[] {
    const got = Number(emulator.ledger.balance(receiver.account.id, 'USDB'))
    const sums = [0, ...quotes.map((quote) => quote.totalReceivingAmount)]
    const all = sums.reduce((sum, amount) => sum + amount, 0)
    return [...sums, all].includes(got) ? [] : [`the receiver got ${got}`]
  }
}

/** Lets tasks and the threads of WebCrypto go on. */
export async function breathe(turns: number): Promise<void> {
  for (let turn = 0; turn < turns; turn++) await new Promise<void>((resolve) => setTimeout(resolve, 1))
}
