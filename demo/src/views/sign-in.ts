/** The sign-in screen: the wallet's ways to sign in, or the choice of the first one. @module */
import {
  type AuthMethod,
  credentialTypes,
  type NoSessionReason,
  type ProofKind,
  type WalletState,
} from 'embedded-wallet-auth'
import type { WalletStage } from '../app.js'
import { button, screenHeading, skeleton } from '../controls.js'
import { el, fill } from '../dom.js'
import { inWords } from '../errors-in-words.js'
import { mark } from '../icons.js'
import { noticeBox, statusRegion, type Tone } from '../notice-box.js'
import { safestFirst, typeWords } from '../words-for-types.js'
import { credentialChoice } from './credential-choice.js'
import { lostAnswer, signInWith, waysIn } from './ways-in.js'

/** The texts that explain why there is no session. Other reasons need no explanation. */
const reasons: Readonly<Partial<Record<NoSessionReason, readonly [Tone, string, string]>>> = {
  expired: ['info', 'You’ve been signed out.', 'Sessions end after 15 minutes to keep your money safe.'],
  revoked: [
    'careful',
    'You were signed out from another device.',
    'If that wasn’t you, check your sessions under Security.',
  ],
  interrupted: ['careful', 'Sign-in was interrupted.', 'The page closed too early. Please sign in again.'],
  unread: ['careful', 'This browser is responding slowly.', 'Reload the page. You may still be signed in.'],
  'signed-out': ['good', 'You’re signed out.', 'This device no longer has your session key.'],
}

/** Makes the screen. */
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
  // A fault that ended the flow on another screen or an earlier page is shown too.
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
      'Your wallet is ready. Choose how you want to sign in. You can add more options later.',
    ),
    credentialChoice(stage, safestFirst, async (credential) => {
      const { type } = credential
      // A new address has just been sent its first code, so no other code is requested.
      if (credentialTypes[type].sends !== 'nothing') return signInWith(wallet, credential)
      app.tell({
        tone: 'good',
        title: `${typeWords[type].name} is set up.`,
      })
      await show()
      return undefined
    }),
  )
}

function backIn(stage: WalletStage, credentials: readonly AuthMethod[], started: () => void): HTMLElement {
  const has = (proof: ProofKind): boolean =>
    credentials.some(({ type }) => credentialTypes[type].proof === proof)
  return el(
    'div',
    { class: 'stack' },
    el('p', { class: 'lead' }, 'Sign in to see your balance and send money.'),
    waysIn(stage, credentials, { passkey: 'Sign in with a passkey', started }),
    has('otp') && !has('assertion')
      ? el('p', { class: 'hint' }, 'Tired of codes? After you sign in, add a passkey under Security.')
      : undefined,
  )
}
