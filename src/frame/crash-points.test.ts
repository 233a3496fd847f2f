/**
 * The frame or the window of the wallet, or the page around it, dies at each message of each flow, and at each request
 * and answer of the backend. A page that has died hears, sends and stores nothing more. No call may hang, no payment
 * may be lost or made twice by the emulator's ledger, and a call that is reported as without effect must have had none.
 */
import { describe, expect, test } from 'vitest'
import { type AccountStore, isWalletError, memoryStore, type WalletOptions } from '../index.js'
import { createStack, type Stack } from '../wallet/fixtures/stack.js'
import { quoteOf, walletOf } from './fixtures/framed-stack.js'
import { type Framed, framed } from './fixtures/windows.js'

/** Which page dies. The frame, and the window that asks, die with the page around it. */
type Victim = 'frame' | 'parent'

type Options = NonNullable<Parameters<typeof framed>[1]>

const never = <T>(): Promise<T> => new Promise(() => {})

/** A page around a frame that dies at the point `at`, and comes back. Points count from 1. */
interface Stage {
  readonly stack: Stack
  readonly page: () => Framed
  /** How many points there have been. */
  readonly points: () => number
  /** Makes the call that the pages may die of: points are counted until it has settled. */
  readonly during: (call: () => Promise<string>) => Promise<string>
}

async function stageOf(victim: Victim, at: number, options: Options = {}): Promise<Stage> {
  const stack = await createStack()
  const own = memoryStore()
  let count = Number.NEGATIVE_INFINITY
  let points = 0
  let page: Framed | undefined
  let living = { isDead: false }

  const setupFor = (life: { isDead: boolean }) => {
    const alive = <T>(work: () => Promise<T>): Promise<T> =>
      life.isDead ? never<T>() : work().then((value) => (life.isDead ? never<T>() : value))
    const store: AccountStore = {
      ...own,
      tier: 'indexeddb',
      read: (...given) => alive(() => own.read(...given)),
      update: (...given) => alive(() => own.update(...given)),
    }
    const backend: WalletOptions['backend'] = async (request) => {
      if (isReached(life)) return never()
      const answer = await stack.backend(request)
      return isReached(life) ? never() : answer
    }
    return { wallet: { ...(walletOf(stack) as WalletOptions), backend, store } }
  }
  /** Counts a point. Returns whether the page is dead, or dies here. */
  const isReached = (life: { isDead: boolean }): boolean => {
    if (life.isDead) return true
    count += 1
    if (count !== at) return false
    life.isDead = true
    setTimeout(() => {
      living = { isDead: false }
      if (victim === 'parent') return open()
      page?.reload(setupFor(living))
      for (const each of page?.windows ?? []) each.close()
    })
    return true
  }
  const open = (): void => {
    page?.wallet.dispose()
    const life = living
    page = framed(setupFor(life), { ...options, carries: () => !isReached(living) })
  }
  open()
  return {
    stack,
    page: () => page as Framed,
    points: () => points,
    async during(call) {
      count = 0
      const end = await call()
      points = count
      count = Number.NEGATIVE_INFINITY
      // A page that died at the last point comes back.
      await new Promise((resolve) => setTimeout(resolve, 5))
      return end
    },
  }
}

/** What became of a call: `done`, or the code of its error. `hangs` after 15 seconds, also on a busy machine. */
const endOf = (call: Promise<unknown>): Promise<string> =>
  Promise.race([
    call.then(
      () => 'done',
      (error: unknown) => (isWalletError(error) ? error.code : String(error)),
    ),
    new Promise<string>((resolve) => setTimeout(resolve, 15_000, 'hangs')),
  ])

/** The page is there again, and knows its state. */
const back = ({ page }: Stage): Promise<void> =>
  expect.poll(() => page().wallet.getState().session.status).not.toBe('restoring')

async function signIn({ page, stack }: Stage): Promise<string> {
  const sent = await endOf(page().wallet.signIn({ type: 'EMAIL_OTP' }))
  return sent === 'done' ? endOf(page().wallet.submit({ otp: stack.otp() })) : sent
}

/** The ids of the sessions at the service. */
async function sessionsOf({ stack }: Stage): Promise<string> {
  const { data } = await stack.service<{ readonly data: readonly { readonly id: string }[] }>(
    'GET',
    `/auth/sessions?accountId=${stack.accountId}`,
  )
  return data.map(({ id }) => id).join()
}

/** A flow, and what must hold at its end: resolves with what is wrong. */
type Flow = (stage: Stage) => Promise<readonly string[]>

/** How much the account has, in the smallest unit. */
const balanceOf = ({ emulator, accountId }: Stack): bigint => emulator.ledger.balance(accountId, 'USDB')

async function payment(stage: Stage): Promise<readonly string[]> {
  const { stack, page } = stage
  await signIn(stage)
  const quote = await quoteOf(stack)
  const whole = balanceOf(stack)
  const first = await stage.during(() => endOf(page().wallet.executeQuote(quote)))
  const afterFirst = balanceOf(stack)
  await back(stage)
  await expect.poll(() => page().wallet.getState().session.status).toBe('active')
  const second = await endOf(page().wallet.executeQuote(quote))
  const { status } = await page().wallet.getQuote(quote.id)
  const sends = stack.emulator.requests().filter(({ path }) => path.endsWith('/execute'))
  const keys = new Set(sends.map(({ headers }) => headers['idempotency-key']))
  const paid = Number(whole - balanceOf(stack)) / quote.totalSendingAmount
  const isWithoutEffect = ['FRAME_LOST', 'CONFIRMATION_REFUSED'].includes(first)
  return [
    ...(first === 'hangs' || second !== 'done' ? [`${first}, then ${second}`] : []),
    ...(isWithoutEffect && afterFirst !== whole ? ['paid, and reported as without effect'] : []),
    ...(status === 'COMPLETED' ? [] : [`ended as ${status}`]),
    ...(paid === 1 ? [] : [`paid ${paid} times`]),
    ...(keys.size > 1 ? ['sent with two keys'] : []),
    ...(page().wallet.getState().unsettled.length > 0 ? ['still in doubt'] : []),
  ]
}

const flows: Readonly<Record<string, { readonly options?: Options; readonly flow: Flow }>> = {
  'a payment': { flow: payment },
  'a payment that is asked in a window': { flow: payment, options: { prefer: 'window' } },
  'a sign-in by code': {
    async flow(stage) {
      const first = await stage.during(() => signIn(stage))
      await back(stage)
      const { session } = stage.page().wallet.getState()
      // A code that was delivered signs in the page that comes next; otherwise the person can sign in again.
      await stage.stack.emulator.clock.advance(61_000)
      const second = session.status === 'active' ? 'done' : await signIn(stage)
      return [first, second].includes('hangs') || second !== 'done' ? [`${first}, then ${second}`] : []
    },
  },
  'a new credential': {
    async flow(stage) {
      const { stack, page } = stage
      await signIn(stage)
      const create = (): Promise<string> =>
        endOf(
          page().wallet.credentials.create({
            type: 'OAUTH',
            getOidcToken: ({ nonce }) => stack.emulator.issuer.token({ sub: 'ada', nonce }),
          }),
        )
      const added = async (): Promise<number> => {
        const { data } = await stack.service<{ readonly data: readonly { readonly type: string }[] }>(
          'GET',
          `/auth/credentials?accountId=${stack.accountId}`,
        )
        return data.filter(({ type }) => type === 'OAUTH').length
      }
      const first = await stage.during(create)
      const afterFirst = await added()
      await back(stage)
      await expect.poll(() => page().wallet.getState().session.status).toBe('active')
      const second = afterFirst === 1 ? 'done' : await create()
      const count = await added()
      return [
        ...(first === 'hangs' || second !== 'done' ? [`${first}, then ${second}`] : []),
        ...(first === 'FRAME_LOST' && afterFirst > 0 ? ['added, and reported as without effect'] : []),
        ...(count === 1 ? [] : [`added ${count} times`]),
      ]
    },
  },
  'a refresh': {
    async flow(stage) {
      await signIn(stage)
      const before = await sessionsOf(stage)
      const first = await stage.during(() => endOf(stage.page().wallet.sessions.refresh()))
      const after = await sessionsOf(stage)
      await expect.poll(() => stage.page().wallet.getState().session.status).toMatch(/^(active|none)$/)
      return [
        ...(first === 'hangs' ? [first] : []),
        ...(first === 'FRAME_LOST' && before !== after ? ['refreshed, and reported as without effect'] : []),
      ]
    },
  },
  'a sign-out': {
    async flow(stage) {
      await signIn(stage)
      const before = await sessionsOf(stage)
      const first = await stage.during(() => endOf(stage.page().wallet.signOut()))
      if (first === 'FRAME_LOST' && before !== (await sessionsOf(stage)))
        return ['signed out, and reported as without effect']
      await back(stage)
      const second = await endOf(stage.page().wallet.signOut())
      const { status } = stage.page().wallet.getState().session
      return [first, second].includes('hangs') || status !== 'none' ? [`${first}, ${second}, ${status}`] : []
    },
  },
}

describe.each(Object.entries(flows))('%s', (_, { flow, options }) => {
  test.for(['frame', 'parent'] as const)(
    'survives the death of the %s at each point',
    async (victim, { annotate }) => {
      const whole = await stageOf(victim, Number.POSITIVE_INFINITY, options)
      expect(await flow(whole)).toEqual([])
      const last = whole.points()
      expect(last).toBeGreaterThan(5)
      const wrong: string[] = []
      for (let at = 1; at <= last; at += 1) {
        const found = await flow(await stageOf(victim, at, options))
        wrong.push(...found.map((each) => `at ${at} of ${last}: ${each}`))
      }
      await annotate(`${last} points`)
      expect(wrong).toEqual([])
    },
  )
})
