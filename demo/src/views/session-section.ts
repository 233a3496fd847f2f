/** The wallet's sessions: a list, with controls to end and extend them. @module */
import type { ConfirmationQuestion, ListedSession, Wallet } from 'embedded-wallet-auth'
import type { WalletStage } from '../app.js'
import { button, card, onlineOnly, skeleton } from '../controls.js'
import { type Child, catchFocus, el, fill } from '../dom.js'
import { icon } from '../icons.js'
import { kept } from '../kept.js'
import { noticeBox, problemRegion, statusRegion } from '../notice-box.js'
import { perform } from '../perform.js'
import { momentText, shortTime } from '../times.js'
import { typeWords } from '../words-for-types.js'
import { confirmed } from './confirm-box.js'
import { extendedSession } from './extended-session.js'

/** Shows the list again, with a message about what was just done. */
type After = (news?: string) => Promise<void>

/** Makes the section with the sessions at the service. */
export function sessionSection(stage: WalletStage): HTMLElement {
  const { app, wallet, signal } = stage
  const told = statusRegion()
  const problems = problemRegion()
  const body = el('div', { 'aria-busy': 'true' }, skeleton(2))
  const ends = el('div', { class: 'problems' })

  const show = kept({
    host: body,
    last: stage.kept.sessions,
    signal,
    read: () => wallet.sessions.list({ signal }),
    show(sessions) {
      fill(ends, endOthers(stage, sessions, problems, after))
      return list(stage, sessions, after)
    },
  })
  const after: After = async (news) => {
    if (news !== undefined) fill(told, noticeBox('good', news))
    await show()
    catchFocus(told)
  }
  const extend = button(
    'secondary',
    'Extend this session',
    () =>
      void perform({ button: extend, problems }, async () => {
        await extendedSession(stage)
        await after('You have 15 more minutes.')
      }),
    { icon: 'clock' },
  )
  let shownFor = idOf(wallet)
  app.watch(() => {
    const now = idOf(wallet)
    if (now === shownFor) return
    // A fresh proof opened a new session, so “this one” is now another entry.
    shownFor = now
    void show()
  }, signal)
  void show()
  return card(
    'Sessions',
    el('p', { class: 'soft' }, 'Where your wallet is open. Each session lasts 15 minutes.'),
    told,
    body,
    problems,
    el('div', { class: 'row row-even' }, onlineOnly(extend, signal), ends),
  )
}

const idOf = (wallet: Wallet): string | undefined => {
  const { session } = wallet.getState()
  return 'id' in session ? session.id : undefined
}

const thisOne = { title: 'Sign out here?', about: 'This is the session you’re using right now.' }

/** Sorts the sessions: the current one first, then the newest. */
const sorted = (sessions: readonly ListedSession[], current: string | undefined): readonly ListedSession[] =>
  sessions.toSorted(
    (one, other) =>
      Number(other.id === current) - Number(one.id === current) ||
      Date.parse(other.createdAt) - Date.parse(one.createdAt),
  )

const ending = (id: string): ConfirmationQuestion => ({
  operation: 'revokeSession',
  details: { sessionId: id },
})

function list(stage: WalletStage, sessions: readonly ListedSession[], after: After): Child {
  const current = idOf(stage.wallet)
  return el(
    'ul',
    { class: 'lines' },
    sorted(sessions, current).map((session) => line(stage, session, session.id === current, after)),
  )
}

function line(
  { consent, words, wallet, signal }: WalletStage,
  { id, type, nickname, createdAt, expiresAt }: ListedSession,
  mine: boolean,
  after: After,
): HTMLElement {
  const question = ending(id)
  const problems = problemRegion()
  const end = button(
    'secondary',
    'End',
    () =>
      void confirmed({ ...words(question), ...(mine ? thisOne : {}) }, signal).then(async (yes) => {
        if (!yes) return
        await perform({ button: end, problems }, async () => {
          await consent.given(question, () => wallet.sessions.revoke(id))
          if (!mine) await after('Session ended.')
        })
      }),
    { name: `End the session started ${momentText(createdAt)}${mine ? ', this one' : ''}` },
  )
  return el(
    'li',
    { class: 'line line-wrap' },
    el('span', { class: 'bubble' }, icon('device')),
    el(
      'span',
      { class: 'line-text' },
      el(
        'strong',
        {},
        mine
          ? 'This browser'
          : el('span', {}, 'Started ', el('span', { class: 'whole' }, momentText(createdAt))),
        mine ? el('span', { class: 'chip' }, 'in use') : undefined,
      ),
      el(
        'span',
        { class: 'soft' },
        [typeWords[type].name, nickname].filter((text) => text !== '').join(', '),
      ),
      el(
        'span',
        { class: 'soft' },
        mine
          ? `Started ${momentText(createdAt)}, ends ${shortTime(expiresAt)}`
          : `Ends ${shortTime(expiresAt)}`,
      ),
    ),
    el('div', { class: 'line-action' }, end, problems),
  )
}

function endOthers(
  { consent, wallet, words, signal }: WalletStage,
  sessions: readonly ListedSession[],
  problems: HTMLElement,
  after: After,
): HTMLElement | undefined {
  const current = idOf(wallet)
  const others = sessions.filter(({ id }) => id !== current)
  if (others.length === 0 || current === undefined) return undefined
  const question = {
    operation: 'revokeAllSessions',
    details: { sessionIds: others.map(({ id }) => id), except: current },
  } as const
  const count = others.length === 1 ? '1 other session' : `${others.length} other sessions`
  const end = button(
    'secondary',
    'End all others',
    () =>
      void confirmed(words(question), signal).then(async (yes) => {
        if (!yes) return
        const done = await perform({ button: end, problems }, async () => {
          await consent.given(question, () => wallet.sessions.revokeAll({ except: current }))
          await after(`${count} ended.`)
        })
        if (!done && !signal.aborted) await after()
      }),
    { class: 'button-ending' },
  )
  return onlineOnly(end, signal)
}
