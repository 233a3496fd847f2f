/** The wallet's credentials: a list, with controls to add and remove them. @module */
import type { AuthMethod, CredentialType } from 'embedded-wallet-auth'
import type { WalletStage } from '../app.js'
import { button, card, skeleton } from '../controls.js'
import { catchFocus, el, fill } from '../dom.js'
import { icon } from '../icons.js'
import { kept } from '../kept.js'
import { noticeBox, problemRegion, statusRegion } from '../notice-box.js'
import { perform } from '../perform.js'
import { momentText } from '../times.js'
import { safestFirst, typeWords } from '../words-for-types.js'
import { confirmed } from './confirm-box.js'
import { credentialChoice } from './credential-choice.js'

/** Makes the section with the ways to sign in. */
export function credentialSection(stage: WalletStage): HTMLElement {
  const { wallet, signal } = stage
  const told = statusRegion()
  const body = el('div', { class: 'stack', 'aria-busy': 'true' }, skeleton(2))

  const show = kept({
    host: body,
    last: stage.kept.credentials,
    signal,
    read: () => wallet.credentials.list({ signal }),
    show: (credentials) => [list(stage, credentials, after), adding(stage, credentials, after)],
  })
  const after = async (news: string, next?: string): Promise<void> => {
    fill(told, noticeBox('good', news, next))
    await show()
    catchFocus(told)
  }
  void show()
  return card(
    'Sign-in methods',
    el('p', { class: 'soft' }, 'Each one opens your wallet on its own. You need at least one.'),
    told,
    body,
  )
}

type After = (news: string, next?: string) => Promise<void>

function list(stage: WalletStage, credentials: readonly AuthMethod[], after: After): HTMLElement {
  const { session } = stage.wallet.getState()
  const current = 'credential' in session ? session.credential : undefined
  const only = credentials.length === 1
  return el(
    'ul',
    { class: 'lines' },
    credentials.map((credential) => {
      const { id, type, nickname, createdAt } = credential
      const mine = id === current
      return el(
        'li',
        { class: 'line line-wrap' },
        el('span', { class: 'bubble' }, icon(typeWords[type].icon)),
        el(
          'span',
          { class: 'line-text' },
          el('strong', {}, typeWords[type].name, mine ? el('span', { class: 'chip' }, 'in use') : undefined),
          el('span', { class: 'soft' }, nickname),
          el('span', { class: 'soft' }, `Added ${momentText(createdAt)}`),
          only || mine ? el('span', { class: 'soft line-why' }, only ? whyOnly : whyMine) : undefined,
        ),
        only || mine ? undefined : removal(stage, credential, after),
      )
    }),
  )
}

const whyOnly = 'Your only sign-in method can’t be removed.'
const whyMine = 'To remove it, sign in another way first.'

function removal(
  { consent, words, wallet, signal }: WalletStage,
  { id, type, nickname }: AuthMethod,
  after: After,
): HTMLElement {
  const question = { operation: 'revokeCredential', details: { credential: id } } as const
  const { name } = typeWords[type]
  const problems = problemRegion()
  const remove = button(
    'secondary',
    'Remove',
    () =>
      // The user is asked before the call, so that no proof is used up if the user keeps the credential.
      void confirmed(words(question), signal).then(async (yes) => {
        if (!yes) return
        await perform({ button: remove, problems }, async () => {
          await consent.given(question, () => wallet.credentials.revoke(id))
          await after(`${name} was removed.`)
        })
      }),
    { name: `Remove ${name}, ${nickname}` },
  )
  return el('div', { class: 'line-action' }, remove, problems)
}

const afterwards: Readonly<Record<CredentialType, string>> = {
  PASSKEY: 'Next time, one touch signs you in.',
  EMAIL_OTP: 'We’ve sent a first code. You only need it the next time you sign in.',
  OAUTH: 'Next time, you can continue with Marsh ID.',
}

function adding(
  stage: WalletStage,
  credentials: readonly AuthMethod[],
  after: After,
): HTMLElement | undefined {
  const missing = safestFirst.filter((type) => !credentials.some((each) => each.type === type))
  if (missing.length === 0) return undefined
  return el(
    'details',
    { class: 'more' },
    el('summary', {}, 'Add a sign-in method'),
    credentialChoice(stage, missing, ({ type }) =>
      after(`${typeWords[type].name} was added.`, afterwards[type]),
    ),
  )
}
