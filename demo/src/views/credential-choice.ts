/** The three kinds of credential to create, as cards, for the first credential and for further ones. @module */
import type { AuthMethod, CredentialType, Wallet } from 'embedded-wallet-auth'
import type { WalletStage } from '../app.js'
import { button, field } from '../controls.js'
import { type Child, el } from '../dom.js'
import { icon } from '../icons.js'
import { withIdentityWindow } from '../identity-window.js'
import { noticeBox, problemRegion } from '../notice-box.js'
import { passkeyObstacle } from '../passkey-support.js'
import { perform } from '../perform.js'
import { creationOf } from '../questions.js'
import { safestFirst, typeWords } from '../words-for-types.js'

/** Called after a credential was created. */
export type Created = (credential: AuthMethod) => void | Promise<void>

/** The type that is recommended. */
const [safest] = safestFirst

type Card<Type> = (stage: WalletStage, created: Created, type: Type) => HTMLElement

/** One row per type. */
const cards: { readonly [Type in CredentialType]: Card<Type> } = {
  PASSKEY: (stage, created, type) => {
    const { me } = stage
    const obstacle = passkeyObstacle()
    if (obstacle !== undefined)
      return optionCard(type, noticeBox('careful', 'Not available on this device.', obstacle))
    const nickname = field(
      'passkey-nickname',
      'Passkey name',
      {
        value: `${me.person.name.split(' ')[0] ?? 'My'} on this device`,
        maxlength: '100',
        autocomplete: 'off',
      },
      'Helps you recognize it later.',
    )
    return withAction(type, 'Create a passkey', [nickname.root], async () => {
      if (!/^[\p{L}\p{N} ._\-'()]{1,100}$/u.test(nickname.input.value.trim())) {
        nickname.complain("Use only letters, numbers, spaces and . _ - ' ( )")
        return
      }
      nickname.complain(undefined)
      await created(await create(stage, { type: 'PASSKEY', nickname: nickname.input.value.trim() }))
    })
  },
  EMAIL_OTP: (stage, created, type) => {
    const { me } = stage
    const email = field(
      'otp-email',
      'Email address',
      { type: 'email', value: me.person.email, autocomplete: 'email', inputmode: 'email' },
      'We’ll send your codes here.',
    )
    return withAction(type, 'Use this address', [email.root], async () => {
      if (!email.input.validity.valid || email.input.value.trim() === '') {
        email.complain('Enter a valid email address.')
        return
      }
      email.complain(undefined)
      await created(await create(stage, { type: 'EMAIL_OTP', email: email.input.value.trim() }))
    })
  },
  OAUTH: (stage, created, type) =>
    withAction(type, 'Connect Marsh ID', [], async () => {
      await stage.proof.beforehand({ operation: 'createCredential', details: { type } })
      await withIdentityWindow(async (getOidcToken) =>
        created(await create(stage, { type: 'OAUTH', getOidcToken })),
      )
    }),
}

/**
 * Creates a credential. The card says what is created, and that it opens the wallet, so the click on its button is the
 * user's consent.
 */
const create = (
  { consent, wallet }: WalletStage,
  input: Parameters<Wallet['credentials']['create']>[0],
): Promise<AuthMethod> => consent.given(creationOf(input), () => wallet.credentials.create(input))

/** Makes the cards for the given types. */
export const credentialChoice = (
  stage: WalletStage,
  types: readonly CredentialType[],
  created: Created,
): HTMLElement =>
  el(
    'ul',
    { class: 'options' },
    types.map((type) => el('li', {}, card(type, stage, created))),
  )

const card = <Type extends CredentialType>(type: Type, stage: WalletStage, created: Created): HTMLElement =>
  cards[type](stage, created, type)

function withAction(
  type: CredentialType,
  text: string,
  fields: readonly Child[],
  work: () => Promise<void>,
): HTMLElement {
  const problems = problemRegion()
  const go = button(
    type === safest ? 'primary' : 'secondary',
    text,
    () => void perform({ button: go, problems }, work),
    {
      icon: typeWords[type].icon,
    },
  )
  return optionCard(type, fields, problems, go)
}

const optionCard = (type: CredentialType, ...children: readonly Child[]): HTMLElement =>
  el(
    'section',
    { class: 'card option' },
    el(
      'h2',
      { class: 'option-heading' },
      icon(typeWords[type].icon),
      typeWords[type].name,
      type === safest ? el('span', { class: 'chip' }, 'recommended') : undefined,
    ),
    el('p', { class: 'soft' }, typeWords[type].about),
    children,
  )
