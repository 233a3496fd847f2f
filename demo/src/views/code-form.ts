/** Entering the mailed code: on the screen of somebody who signs in, and in the dialog that asks for a fresh proof. @module */
import type { FlowState } from 'embedded-wallet-auth'
import { button, field, form, submitButton } from '../controls.js'
import { el, every, fill, hide, setText } from '../dom.js'
import { inWords } from '../errors-in-words.js'
import { noticeBox, problemRegion, statusRegion } from '../notice-box.js'
import { perform } from '../perform.js'
import { secondsUntil } from '../server-time.js'
import { clockText } from '../times.js'
import type { WaysPlace } from './ways-in.js'

/** Whether a mailed code is waited for, or being checked. */
export const awaitsCode = (flow: FlowState): boolean =>
  (flow.status === 'awaitingProof' && flow.proof === 'otp') ||
  (flow.status === 'verifying' && flow.type === 'EMAIL_OTP')

/** Wrong entries after which the service takes no other for that code. */
const triesPerCode = 5

const isWrongCode = (flow: FlowState): boolean => 'fault' in flow && flow.fault?.reason === 'Invalid OTP code'

/** Its parts. */
export interface CodeForm {
  /** Where the code went. */
  readonly address: HTMLElement
  /** What was said last. */
  readonly told: HTMLElement
  readonly form: HTMLElement
  readonly resend: HTMLButtonElement
  readonly focus: () => void
}

/** The form for a code that was mailed. `entered` is called once it was right. */
export function codeForm(
  { app, wallet, signal }: WaysPlace,
  submitText: string,
  entered: () => void = () => {},
): CodeForm {
  const problems = problemRegion()
  const told = statusRegion()
  const code = field(
    'code',
    'The code from the e-mail',
    {
      autocomplete: 'one-time-code',
      inputmode: 'numeric',
      spellcheck: 'false',
      maxlength: '12',
      class: 'input input-code',
      placeholder: '······',
    },
    'It arrives within a minute, and works for five minutes.',
  )
  const submit = submitButton(submitText)
  let wrong = 0
  const enter = async (): Promise<void> => {
    const otp = code.input.value.replace(/\s/g, '')
    if (otp === '') return code.complain('Enter the code first.')
    code.complain(undefined)
    fill(told)
    const done = await perform({ button: submit, problems }, () => wallet.submit({ otp }))
    if (done) entered()
    if (done || signal.aborted) return
    if (isWrongCode(wallet.getState().flow)) wrong += 1
    if (wrong >= triesPerCode) {
      fill(
        problems,
        noticeBox('problem', 'This code works no longer.', 'It was tried too often. Send another one.'),
      )
      hide(submit, true)
      resend.focus()
      return
    }
    code.input.select()
    code.input.focus()
  }
  const resend = button('secondary', 'Send another code', () => {
    fill(told)
    void perform({ button: resend, problems }, () => wallet.resend()).then((sent) => {
      if (sent) {
        wrong = 0
        hide(submit, false)
        fill(problems)
        fill(told, noticeBox('good', 'A new code is on its way.', 'The one before it is void now.'))
      }
      // The button is free again: whether it may be used is this screen's word, at once.
      update()
    })
  })
  const label = resend.querySelector('span')

  const update = (): void => {
    const { flow } = wallet.getState()
    if (flow.status !== 'awaitingProof') return
    const wait = flow.resendAt === undefined ? 0 : secondsUntil(flow.resendAt)
    if (wait > 0) resend.setAttribute('aria-disabled', 'true')
    else if (!resend.hasAttribute('data-busy')) resend.removeAttribute('aria-disabled')
    if (label !== null) setText(label, wait > 0 ? `Another code in ${clockText(wait)}` : 'Send another code')
  }
  every(signal, 500, update)
  app.watch(update, signal)

  const { flow } = wallet.getState()
  const address = el('strong', {}, 'the address of this wallet')
  // The credential's address, which need not be the one that the platform knows.
  void wallet.credentials
    .list({ signal })
    .then((credentials) => {
      const found = credentials.find(({ id, type }) =>
        flow.status === 'awaitingProof' ? id === flow.credential : type === 'EMAIL_OTP',
      )
      if (found !== undefined) address.textContent = found.nickname
    })
    .catch(() => {})
  // Of an earlier page, or of another tab: what went wrong there is worth knowing here.
  if (flow.status === 'awaitingProof' && flow.fault !== undefined) {
    const { title, next, code: name } = inWords(flow.fault)
    fill(problems, noticeBox('problem', title, next, name))
  }
  return {
    address,
    told,
    resend,
    form: form(() => void enter(), code.root, problems, submit),
    focus: () => code.input.focus(),
  }
}
