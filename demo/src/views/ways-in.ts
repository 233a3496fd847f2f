/** The account's ways to sign in, as buttons, safest first. @module */
import { type AuthMethod, type CredentialType, credentialTypes, type Wallet } from 'embedded-wallet-auth'
import type { App } from '../app.js'
import { button } from '../controls.js'
import { el, setText } from '../dom.js'
import { withIdentityWindow } from '../identity-window.js'
import { noticeBox, problemRegion } from '../notice-box.js'
import { passkeyObstacle } from '../passkey-support.js'
import { perform } from '../perform.js'
import { safestFirst, typeWords } from '../words-for-types.js'

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
  const passkey = known.find(isPasskey)
  if (passkey !== undefined && obstacle === undefined)
    // Prepares a passkey sign-in, so that the click opens the browser's dialog at once.
    wallet.prepare({ type: passkey.type, signal }).catch(() => {})

  const first = known.find((credential) => !isPasskey(credential) || obstacle === undefined)
  const ways = known.map((credential) => {
    const { type } = credential
    if (isPasskey(credential) && obstacle !== undefined)
      return el('li', {}, noticeBox('careful', 'You can’t use your passkey here.', obstacle))
    const start = (): Promise<void> => signInWith(wallet, credential)
    const begin = (): void => {
      steps.started?.()
      void perform({ button: go, problems }, start, lostAnswer).then((done) => {
        if (done && !signal.aborted) steps.done?.(type)
      })
    }
    const go = button(
      credential === first ? 'primary' : 'secondary',
      textOf(credential, steps.passkey),
      begin,
      {
        icon: typeWords[type].icon,
        class: 'button-wide',
      },
    )
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

const isPasskey = ({ type }: AuthMethod): boolean => credentialTypes[type].proof === 'assertion'

/** Starts a sign-in with a credential. Call this during the click, because a type may open a window. */
export const signInWith = (wallet: Wallet, { id, type }: AuthMethod): Promise<void> =>
  starts[type](wallet, id)

const starts: Readonly<Record<CredentialType, (wallet: Wallet, credential: string) => Promise<void>>> = {
  PASSKEY: (wallet, credential) => wallet.signIn({ type: 'PASSKEY', credential }),
  EMAIL_OTP: (wallet, credential) => wallet.signIn({ type: 'EMAIL_OTP', credential }),
  OAUTH: (wallet, credential) =>
    withIdentityWindow((getOidcToken) => wallet.signIn({ type: 'OAUTH', credential, getOidcToken })),
}

const textOf = ({ type, nickname }: AuthMethod, passkey: string): string => {
  const texts: Readonly<Record<CredentialType, string>> = {
    PASSKEY: passkey,
    EMAIL_OTP: `Email a code to ${masked(nickname)}`,
    OAUTH: 'Continue with Marsh ID',
  }
  return texts[type]
}

/** Masks an address as `a•••@example.com`, so that users recognize their own but others cannot read it. */
const masked = (email: string): string => email.replace(/^(.).*(?=@)/, '$1•••')
