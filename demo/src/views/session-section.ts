/** The wallet's sessions: list, revoke, extend. @module */
import type { ListedSession, Wallet } from 'embedded-wallet-auth'
import type { WalletStage } from '../app.js'
import { button, card, skeleton } from '../controls.js'
import { catchFocus, el, fill } from '../dom.js'
import { icon } from '../icons.js'
import { kept } from '../kept.js'
import { noticeBox, problemRegion, statusRegion } from '../notice-box.js'
import { perform } from '../perform.js'
import { momentText } from '../times.js'
import { typeWords } from '../words-for-types.js'
import { confirmed } from './confirm-box.js'
import { extendedSession } from './extended-session.js'

/** Sessions at the service. */
export function sessionSection(stage: WalletStage): HTMLElement {
  const { app, wallet, signal } = stage
  const told = statusRegion()
  const problems = problemRegion()
  const body = el('div', { 'aria-busy': 'true' }, skeleton(2))

  const show = kept({
    host: body,
    last: stage.kept.sessions,
    signal,
    read: () => wallet.sessions.list({ signal }),
    show: (sessions) => list(stage, sessions, after),
  })
  const after = async (news: string): Promise<void> => {
    fill(told, noticeBox('good', news))
    await show()
    catchFocus(told)
  }
  const extend = button(
    'secondary',
    'Extend this session',
    () =>
      void perform({ button: extend, problems }, async () => {
        await extendedSession(stage)
        await after('Your session starts anew: 15 more minutes, with a new key.')
      }),
    { icon: 'clock' },
  )
  let shownFor = idOf(wallet)
  app.watch(() => {
    const now = idOf(wallet)
    if (now === shownFor) return
    // A fresh proof has opened another one: what is marked as “this one” moves.
    shownFor = now
    void show()
  }, signal)
  void show()
  return card(
    'Sessions',
    el(
      'p',
      { class: 'soft' },
      'Where this wallet is open. A session lasts 15 minutes. An extended one leaves the one before it to run out.',
    ),
    told,
    body,
    problems,
    el('div', { class: 'row' }, extend),
  )
}

const idOf = (wallet: Wallet): string | undefined => {
  const { session } = wallet.getState()
  return 'id' in session ? session.id : undefined
}

const thisOne = { about: 'You will be signed out here.' }

function list(
  { consent, words, wallet, signal }: WalletStage,
  sessions: readonly ListedSession[],
  after: (news: string) => Promise<void>,
): HTMLElement {
  const current = idOf(wallet)
  return el(
    'ul',
    { class: 'lines' },
    sessions.map(({ id, type, createdAt, expiresAt }) => {
      const mine = id === current
      const question = { operation: 'revokeSession', details: { sessionId: id } } as const
      const problems = problemRegion()
      const end = button(
        'secondary',
        'End',
        () =>
          void confirmed({ ...words(question), ...(mine ? thisOne : {}) }, signal).then(async (yes) => {
            if (!yes) return
            await perform({ button: end, problems }, async () => {
              await consent.given(question, () => wallet.sessions.revoke(id))
              if (!mine) await after('That session was ended.')
            })
          }),
        { name: `End the session opened ${momentText(createdAt)}${mine ? ', this one' : ''}` },
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
            `Opened ${momentText(createdAt)}`,
            mine ? el('span', { class: 'chip' }, 'this one') : undefined,
          ),
          el('span', { class: 'soft' }, typeWords[type].name),
          el('span', { class: 'soft' }, `ends ${momentText(expiresAt)}`),
        ),
        el('div', { class: 'line-action' }, end, problems),
      )
    }),
  )
}
