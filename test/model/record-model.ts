/**
 * A model of tabs that share one record: what each tab can do next, with the library's own commit functions. Between a
 * read and the commit that follows from it, every other tab can do anything.
 * @module
 */

import { abandon, claim, extend, release } from '../../src/wallet/flows/pending-slot.js'
import { advance, attemptIn, begin, discard, settle } from '../../src/wallet/record/attempt-commits.js'
import { dropSend, sending, settling } from '../../src/wallet/record/execution-commits.js'
import type {
  AccountRecord,
  Commit,
  EndReason,
  Pending,
  StoredSession,
} from '../../src/wallet/record/record.js'
import { endAll, endSession, expireSession } from '../../src/wallet/record/record.js'
import { isOpenable, sweep } from '../../src/wallet/record/sweep.js'

/** What a tab is working on. */
export interface Work {
  readonly attemptId: string
  readonly step: 'awaiting' | 'out' | 'answered' | 'refused' | 'lost' | 'delivered'
}

/** What a tab found in the record, and what it is going to do. */
interface Found {
  readonly attempt: Pending
  readonly then: 'open' | 'discard'
}

export interface Tab {
  readonly pageId: string
  /**
   * `frozen`: none of the tab's code runs. `cached`: the same, and other tabs cannot tell the tab from a closed page.
   */
  readonly life: 'running' | 'frozen' | 'cached'
  readonly signIn?: Work
  readonly refresh?: Work
  readonly found?: Found
  /** A payment that this tab has sent, with its idempotency key and the answer. */
  readonly payment?: { readonly key: string; readonly answer?: 'paid' | 'refused' }
  /** The tab's own record, after its storage failed. */
  readonly alone?: AccountRecord
}

export interface World {
  readonly time: number
  readonly record: AccountRecord
  readonly tabs: readonly Tab[]
  /** What can still happen. It is limited, so that the number of worlds is finite. */
  readonly left: Budget
  /** The idempotency key with which the service has executed the quote. */
  readonly executed?: string
  /** Sessions that have left the record, and attempts that a sign-out ended. None of them may come back. */
  readonly over: readonly string[]
  readonly attempts: number
  readonly sends: number
}

export interface Budget {
  readonly attempts: number
  readonly sends: number
  readonly crashes: number
  readonly pauses: number
  readonly ends: number
  readonly ticks: number
  readonly failures: number
}

/** A possible step: which tab does what, and the resulting world. */
export interface Move {
  readonly name: string
  readonly next: World
  readonly wrong: readonly string[]
}

const quoteId = 'Quote:1'
/** The idempotency key of a tab that uses its own record. */
const alone = 'alone'
const at = (time: number): string => new Date(time * 60_000).toISOString()
const ms = (time: number): number => time * 60_000

/** A placeholder, because no commit reads a key. */
const key = {} as CryptoKey
const clientKey = { pair: { privateKey: key, publicKey: key }, publicKey: '04' }
const sessionOf = (attemptId: string, since: number): StoredSession => ({
  id: `Session:${attemptId}`,
  accountId: 'InternalAccount:1',
  credential: 'AuthMethod:1',
  type: 'EMAIL_OTP',
  nickname: '',
  expiresAt: at(since + 2),
  authenticatedAt: at(since),
  publicKey: '02',
  privateKey: key,
  verifyKey: key,
})
const answerOf = (attemptId: string, since: number): NonNullable<Pending['answer']> => ({
  ...sessionOf(attemptId, since),
  createdAt: at(since),
  updatedAt: at(since),
  encryptedSessionSigningKey: 'sealed',
})

/** The first world, in which nothing has happened. */
export const firstWorld = (tabs: number, left: Budget): World => ({
  time: 0,
  record: { version: 1, revision: 0 },
  tabs: Array.from({ length: tabs }, (_, tab): Tab => ({ pageId: `${tab}`, life: 'running' })),
  left,
  over: [],
  attempts: 0,
  sends: 0,
})

/**
 * Returns everything that can happen next.
 * @param told is called for each commit, with whether it changed the record
 */
export function movesOf(world: World, told: (commit: string, didChange: boolean) => void): readonly Move[] {
  const moves: Move[] = []
  const { record, tabs, time, left } = world
  const now = ms(time)

  const become = (name: string, change: Partial<World>, wrong: readonly string[] = []): void =>
    void moves.push({ name, next: { ...world, ...change }, wrong })
  const spend = (what: keyof Budget): Pick<World, 'left'> => ({ left: { ...left, [what]: left[what] - 1 } })
  if (left.ticks > 0) become('time passes', { time: time + 1, ...spend('ticks') })

  for (const [index, tab] of tabs.entries()) {
    const own = tab.alone ?? record
    const withTab = (change: Tab): Pick<World, 'tabs'> => ({ tabs: tabs.with(index, change) })
    const { signIn, refresh, found, payment, pageId } = tab
    const without = (...names: readonly (keyof Tab)[]): Tab =>
      Object.fromEntries(
        Object.entries(tab).filter(([name]) => !names.includes(name as keyof Tab)),
      ) as unknown as Tab
    const isRunning = (attempt: Pending): boolean =>
      attempt.pageId === pageId && [signIn, refresh].some((work) => work?.attemptId === attempt.attemptId)

    /** Commits a change, and updates the tab. A tab whose storage failed commits to its own record. */
    const commit = (
      name: string,
      change: Commit,
      then: (after: AccountRecord | undefined) => Tab,
      more: Partial<World> = {},
    ): void => {
      const result = change(own)
      told(name, result !== undefined)
      const after = result && { ...result, version: 1 as const, revision: 0 }
      const wrong = after ? broken(world, own, after, name, tab.alone !== undefined) : []
      const ended =
        name === 'endAll' ? [own.pending, own.refresh].flatMap((each) => each?.attemptId ?? []) : []
      const gone = own.session && after?.session?.id !== own.session.id ? [own.session.id] : []
      const over =
        after && tab.alone === undefined
          ? [...new Set([...world.over, ...gone, ...ended.map((id) => `Session:${id}`)])]
          : world.over
      const next = then(after)
      become(
        `${pageId}: ${name}`,
        {
          over,
          ...(after && tab.alone === undefined && { record: after }),
          ...withTab(after && tab.alone ? { ...next, alone: after } : next),
          ...more,
        },
        wrong,
      )
    }

    if (tab.life !== 'running') {
      become(`${pageId}: shown again`, withTab({ ...tab, life: 'running' }))
      if (left.crashes > 0)
        become(`${pageId}: closed`, {
          ...withTab({ pageId: `${pageId}'`, life: 'running' }),
          ...spend('crashes'),
        })
      continue
    }
    if (left.crashes > 0)
      become(`${pageId}: dies`, {
        ...withTab({ pageId: `${pageId}'`, life: 'running' }),
        ...spend('crashes'),
      })
    if (left.pauses > 0)
      for (const life of ['frozen', 'cached'] as const)
        become(`${pageId}: ${life}`, { ...withTab({ ...tab, life }), ...spend('pauses') })
    if (left.failures > 0 && tab.alone === undefined)
      become(`${pageId}: storage fails`, { ...withTab({ ...tab, alone: own }), ...spend('failures') })

    // Sign-ins: by a code, which can be entered in any tab, and by a ceremony.
    if (left.attempts > 0) {
      const attemptId = `a${world.attempts}`
      const more = { attempts: world.attempts + 1, ...spend('attempts') }
      const common = { attemptId, credential: 'AuthMethod:1', pageId } as const
      if (signIn === undefined)
        for (const kind of ['otp', 'assertion'] as const) {
          const attempt: Pending =
            kind === 'otp'
              ? { ...common, type: 'EMAIL_OTP', phase: 'awaiting', proof: 'otp', deadline: ms(time + 2) }
              : { ...common, type: 'PASSKEY', phase: 'sent', clientKey, deadline: ms(time + 1) }
          const step = kind === 'otp' ? 'awaiting' : 'out'
          commit(
            `begin ${kind}`,
            begin(attempt, now, isRunning),
            (after) => (after ? { ...tab, signIn: { attemptId, step } } : tab),
            more,
          )
        }
      const { session } = own
      if (refresh === undefined && session) {
        const attempt: Pending = {
          ...common,
          type: session.type,
          phase: 'sent',
          clientKey,
          replaces: session.id,
          authenticatedAt: session.authenticatedAt,
          deadline: ms(time + 1),
        }
        commit(
          'begin refresh',
          begin(attempt, now, isRunning),
          (after) => (after ? { ...tab, refresh: { attemptId, step: 'out' } } : tab),
          more,
        )
      }
    }
    const { pending } = own
    if (pending?.phase === 'awaiting' && (signIn === undefined || signIn.attemptId === pending.attemptId)) {
      const { attemptId } = pending
      commit('claim', claim(attemptId, pageId, clientKey, ms(time + 1)), () => ({
        ...tab,
        signIn: { attemptId, step: 'out' },
      }))
      commit('abandon', abandon(attemptId, pageId), () => without('signIn'))
    }
    for (const slot of ['signIn', 'refresh'] as const) {
      const work = tab[slot]
      if (work === undefined) continue
      const { attemptId, step } = work
      const to = (next: Work['step']): Tab => ({ ...tab, [slot]: { attemptId, step: next } })
      if (step === 'awaiting' && pending?.attemptId !== attemptId) {
        // The tab that requested the code finds, now or later, that another tab submitted the code or gave it up.
        become(`${pageId}: gone`, withTab(without(slot)))
        commit('claim late', claim(attemptId, pageId, clientKey, ms(time + 1)), (after) =>
          after ? to('out') : without(slot),
        )
      }
      if (step === 'out') {
        become(`${pageId}: ${slot} answered`, withTab(to('answered')))
        become(`${pageId}: ${slot} refused`, withTab(to('refused')))
        become(`${pageId}: ${slot} lost`, withTab(to('lost')))
        if (slot === 'signIn') commit('extend', extend(attemptId, ms(time + 1)), () => tab)
      }
      if (step === 'answered') {
        const delivered = (attempt: Pending): Pending => ({
          ...attempt,
          phase: 'delivered',
          answer: answerOf(attemptId, time),
          deadline: ms(time + 1),
        })
        commit('deliver', advance(attemptId, 'sent', delivered), (after) =>
          after ? to('delivered') : without(slot),
        )
      }
      if (step === 'refused' && slot === 'signIn') {
        const again = ({ clientKey: _, ...attempt }: Pending): Pending => ({
          ...attempt,
          pageId,
          phase: 'awaiting',
          proof: 'otp',
          deadline: ms(time + 2),
        })
        commit('reopen', advance(attemptId, 'sent', again), () => without(slot))
      }
      if (step === 'refused' || step === 'lost') {
        if (slot === 'signIn') commit('release', release(attemptId, pageId), () => without(slot))
        else commit('discard refresh', discard(attemptId), () => without(slot))
      }
      if (step === 'delivered')
        commit('settle', settle(attemptId, sessionOf(attemptId, time)), () => without(slot))
    }

    // A tab reads the record. What follows from this happens later.
    if (found === undefined)
      for (const attempt of [own.refresh, own.pending]) {
        if (attempt === undefined || (attempt.phase !== 'awaiting' && isRunning(attempt))) continue
        const isDue = attempt.deadline <= now
        if (attempt.phase === 'awaiting' && !isDue) continue
        const isAlive = tabs.some((each) => each.pageId === attempt.pageId && each.life !== 'cached')
        if (!isDue && isAlive) continue
        const then = isOpenable(attempt, now) ? 'open' : 'discard'
        become(`${pageId}: finds ${attempt.attemptId}`, withTab({ ...tab, found: { attempt, then } }))
      }
    else {
      const { attempt, then } = found
      if (then === 'open')
        commit('settle found', settle(attempt.attemptId, sessionOf(attempt.attemptId, time)), () =>
          without('found'),
        )
      else commit('discard found', discard(attempt.attemptId, attempt.phase), () => without('found'))
    }
    commit('sweep', sweep(now, isRunning), () => tab)

    if (own.session) {
      const { id, expiresAt } = own.session
      if (left.ends > 0) {
        const nothing = {
          ...without('signIn', 'refresh'),
          ...(signIn?.step === 'out' && { signIn }),
          ...(refresh && { refresh }),
        }
        commit('endAll', endAll, () => nothing, spend('ends'))
        commit('endSession', endSession(id), () => tab, spend('ends'))
      }
      if (Date.parse(expiresAt) <= now) commit('expireSession', expireSession(id), () => tab)
      if (payment === undefined && left.sends > 0) {
        const fresh = { quoteId, since: at(time), idempotencyKey: `k${world.sends}` }
        const more = { sends: world.sends + 1, ...spend('sends') }
        commit(
          'sending',
          sending(fresh, time > 1),
          (after) => {
            const execution = after?.unsettled?.find((each) => each.quoteId === quoteId)
            return execution ? { ...tab, payment: { key: execution.idempotencyKey } } : tab
          },
          more,
        )
      }
    }
    if (payment && payment.answer === undefined) {
      const paid = { executed: world.executed ?? (tab.alone ? alone : payment.key) }
      // The service executes a quote once, with any idempotency key. But tabs that share a record must use one key
      // only.
      const isOther = world.executed !== undefined && world.executed !== payment.key
      const twice =
        isOther && !tab.alone && world.executed !== alone ? ['a quote was sent with two keys'] : []
      become(
        `${pageId}: paid`,
        { ...withTab({ ...tab, payment: { ...payment, answer: 'paid' } }), ...paid },
        twice,
      )
      become(`${pageId}: paid, and the answer lost`, { ...withTab(without('payment')), ...paid }, twice)
      become(`${pageId}: payment lost`, withTab(without('payment')))
      if (world.executed === undefined)
        become(`${pageId}: payment refused`, withTab({ ...tab, payment: { ...payment, answer: 'refused' } }))
    }
    if (payment?.answer === 'paid') commit('settling', settling(quoteId), () => without('payment'))
    if (payment?.answer === 'refused')
      commit('refused', dropSend(quoteId, payment.key), () => without('payment'))
  }
  return moves
}

const attemptsIn = ({ pending, refresh }: AccountRecord): readonly Pending[] =>
  [pending, refresh].filter((each) => each !== undefined)

/** Why a session ends with each commit that can end one. */
const endsOf: Readonly<Record<string, EndReason>> = {
  endAll: 'signed-out',
  endSession: 'revoked',
  expireSession: 'expired',
  sweep: 'expired',
}

/** Returns the promises that a commit breaks. */
function broken(
  world: World,
  before: AccountRecord,
  after: AccountRecord,
  name: string,
  isAlone: boolean,
): readonly string[] {
  const wrong: string[] = []
  const now = ms(world.time)
  const { session } = after
  if (!isAlone && session && session.id !== before.session?.id && world.over.includes(session.id))
    wrong.push(`${session.id} was over and came back`)
  const ended = session ? undefined : before.session || name === 'endAll' ? endsOf[name] : before.ended
  if (after.ended !== ended) wrong.push('the record says wrongly why the last session ended')
  for (const attempt of attemptsIn(before)) {
    if (!isOpenable(attempt, now) || name === 'endAll') continue
    const isKept = attemptIn(after, attempt.attemptId)?.phase === 'delivered'
    const isOpened = session?.id === attempt.answer?.id
    // A refresh ends with the session that it replaces, or if a sign-in finishes first.
    const isOrphan =
      attempt.replaces !== undefined &&
      (before.session?.id !== attempt.replaces || session?.id !== attempt.replaces)
    if (!isKept && !isOpened && !isOrphan)
      wrong.push(`the key of ${attempt.attemptId} was delivered and lost`)
  }
  const listed = (after.superseded ?? []).map(({ id }) => id)
  const held = [after.session, after.pending?.answer, after.refresh?.answer].map((each) => each?.id)
  for (const each of [before.session, before.pending?.answer, before.refresh?.answer]) {
    if (each === undefined || held.includes(each.id) || listed.includes(each.id)) continue
    const isEnded = ['endSession', 'expireSession'].includes(name) && each.id === before.session?.id
    if (!isEnded && Date.parse(each.expiresAt) > now) wrong.push(`${each.id} is valid and was forgotten`)
  }
  if (session && listed.includes(session.id)) wrong.push(`${session.id} is in use and is to be revoked`)
  const isKnown = (record: AccountRecord): boolean =>
    (record.settled?.includes(quoteId) ?? false) ||
    (record.unsettled?.some((each) => each.quoteId === quoteId) ?? false)
  if (
    !isAlone &&
    isKnown(before) &&
    !isKnown(after) &&
    world.executed !== undefined &&
    world.executed !== alone
  )
    wrong.push('a payment that was made is forgotten')
  const isOut = world.tabs.some(
    ({ payment, alone }) => payment && payment.answer !== 'refused' && alone === undefined,
  )
  if (!isAlone && isOut && isKnown(before) && !isKnown(after))
    wrong.push('a payment that is out is forgotten')
  const slots = [after.pending, after.refresh].flatMap((each) => each?.attemptId ?? [])
  if (new Set(slots).size !== slots.length) wrong.push('one attempt has two slots')
  return wrong
}
