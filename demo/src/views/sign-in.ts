/** Signing in: the ways that this wallet knows, or the first one to be made. @module */
import type { AuthMethod, NoSessionReason, WalletState } from 'embedded-wallet-auth'
import type { WalletStage } from '../app.js'
import { button, screenHeading, skeleton } from '../controls.js'
import { el, fill } from '../dom.js'
import { inWords } from '../errors-in-words.js'
import { mark } from '../icons.js'
import { noticeBox, statusRegion, type Tone } from '../notice-box.js'
import { typeWords } from '../words-for-types.js'
import { credentialChoice } from './credential-choice.js'
import { lostAnswer, safestFirst, waysIn } from './ways-in.js'

/** Why there is no session, where that is worth a word. */
const reasons: Readonly<Partial<Record<NoSessionReason, readonly [Tone, string, string]>>> = {
  expired: [
    'info',
    'Your session has ended.',
    'Sessions last 15 minutes. Sign in again: your money is where it was.',
  ],
  revoked: [
    'careful',
    'This session was ended from elsewhere.',
    'If that was not you, look at Security first.',
  ],
  interrupted: [
    'careful',
    'Signing in was interrupted.',
    'The page closed before the answer came. Sign in again.',
  ],
  unread: [
    'careful',
    'This browser was slow to open its storage.',
    'Reload the page: you may still be signed in.',
  ],
  'signed-out': ['good', 'You are signed out.', 'The key of your session is gone from this device.'],
}

/** The screen of somebody without a session. */
export function signInView(stage: WalletStage): HTMLElement {
  const { app, wallet, me, signal } = stage
  const firstName = me.person.name.split(' ')[0] ?? me.person.name
  const told = statusRegion()
  const body = el('div', { class: 'stack', 'aria-busy': 'true' }, skeleton(3))
  const root = el(
    'div',
    { class: 'screen' },
    el('div', { class: 'hero' }, mark()),
    screenHeading(`Hello, ${firstName}`),
    told,
    body,
  )

  const tell = (): void => {
    const news = app.takeNews()
    if (news !== undefined) fill(told, noticeBox(news.tone, news.title, news.next))
  }

  const show = async (): Promise<void> => {
    try {
      const credentials = await wallet.credentials.list({ signal })
      body.removeAttribute('aria-busy')
      fill(
        body,
        credentials.length === 0
          ? firstCredential(stage, show)
          : backIn(stage, credentials, () => fill(told)),
      )
    } catch (error) {
      if (signal.aborted) return
      const { title, next, code } = inWords(error)
      fill(
        body,
        noticeBox('problem', title, next, code),
        button('secondary', 'Try again', () => void show()),
      )
    }
  }

  fill(told, newsOf(wallet.getState()))
  tell()
  app.watch(tell, signal)
  void show()
  return root
}

function newsOf({ session, flow }: WalletState): HTMLElement | undefined {
  // What ended a flow on another screen, or on an earlier page, is told here.
  if (flow.status === 'idle' && flow.fault !== undefined) {
    const { title, next, code } = inWords(flow.fault)
    return noticeBox('careful', title, code === 'OUTCOME_UNKNOWN' ? lostAnswer[code] : next)
  }
  const news = session.status === 'none' ? reasons[session.reason] : undefined
  return news && noticeBox(...news)
}

function firstCredential(stage: WalletStage, show: () => Promise<void>): HTMLElement {
  const { app, wallet } = stage
  return el(
    'div',
    { class: 'stack' },
    el(
      'p',
      { class: 'lead' },
      'Your wallet is ready and nobody can open it yet. Choose how you will sign in. You can add more ways later.',
    ),
    credentialChoice(stage, safestFirst, async ({ type }) => {
      // A new address has just been mailed its first code: no need to ask for another.
      if (type === 'EMAIL_OTP') return wallet.signIn({ type })
      app.tell({ tone: 'good', title: `${typeWords[type].name} is set up.`, next: 'Now sign in with it.' })
      await show()
      return undefined
    }),
  )
}

function backIn(stage: WalletStage, credentials: readonly AuthMethod[], started: () => void): HTMLElement {
  const hasPasskey = credentials.some(({ type }) => type === 'PASSKEY')
  return el(
    'div',
    { class: 'stack' },
    el('p', { class: 'lead' }, 'Sign in to see your money and to send it.'),
    waysIn(stage, credentials, { passkey: 'Sign in with your passkey', started }),
    hasPasskey
      ? undefined
      : el(
          'p',
          { class: 'hint' },
          'Once you are in, you can add a passkey under Security: no more codes to type.',
        ),
  )
}
