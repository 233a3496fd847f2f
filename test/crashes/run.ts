/** Kills a page at one point of a flow, opens the next page, and checks everything. @module */
import { type Locks, setLocks, wake } from '../stage/browser.js'
import { beginLoop, turns } from '../stage/loop.js'
import type { Page } from '../stage/page.js'
import { comeIn, forgottenSessions, listedSessions, stampProblems } from '../stage/person.js'
import type { Counter, Crash, Point } from '../stage/point.js'
import { attemptsIn, createScene, type Scene } from '../stage/scene.js'
import { keyAtService } from '../stage/spoil.js'
import type { Flow } from './flows.js'
import { differences, expectedAfter, unrecorded } from './judge.js'

/** What follows the dead page, and whether the browser can tell that the page is dead. */
export interface Setting {
  readonly successor: 'next page' | 'other tab'
  readonly locks: Locks
}

export interface Verdict {
  readonly outcome: 'resumed' | 'ended' | 'not reached'
  readonly problems: readonly string[]
  readonly points: readonly Point[]
}

const minute = 60_000
const never = new Promise<never>(() => {})

export async function runCrash(flow: Flow, setting: Setting, crash: Crash | undefined): Promise<Verdict> {
  setLocks(setting.locks)
  beginLoop()
  const scene = await createScene({
    refreshAhead: flow.refreshAhead,
    keyDelivery: flow.keyDelivery ?? 'sealed',
    seed: flow.name,
    ...(flow.account && { credential: false }),
    ...(flow.sca && { sca: flow.sca }),
  })
  const counter: Counter = { points: [], crash, isCounting: false }
  const problems = scene.odd
  let page = await scene.open(counter)
  await scene.done(page, (wallet) => wallet.ready)
  await flow.before(scene, page)
  const other = setting.successor === 'other tab' ? await scene.open() : undefined
  if (other) await scene.done(other, (wallet) => wallet.ready)
  await scene.emulator.clock.advance(minute)
  await scene.quiet()
  const before = (await scene.record())?.session?.id
  const arrivedBefore = scene.arrived.length
  scene.nonces.length = 0
  if (flow.ends) scene.watch.expectEnd()

  counter.isCounting = true
  const hasCrashed = (): boolean => crash !== undefined && counter.points.length >= crash.at
  const next = async (): Promise<Page> => {
    // The page dies at the moment at which it is left.
    if (hasCrashed()) await never
    page = await scene.open(counter)
    return page
  }
  let isOver = false
  const isDead = async (): Promise<void> => {
    // In a redirect the page ends on purpose, and the next page follows.
    while (!isOver && (page.life.isAlive() || !hasCrashed())) await turns(1)
  }
  const flowing = flow.run(scene, page, next).then(
    () => {
      isOver = true
    },
    (error: unknown) => {
      isOver = true
      problems.push(`the flow itself: ${String(error)}`)
    },
  )
  await Promise.race([flowing, isDead()])
  // Only the calls of the page that has died are spoilt.
  scene.spoil.clear()
  await scene.quiet()
  counter.isCounting = false
  const { points } = counter
  if (crash === undefined || (isOver && page.life.isAlive())) {
    await scene.close()
    return { outcome: 'not reached', problems: [...problems, ...scene.watch.lost], points }
  }

  const left = await scene.record()
  const listed = await listedSessions(scene)
  const keyOf = (id: string): string | undefined => keyAtService(scene.emulator, id)
  problems.push(...unrecorded(left, { listed, keyOf }))
  const arrived = scene.arrived.slice(arrivedBefore)
  const successor = other ?? (await scene.open())
  await scene.done(successor, (wallet) => wallet.ready)
  await takeOver(scene, successor, setting)

  const foreseen = expectedAfter(left, before, {
    now: scene.emulator.clock.now(),
    listed,
    keyOf,
    // Only the next page can tell which session it has completed.
    found: (await scene.record())?.session?.id,
  })
  // A tab that lives on also refreshes on its own if the dead tab had not begun to.
  const refreshes = flow.refreshAhead !== undefined && other !== undefined && foreseen.flow === 'idle'
  const expected = refreshes ? { ...foreseen, session: (await scene.record())?.session?.id } : foreseen
  problems.push(...differences(expected, successor.wallet.getState(), setting.successor))
  const journaled = arrived.filter((id) =>
    [left?.session, left?.pending?.answer, left?.refresh?.answer].some((each) => each?.id === id),
  )
  if (journaled.length > (flow.sessions ?? 1)) problems.push(`${journaled.length} sessions were delivered`)
  await scene.deliverLate()
  problems.push(...(await goOn(scene, successor, flow)))
  await scene.close()
  return { outcome: expected.outcome, problems: [...problems, ...scene.watch.lost], points }
}

/** If the browser cannot tell that the owner is dead, the owner's attempt is left alone until its deadline. */
async function takeOver(scene: Scene, successor: Page, { locks }: Setting): Promise<void> {
  const attempts = attemptsIn(await scene.record()).filter(({ phase }) => phase !== 'awaiting')
  if (locks === 'missing' && attempts.length > 0) {
    wake(successor.life)
    await scene.quiet()
    const still = attemptsIn(await scene.record()).map(({ attemptId }) => attemptId)
    if (attempts.some(({ attemptId }) => !still.includes(attemptId)))
      scene.odd.push('an attempt was taken before its deadline')
    const last = Math.max(...attempts.map(({ deadline }) => deadline))
    await scene.emulator.clock.advance(last - scene.emulator.clock.now() + 1_000)
    await scene.quiet()
  }
  // A page that died between a commit and its message has not informed the other tabs.
  wake(successor.life)
  await scene.quiet()
}

/**
 * Submits the awaited code. An encrypted code cannot be sent if the page died before it stored the key that came with
 * the code. The person then asks for another.
 */
async function enterCode(scene: Scene, page: Page, flow: Flow, otp: string): Promise<void> {
  const ended = await scene.end(page, (own) => own.submit({ otp }))
  if (ended.how === 'resolved') return
  if (ended.how !== 'rejected' || ended.code !== 'UNAUTHORIZED' || flow.keyDelivery !== 'client-held')
    throw new Error(`the awaited code was not accepted: ${JSON.stringify(ended)}`)
  await scene.emulator.clock.advance(minute)
  await scene.done(page, (own) => own.resend())
  await scene.done(page, (own) => own.submit({ otp: scene.otp() }))
}

/** Continues as a user would: with the session, with the awaited proof, and in the end from the start. */
async function goOn(scene: Scene, page: Page, flow: Flow): Promise<string[]> {
  const problems: string[] = []
  const { wallet } = page
  const stamps = async (): Promise<void> => void problems.push(...(await stampProblems(scene, page)))
  await stamps()
  const { flow: shown } = wallet.getState()
  if (shown.status === 'awaitingProof') {
    const nonce = scene.nonces.at(-1)
    const otp = scene.otp()
    if (shown.proof === 'otp') await enterCode(scene, page, flow, otp)
    else if (nonce !== undefined) {
      const oidcToken = await scene.token({ nonce })
      await scene.done(page, (own) => own.submit({ oidcToken }))
    }
    if (shown.proof === 'otp' && wallet.getState().session.status !== 'active')
      problems.push('the awaited code did not sign in')
    await stamps()
  }
  if (wallet.getState().session.status === 'active')
    problems.push(...((await flow.again?.(scene, page)) ?? []))
  // Lets the page finish what it does on its own after loading, before time passes.
  await scene.quiet()
  await scene.emulator.clock.advance(minute)
  await comeIn(scene, page)
  await stamps()
  problems.push(...((await flow.after?.(scene, page)) ?? []))
  await scene.quiet()
  const record = await scene.record()
  const { session } = wallet.getState()
  const isSame = 'id' in session && session.status === 'active' && session.id === record?.session?.id
  if (!isSame) problems.push(`in the end the page shows ${session.status}, the record ${record?.session?.id}`)
  problems.push(...(await forgottenSessions(scene)))
  for (const { phase } of attemptsIn(record)) problems.push(`in the end an attempt is left: ${phase}`)
  if (!scene.emulator.ledger.balanced()) problems.push('the ledger does not balance')
  return problems
}
