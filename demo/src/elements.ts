/** A separate page with the two custom elements, for the same wallet as in the demo. @module */
import { createWallet, type GetOidcToken, type Wallet } from 'embedded-wallet-auth'
import { defineWalletElements } from 'embedded-wallet-auth/element'
import type { Me, Welcome } from '../contract.js'
import { people } from '../people.js'
import { chosenKeys } from './chosen-keys.js'
import { button, screenHeading } from './controls.js'
import { el, fill, setAttribute, setText } from './dom.js'
import { inWords } from './errors-in-words.js'
import { withIdentityWindow } from './identity-window.js'
import { noticeBox, problemRegion } from './notice-box.js'
import { liveMail } from './panel/live-mail.js'
import { followWorkbench } from './panel/workbench-feed.js'
import * as platform from './platform.js'

const languages = {
  en: 'English',
  de: 'Deutsch',
  es: 'Español',
  fr: 'Français',
  pt: 'Português',
  ja: '日本語',
  ar: 'العربية',
} as const

const looks = { heron: 'Heron', ink: 'Ink', plain: 'As it comes' } as const

let language: keyof typeof languages = 'en'

/** Sets the language of the elements. The language of the page stays English. */
function speak(stage: HTMLElement): void {
  for (const each of stage.querySelectorAll('wallet-sign-in, wallet-confirm')) {
    setAttribute(each, 'lang', language)
    setAttribute(each, 'dir', language === 'ar' ? 'rtl' : 'ltr')
  }
}

/** In the smallest unit: 25 USDB. */
const amount = 25_000_000

async function start(root: HTMLElement): Promise<void> {
  defineWalletElements()
  const stage = el('div', { class: 'elements-stage' })
  const problems = problemRegion()
  const inbox = el('p', { class: 'elements-inbox', role: 'status' })
  fill(
    root,
    el(
      'header',
      { class: 'stack' },
      el('p', {}, el('a', { href: './' }, 'Back to the wallet')),
      screenHeading('Drop-in elements'),
      el(
        'p',
        { class: 'lead' },
        'A complete sign-in and a payment to confirm: two tags for any page. The form below is the library’s; the colors are this page’s.',
      ),
    ),
    el(
      'div',
      { class: 'elements-tools' },
      choice('Look', looks, (look) => setAttribute(stage, 'data-look', look)),
      choice('Language', languages, (chosen) => {
        language = chosen
        speak(stage)
      }),
    ),
    problems,
    stage,
    inbox,
    el(
      'pre',
      { class: 'elements-code', dir: 'ltr', tabindex: '0', role: 'group', 'aria-label': 'The code' },
      code,
    ),
  )
  setAttribute(stage, 'data-look', 'heron')
  followWorkbench(({ inbox: mails, now }) => {
    const otp = liveMail(mails, now).at(-1)?.otp
    // The page cannot fill in the element's field, so the user copies the code, as from a mailbox.
    fill(
      inbox,
      otp === undefined
        ? undefined
        : ['Inbox: your code is ', el('strong', { class: 'elements-otp' }, otp), ' ', copyButton(otp)],
    )
  })

  const guarded = (work: () => Promise<void>): void => {
    fill(problems)
    work().catch((error: unknown) => {
      const { title, next, code: failure } = inWords(error)
      fill(problems, noticeBox('problem', title, next, failure))
    })
  }
  const chooseSomebody = (): void =>
    fill(
      stage,
      el('p', { class: 'soft' }, 'Whose wallet?'),
      el(
        'div',
        { class: 'row' },
        people.map(({ key, name }) =>
          button('secondary', name, () =>
            guarded(async () => {
              await platform.logIn(key)
              await open()
            }),
          ),
        ),
      ),
    )
  const open = async (): Promise<void> => {
    const [welcome, me] = await Promise.all([platform.welcome(), platform.me()])
    if (me === undefined) chooseSomebody()
    else showElements({ stage, inbox }, me, welcome, guarded)
  }
  guarded(open)
}

function showElements(
  { stage, inbox }: { readonly stage: HTMLElement; readonly inbox: HTMLElement },
  me: Me,
  welcome: Welcome,
  guarded: (work: () => Promise<void>) => void,
): void {
  const form = document.createElement('wallet-sign-in')
  const sheet = document.createElement('wallet-confirm')
  const wallet: Wallet = createWallet({
    accountId: me.account.id,
    backend: '/wallet',
    exportSigner: welcome.exportSigner,
    ...chosenKeys(welcome),
    confirm: (request) => sheet.ask(request),
  })
  setAttribute(form, 'code-length', '6')
  setAttribute(form, 'code-lifetime', '300')
  form.wallet = wallet
  form.addEventListener('wallet-signed-in', () => {
    inbox.hidden = true
  })
  form.providers = [{ name: 'Marsh ID', begin: throughWindow }]
  sheet.wallet = wallet

  const quote = (): void =>
    guarded(async () => {
      const [receiver] = await platform.receivers()
      if (receiver === undefined) return
      sheet.receiver = receiver.name
      sheet.quote = await platform.quote({ receiverId: receiver.id, amount })
      pay.hidden = true
    })
  const pay = button('primary', 'Pay Grace Hopper 25 USDB', quote)
  const leave = button('quiet', 'Sign out', () =>
    guarded(async () => {
      sheet.quote = undefined
      inbox.hidden = false
      await wallet.signOut()
    }),
  )
  const again = (): void => {
    sheet.quote = undefined
    pay.hidden = false
  }
  sheet.addEventListener('wallet-requote', quote)
  sheet.addEventListener('wallet-cancel', again)
  sheet.addEventListener('wallet-payment', () => {
    setText(pay.querySelector('span') ?? pay, 'Pay once more')
    pay.hidden = false
  })
  const whose = el('p', { class: 'soft' }, `The wallet of ${me.person.name}`)
  const update = (): void => {
    const { session } = wallet.getState()
    const isIn = session.status === 'active' || session.status === 'refreshing'
    actions.hidden = !isIn
  }
  const actions = el('div', { class: 'stack' }, pay, leave)
  wallet.subscribe(update)
  update()
  fill(stage, whose, form, sheet, actions)
  speak(stage)
}

/** Opens the provider's window during the click. */
function throughWindow(): GetOidcToken & { readonly close: () => void } {
  let give: (getOidcToken: GetOidcToken) => void = () => {}
  let end = (): void => {}
  const given = new Promise<GetOidcToken>((resolve) => {
    give = resolve
  })
  const over = new Promise<void>((resolve) => {
    end = resolve
  })
  void withIdentityWindow((getOidcToken) => {
    give(getOidcToken)
    return over
  })
  return Object.assign<GetOidcToken, { readonly close: () => void }>(
    async (request) => (await given)(request),
    { close: end },
  )
}

function choice<K extends string>(
  name: string,
  options: Readonly<Record<K, string>>,
  chosen: (key: K) => void,
): HTMLElement {
  const select = el(
    'select',
    { class: 'input' },
    Object.entries(options).map(([value, text]) => el('option', { value }, String(text))),
  )
  // The type assertion is safe: the options were made from the keys.
  select.addEventListener('change', () => chosen(select.value as K))
  return el('label', { class: 'elements-choice' }, el('span', { class: 'label' }, name), select)
}

const copyButton = (otp: string): HTMLElement => {
  const made = button('quiet', 'Copy', () => {
    navigator.clipboard.writeText(otp).then(
      () => setText(made.querySelector('span') ?? made, 'Copied'),
      () => {},
    )
  })
  return made
}

const code = `<wallet-sign-in code-length="6">
</wallet-sign-in>
<wallet-confirm></wallet-confirm>

defineWalletElements()
const wallet = createWallet({
  accountId,
  backend: '/wallet',
  confirm: (asked) =>
    confirm.ask(asked),
})
signIn.wallet = wallet
confirm.wallet = wallet
// from your server
confirm.quote = quote`

const root = document.getElementById('elements')
if (root !== null) void start(root)
