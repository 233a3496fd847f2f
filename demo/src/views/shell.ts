/**
 * The frame of a signed-in wallet: session, navigation, notices, the current page and the button to sign out.
 * @module
 */
import { agentsView } from '../agents/agents-view.js'
import { waitingBadge } from '../agents/waiting-badge.js'
import type { Place, WalletStage } from '../app.js'
import { button } from '../controls.js'
import { el, every, fill, setText } from '../dom.js'
import { inWords } from '../errors-in-words.js'
import { type IconName, icon } from '../icons.js'
import { noticeBox, problemRegion, statusRegion } from '../notice-box.js'
import { perform } from '../perform.js'
import { secondsUntil } from '../server-time.js'
import { clockText, spokenSpan } from '../times.js'
import { extendedSession } from './extended-session.js'
import { homeView } from './home.js'
import { recoveryView } from './recovery.js'
import { securityView } from './security.js'
import { sendView } from './send.js'

const views: Readonly<Record<Place, (stage: WalletStage) => HTMLElement>> = {
  home: homeView,
  send: sendView,
  agents: agentsView,
  security: securityView,
  recovery: recoveryView,
}

const links: readonly { readonly place: Place; readonly text: string; readonly icon: IconName }[] = [
  { place: 'home', text: 'Home', icon: 'home' },
  { place: 'send', text: 'Send', icon: 'send' },
  { place: 'agents', text: 'Agents', icon: 'agent' },
  { place: 'security', text: 'Security', icon: 'shield' },
]

/** How many seconds before its end the end of a session is announced. */
const announced = 120

/** Makes the frame, with a page in it. */
export function shellView(stage: WalletStage, place: Place): HTMLElement {
  return el(
    'div',
    { class: 'shell' },
    navigation(stage, place),
    sessionNews(stage),
    el('div', { class: 'screen' }, views[place](stage)),
    wayOut(stage),
  )
}

const navigation = (stage: WalletStage, place: Place): HTMLElement =>
  el(
    'nav',
    { class: 'places', 'aria-label': 'Wallet' },
    links.map(({ place: target, text, icon: name }) => {
      const here = target === place || (target === 'security' && place === 'recovery')
      return el(
        'a',
        { href: `#${target}`, 'aria-current': here ? 'page' : undefined },
        icon(name),
        text,
        target === 'agents' ? waitingBadge(stage) : undefined,
      )
    }),
  )

/**
 * Makes the notice that appears two minutes before the end of the session, with the remaining time and a button to
 * extend it.
 */
function sessionNews(stage: WalletStage): HTMLElement {
  const { app, wallet, signal } = stage
  const problems = problemRegion()
  const warning = statusRegion()
  const extend = button(
    'secondary',
    'Stay signed in',
    () => void perform({ button: extend, problems }, () => extendedSession(stage)),
    { icon: 'clock' },
  )
  let warned: string | undefined

  const update = (): void => {
    const { session } = wallet.getState()
    if (session.status !== 'active' && session.status !== 'refreshing') return
    const seconds = secondsUntil(session.expiresAt)
    const soon = seconds <= announced
    if (!soon && warned !== undefined) {
      warned = undefined
      fill(warning)
    }
    if (!soon || warned === session.id) return
    warned = session.id
    const text = el('span', { class: 'countdown', 'aria-hidden': 'true' })
    fill(
      warning,
      el(
        'div',
        { class: 'notice notice-careful notice-row' },
        icon('clock'),
        el(
          'p',
          { class: 'notice-text' },
          el('strong', {}, 'You’ll be signed out soon. '),
          // Announced once, with the time at that moment. The running countdown is hidden from screen readers.
          el('span', { class: 'visually-hidden' }, `In ${spokenSpan(seconds)}.`),
          text,
        ),
        extend,
      ),
    )
  }
  const tick = (): void => {
    update()
    const { session } = wallet.getState()
    const running = warning.querySelector('.countdown')
    if (running !== null && 'expiresAt' in session)
      setText(running, clockText(secondsUntil(session.expiresAt)))
  }
  every(signal, 500, tick)
  app.watch(tick, signal)

  const memory = el('div')
  const showStorage = (): void => {
    const wanted = wallet.getState().storage === 'memory'
    if (wanted === memory.hasChildNodes()) return
    fill(
      memory,
      wanted
        ? noticeBox(
            'careful',
            'You’re in a private window.',
            'This browser doesn’t let us store anything, so you’ll be signed out when you close or reload this page.',
          )
        : undefined,
    )
  }
  app.watch(showStorage, signal)
  showStorage()

  return el('div', { class: 'news' }, warning, problems, memory)
}

function wayOut({ app, wallet }: WalletStage): HTMLElement {
  const problems = problemRegion()
  const out = button(
    'quiet',
    'Sign out',
    () =>
      void perform({ button: out, problems }, async () => {
        try {
          await wallet.signOut()
        } catch (error) {
          // This screen no longer exists, so the next one shows the error.
          const { title, next } = inWords(error)
          app.tell({ tone: 'careful', title, next })
          throw error
        }
      }),
  )
  return el('footer', { class: 'way-out' }, out, problems)
}
