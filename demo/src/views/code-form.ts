/** The form for a code, on the sign-in screen and in the dialog that asks for a fresh proof. @module */
import { credentialTypes, type FlowState } from 'embedded-wallet-auth'
import { codeLifetime } from '../../contract.js'
import { button, field, form, submitButton } from '../controls.js'
import { el, every, fill, hide, setAttribute, setText } from '../dom.js'
import { inWords } from '../errors-in-words.js'
import { noticeBox, problemRegion, statusRegion } from '../notice-box.js'
import { perform } from '../perform.js'
import { secondsUntil, serverNow } from '../server-time.js'
import { clockText } from '../times.js'
import type { WaysPlace } from './ways-in.js'

/** Whether a code is awaited or being checked. */
export const awaitsCode = (flow: FlowState): boolean =>
  (flow.status === 'awaitingProof' || flow.status === 'verifying') &&
  credentialTypes[flow.type].proof === 'otp'

/** After how many wrong attempts the service no longer accepts the code. */
const triesPerCode = 5

const wholeCode = /^\d{6}$/

/**
 * Returns when the code was mailed, in milliseconds. `undefined` while the service makes this page wait before it
 * requests another code.
 */
function sentAtOf(flow: FlowState): number | undefined {
  const at = flow.status === 'awaitingProof' ? Date.parse(flow.resendAt ?? '') : Number.NaN
  // The server's clock and this page's clock differ by the travel time of an answer.
  return at <= serverNow() + 2_000 ? at : undefined
}

const expired = 'This code has expired. Get a new one.'

function lifetimeText(sentAt: number | undefined): string {
  if (sentAt === undefined) return 'The code works for 5 minutes.'
  const left = Math.ceil(sentAt / 1000 + codeLifetime - serverNow() / 1000)
  return left > 0 ? `Expires in ${clockText(left)}` : expired
}

const isWrongCode = (flow: FlowState): boolean => 'fault' in flow && flow.fault?.reason === 'Invalid OTP code'

const tooManyCodes = {
  RATE_LIMITED: {
    title: 'You’ve asked for too many codes.',
    next: 'The last one still works.',
    again: 'You can get another',
  },
} as const

/** The elements of the form. */
export interface CodeForm {
  /** Shows the address that the code was mailed to. */
  readonly address: HTMLElement
  /** Shows the latest message. */
  readonly told: HTMLElement
  readonly form: HTMLElement
  readonly resend: HTMLButtonElement
  readonly focus: () => void
}

/** Makes the form. Calls `entered` once a correct code was entered. */
export function codeForm(
  { app, wallet, signal }: WaysPlace,
  submitText: string,
  entered: () => void = () => {},
): CodeForm {
  const problems = problemRegion()
  const told = statusRegion()
  const code = field(
    'code',
    '6-digit code',
    {
      autocomplete: 'one-time-code',
      inputmode: 'numeric',
      spellcheck: 'false',
      maxlength: '12',
      class: 'input input-code',
      placeholder: '······',
    },
    ' ',
  )
  const submit = submitButton(submitText)
  const root = form(() => void enter(), code.root, problems, submit)
  let wrong = 0
  let sentAt = sentAtOf(wallet.getState().flow)
  const enter = async (): Promise<void> => {
    const otp = code.input.value.replace(/\s/g, '')
    if (otp === '') return code.complain('Enter the code from your email.')
    code.complain(undefined)
    fill(told)
    const done = await perform({ button: submit, problems }, () => wallet.submit({ otp }))
    if (done) entered()
    if (done || signal.aborted) return
    if (isWrongCode(wallet.getState().flow)) wrong += 1
    if (wrong >= triesPerCode) {
      fill(
        problems,
        noticeBox(
          'problem',
          'This code no longer works.',
          'There were too many wrong attempts. Get a new one.',
        ),
      )
      update()
      resend.focus()
      return
    }
    code.input.select()
    code.input.focus()
  }
  const resend = button('secondary', 'Send a new code', () => {
    fill(told)
    void perform({ button: resend, problems }, () => wallet.resend(), tooManyCodes).then((sent) => {
      if (sent) {
        wrong = 0
        code.input.value = ''
        sentAt = serverNow()
        fill(problems)
        fill(told, noticeBox('good', 'We’ve sent you a new code.', 'The previous one no longer works.'))
      }
      // The end of the action has enabled the button, so this decides at once whether it can be used.
      update()
    })
  })
  const label = resend.querySelector('span')
  const hint = code.root.querySelector('.hint')
  // A complete code that was typed or filled in by the browser is submitted without a click. A code from a script is
  // not.
  code.input.addEventListener('input', ({ isTrusted }) => {
    if (isTrusted && wholeCode.test(code.input.value.trim()) && !submit.hidden) void enter()
  })

  const update = (): void => {
    const { flow } = wallet.getState()
    // A code that was spent on wrong attempts has no time left to show.
    const life = wrong >= triesPerCode ? ' ' : lifetimeText(sentAt)
    if (hint !== null) setText(hint, life)
    // The message may say that this code is new.
    if (life === expired) fill(told)
    const isDead = life === expired || wrong >= triesPerCode
    hide(submit, isDead)
    resend.classList.toggle('button-primary', isDead)
    resend.classList.toggle('button-secondary', !isDead)
    setAttribute(root, 'data-dead', isDead)
    if (flow.status !== 'awaitingProof') return
    const wait = flow.resendAt === undefined ? 0 : secondsUntil(flow.resendAt)
    if (wait > 0) resend.setAttribute('aria-disabled', 'true')
    else if (!resend.hasAttribute('data-busy')) resend.removeAttribute('aria-disabled')
    if (label !== null) setText(label, wait > 0 ? `New code in ${clockText(wait)}` : 'Send a new code')
  }
  every(signal, 500, update)
  app.watch(update, signal)

  const { flow } = wallet.getState()
  const address = el('strong', {}, 'your email address')
  // The credential's address, which may differ from the platform's address for the person.
  void wallet.credentials
    .list({ signal })
    .then((credentials) => {
      const found = credentials.find(({ id, type }) =>
        flow.status === 'awaitingProof' ? id === flow.credential : 'type' in flow && type === flow.type,
      )
      if (found !== undefined) address.textContent = found.nickname
    })
    .catch(() => {})
  // A fault from an earlier page or another tab is shown too.
  if (flow.status === 'awaitingProof' && flow.fault !== undefined) {
    const { title, next, code: name } = inWords(flow.fault)
    fill(problems, noticeBox('problem', title, next, name))
  }
  return {
    address,
    told,
    resend,
    form: root,
    focus: () => code.input.focus(),
  }
}
