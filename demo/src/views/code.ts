/** The screen after a code has been mailed. @module */
import type { WalletStage } from '../app.js'
import { button, screenHeading } from '../controls.js'
import { el } from '../dom.js'
import { icon } from '../icons.js'
import { codeForm } from './code-form.js'

export function codeView(stage: WalletStage): HTMLElement {
  const code = codeForm(stage, 'Sign in')
  queueMicrotask(code.focus)
  return el(
    'div',
    { class: 'screen' },
    el('div', { class: 'hero hero-icon' }, icon('mail')),
    screenHeading('Check your email'),
    el('p', { class: 'lead' }, 'We sent a code to ', code.address, '.'),
    el(
      'p',
      { class: 'hint only-narrow' },
      'This is a demo, so the mail is in the workbench. ',
      button('quiet', 'Show the mail', showInbox),
    ),
    code.told,
    code.form,
    el(
      'div',
      { class: 'row' },
      code.resend,
      button('quiet', 'Try another way', () => stage.wallet.cancel()),
    ),
    el(
      'p',
      { class: 'hint' },
      'Can’t find it? Check your spam folder. You can close or reload this page; it will still be waiting for your code.',
    ),
  )
}

/** Opens the workbench, which is closed at first on a narrow screen, at its inbox. */
function showInbox(): void {
  const toggle = document.querySelector<HTMLElement>('.workbench-toggle[aria-expanded="false"]')
  toggle?.click()
  document.querySelector('.workbench .mails')?.scrollIntoView({ block: 'center' })
}
