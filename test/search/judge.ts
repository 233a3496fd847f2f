/**
 * The oracle: compares what the tabs show, what is stored, and the service's state, once nothing is in flight.
 * @module
 */
import type { Quote } from 'embedded-wallet-auth'
import { wake } from '../stage/browser.js'
import { settled } from '../stage/loop.js'
import type { Page } from '../stage/page.js'
import { comeIn, forgottenSessions, sessionsAtService, stampProblems } from '../stage/person.js'
import { attemptsIn, type Scene } from '../stage/scene.js'
import type { Play } from './claims.js'

/** Adds contradictions to `scene.odd`. Resolves with what happened twice. */
export async function judge(play: Play, pages: readonly Page[]): Promise<readonly string[]> {
  const { scene } = play
  const { odd, watch } = scene
  for (const id of await sessionsAtService(scene))
    if (watch.erased.has(id)) odd.push(`${id} was erased, but the service has not ended it`)
  await takeOver(scene, pages)
  odd.push(...(await contradictions(scene, pages)), ...(await brokenClaims(play)))
  odd.push(...comeBack(play, pages), ...(await forgottenSessions(scene)), ...(await forgottenPayments(play)))
  const page = pages.find(({ wallet }) => wallet.getState().storage === 'indexeddb')
  if (page === undefined) odd.push('no tab has a storage')
  else {
    odd.push(...(await stampProblems(scene, page)))
    await scene.emulator.clock.advance(60_000)
    await goesOn(scene, page)
    odd.push(...(await contradictions(scene, pages)), ...(await stampProblems(scene, page)))
  }
  odd.push(...(await forgottenSessions(scene)), ...secretsShown(scene, pages))
  if (!scene.emulator.ledger.balanced()) odd.push('the ledger does not balance')
  return [...doubled(play), ...sentTwice(scene), ...executedAgain(play)]
}

/** Ends the attempt that a dead page left. It must be over at the first look after its deadline at the latest. */
async function takeOver(scene: Scene, pages: readonly Page[]): Promise<void> {
  const { clock } = scene.emulator
  const look = async (): Promise<void> => {
    await scene.quiet()
    for (const { life } of pages) {
      wake(life)
      await settled()
    }
    await scene.quiet()
  }
  await look()
  const attempts = attemptsIn(await scene.record()).filter(({ phase }) => phase !== 'awaiting')
  if (attempts.length === 0) return
  await clock.advance(Math.max(0, ...attempts.map(({ deadline }) => deadline - clock.now())) + 1_000)
  await look()
  for (const left of attemptsIn(await scene.record()))
    if (attempts.some(({ attemptId }) => attemptId === left.attemptId))
      scene.odd.push(`an attempt is left in ${left.phase}`)
}

/** Checks that all tabs show what the record contains, and that no flow continues on its own. */
async function contradictions(scene: Scene, pages: readonly Page[]): Promise<string[]> {
  await scene.quiet()
  const record = await scene.record()
  const { id, expiresAt } = record?.session ?? {}
  const live = expiresAt !== undefined && Date.parse(expiresAt) > scene.emulator.clock.now() ? id : undefined
  return pages.flatMap(({ wallet }, tab) => {
    const { session, flow, storage } = wallet.getState()
    const shown = 'id' in session ? session.id : undefined
    return [
      // A tab whose storage failed is on its own, and its state says so.
      ...(shown === live || storage === 'memory'
        ? []
        : [`tab ${tab} shows ${session.status} ${shown}, the record ${id}`]),
      ...(session.status === 'refreshing' || session.status === 'restoring'
        ? [`tab ${tab} stays ${session.status}`]
        : []),
      ...(flow.status === 'idle' || flow.status === 'awaitingProof'
        ? []
        : [`tab ${tab} stays ${flow.status}`]),
    ]
  })
}

/** Checks that the user can sign in after all that happened. */
async function goesOn(scene: Scene, page: Page): Promise<void> {
  try {
    await comeIn(scene, page)
  } catch (error) {
    scene.odd.push(`the last sign-in failed: ${String(error)}`)
    return
  }
  const { session } = page.wallet.getState()
  if (session.status !== 'active') scene.odd.push(`after the last sign-in the page shows ${session.status}`)
}

/** Returns the tabs that show a session that was signed out of. */
const comeBack = ({ claims }: Play, pages: readonly Page[]): string[] =>
  pages.flatMap(({ wallet }, tab) => {
    const { session, storage } = wallet.getState()
    const isBack = 'id' in session && claims.left.has(session.id) && storage === 'indexeddb'
    return isBack ? [`tab ${tab} shows ${session.id}, which was signed out of`] : []
  })

/** Compares what calls resolved with to the service's state. */
async function brokenClaims({ scene, receiver, quotes, claims }: Play): Promise<string[]> {
  const path = `/auth/credentials?accountId=${scene.accountId}`
  const { data } = await scene.service<{ data: { id: string }[] }>('GET', path)
  const there = new Set([...data.map(({ id }) => id), ...(await sessionsAtService(scene))])
  const sumOf = (of: (id: string) => boolean): number =>
    quotes.reduce((sum, { id, totalReceivingAmount }) => (of(id) ? sum + totalReceivingAmount : sum), 0)
  const got = received(scene, receiver)
  const claimed = sumOf((id) => claims.paid.has(id))
  const possible = sumOf((id) => !claims.unpaid.has(id))
  return [
    ...[...claims.gone].filter((id) => there.has(id)).map((id) => `${id} was revoked but still exists`),
    ...(got < claimed ? [`${claimed} was reported as paid, but ${got} arrived`] : []),
    ...(got > possible ? [`at most ${possible} could have arrived by the reports, but ${got} did`] : []),
  ]
}

/**
 * Returns the payments that the service has got from a tab with a storage, and that are neither in doubt here nor
 * settled. A payment that waits for the person must be in doubt.
 */
async function forgottenPayments({ scene, quotes, claims }: Play): Promise<string[]> {
  const { unsettled = [], settled = [] } = (await scene.record()) ?? {}
  const found: string[] = []
  for (const { id } of quotes) {
    const { status } = await scene.service<Quote>('GET', `/quotes/${id}`)
    const isInDoubt = unsettled.some(({ quoteId }) => quoteId === id)
    const isKnown = isInDoubt || (settled.includes(id) && status !== 'PENDING_AUTHORIZATION')
    if (!isKnown && !claims.sentAlone.has(id) && !['PENDING', 'EXPIRED'].includes(status))
      found.push(`${id} is ${status}, and this browser has forgotten it`)
  }
  return found
}

/** Returns the quotes that were sent with another key after the service had accepted them. */
const executedAgain = ({ scene, claims }: Play): string[] => {
  const keys = new Map<string, string>()
  return scene.emulator.requests().flatMap(({ path, headers, status }) => {
    const [, id = ''] = /^\/quotes\/(.*)\/execute$/.exec(path) ?? []
    const key = headers['idempotency-key'] ?? ''
    const accepted = keys.get(id)
    if (id !== '' && status === 200 && accepted === undefined) keys.set(id, key)
    return accepted === undefined || accepted === key || claims.sentAlone.has(id)
      ? []
      : [`${id} was executed again with another key`]
  })
}

const received = ({ emulator }: Scene, receiver: string): number =>
  Number(emulator.ledger.balance(receiver, 'USDB'))

/** Checks that the receiver's amount is the sum of some of the quotes, each at most once. */
function doubled({ scene, receiver, quotes }: Play): string[] {
  let sums = [0]
  for (const { totalReceivingAmount } of quotes)
    sums = sums.flatMap((sum) => [sum, sum + totalReceivingAmount])
  const got = received(scene, receiver)
  return sums.includes(got) ? [] : [`the receiver got ${got}`]
}

/** Returns the request ids that were sent twice. */
function sentTwice({ emulator }: Scene): string[] {
  const ids = emulator.requests().flatMap(({ headers }) => headers['request-id'] ?? [])
  return [...new Set(ids.filter((id, index) => ids.indexOf(id) !== index))].map(
    (id) => `request ${id} was sent twice`,
  )
}

/** Returns the states that contain a session's private key. */
function secretsShown({ emulator, arrived }: Scene, pages: readonly Page[]): string[] {
  const text = JSON.stringify(pages.map(({ wallet }) => wallet.getState()))
  return arrived.filter((id) => text.includes(emulator.sealedKeyOf(id) ?? '\0')).map((id) => `key of ${id}`)
}
