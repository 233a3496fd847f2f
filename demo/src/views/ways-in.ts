/** The account's ways to sign in, as buttons, safest first. @module */
import type { AuthMethod, CredentialType, Wallet } from 'embedded-wallet-auth'
import type { App } from '../app.js'
import { button } from '../controls.js'
import { el, setText } from '../dom.js'
import { withIdentityWindow } from '../identity-window.js'
import { noticeBox, problemRegion } from '../notice-box.js'
import { passkeyObstacle } from '../passkey-support.js'
import { perform } from '../perform.js'
import { typeWords } from '../words-for-types.js'

/** The order in which the ways are offered. */
export const safestFirst: readonly CredentialType[] = ['PASSKEY', 'EMAIL_OTP', 'OAUTH']

/** The text for a lost answer. Even if a session was opened, it expires unused, because its key never arrived. */
export const lostAnswer: Readonly<Record<'OUTCOME_UNKNOWN', string>> = {
  OUTCOME_UNKNOWN: 'Please sign in again.',
}

/** What the user should do outside this page. */
const elsewhere: Readonly<Record<'otp' | 'assertion' | 'oidcToken', string>> = {
  otp: '',
  assertion: 'Follow the steps your browser shows.',
  oidcToken: 'Continue in the Marsh ID window.',
}

/** What the buttons need. */
export interface WaysPlace {
  readonly app: App
  readonly wallet: Wallet
  readonly signal: AbortSignal
}

/** The texts of the buttons, and what happens next. */
export interface WaysSteps {
  /** The text of the passkey button. */
  readonly passkey: string
  /** Called after a click, so that earlier messages can be removed. */
  readonly started?: () => void
  /** Called when the user is signed in, or when a code has been sent. */
  readonly done?: (type: CredentialType) => void
}

/** Makes a button for each credential, and one to cancel. */
export function waysIn(place: WaysPlace, credentials: readonly AuthMethod[], steps: WaysSteps): HTMLElement {
  const { app, wallet, signal } = place
  const problems = problemRegion()
  const known = safestFirst.flatMap((type) => {
    const credential = credentials.find((each) => each.type === type)
    return credential === undefined ? [] : [credential]
  })
  const obstacle = passkeyObstacle()
  if (known.some(({ type }) => type === 'PASSKEY') && obstacle === undefined)
    // Prepares a passkey sign-in, so that the click opens the browser's dialog at once.
    wallet.prepare({ type: 'PASSKEY', signal }).catch(() => {})

  const first = known.find(({ type }) => type !== 'PASSKEY' || obstacle === undefined)
  const ways = known.map((credential) => {
    const { type } = credential
    if (type === 'PASSKEY' && obstacle !== undefined)
      return el('li', {}, noticeBox('careful', 'You can’t use your passkey here.', obstacle))
    const { text, start } = wayIn(wallet, credential, steps)
    const begin = (): void => {
      steps.started?.()
      void perform({ button: go, problems }, start, lostAnswer).then((done) => {
        if (done && !signal.aborted) steps.done?.(type)
      })
    }
    const go = button(credential === first ? 'primary' : 'secondary', text, begin, {
      icon: typeWords[type].icon,
      class: 'button-wide',
    })
    return el('li', {}, go)
  })
  const where = el('p', { class: 'hint', role: 'status' })
  const stop = button('quiet', 'Cancel', () => wallet.cancel())
  stop.hidden = true
  const update = (): void => {
    const { flow } = wallet.getState()
    stop.hidden = flow.status === 'idle' || flow.status === 'verifying'
    setText(where, flow.status === 'awaitingProof' ? elsewhere[flow.proof] : '')
    if (flow.status === 'verifying') app.announce('Checking')
  }
  app.watch(update, signal)
  update()
  return el('div', { class: 'stack' }, problems, el('ul', { class: 'stack ways' }, ways), where, stop)
}

function wayIn(
  wallet: Wallet,
  { id, type, nickname }: AuthMethod,
  { passkey }: WaysSteps,
): { readonly text: string; readonly start: () => Promise<void> } {
  const rows: Readonly<
    Record<CredentialType, { readonly text: string; readonly start: () => Promise<void> }>
  > = {
    PASSKEY: {
      text: passkey,
      start: () => wallet.signIn({ type: 'PASSKEY', credential: id }),
    },
    EMAIL_OTP: {
      text: `Email a code to ${masked(nickname)}`,
      start: () => wallet.signIn({ type: 'EMAIL_OTP', credential: id }),
    },
    OAUTH: {
      text: 'Continue with Marsh ID',
      start: () =>
        withIdentityWindow((getOidcToken) => wallet.signIn({ type: 'OAUTH', credential: id, getOidcToken })),
    },
  }
  return rows[type]
}

/** Masks an address as `a•••@example.com`, so that users recognize their own but others cannot read it. */
const masked = (email: string): string => email.replace(/^(.).*(?=@)/, '$1•••')
