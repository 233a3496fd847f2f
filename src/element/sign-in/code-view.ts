/** The view in which the user enters a code. @module */

import { plainCode } from '../../wire/as-typed.js'
import { actions, button, el, isLive, mark, relabel, setText } from '../dom.js'
import type { Messages } from '../messages/messages.js'
import { type Built, problemId } from '../panel.js'
import { clockText, type Say } from '../text.js'
import { type CodeForm, codeIn, isComplete } from './read-code.js'

/** The state that the view reads at each update. */
export interface CodeState {
  /** The address that the code was sent to, if known. */
  readonly address: string | undefined
  readonly form: CodeForm
  readonly isChecking: boolean
  readonly isResending: boolean
  /** Whether the last submitted code was refused or malformed. */
  readonly isWrong: boolean
  /** Seconds until another code can be requested. */
  readonly resendIn: number
  /** Seconds until the code expires, if that is known. */
  readonly expiresIn: number | undefined
}

export interface CodeSteps {
  /** Resolves when the code has been accepted or refused, or the call has failed. */
  readonly submit: (code: string) => Promise<void>
  readonly resend: () => void
  readonly leave: () => void
}

/** What the user has typed. It outlives the view, which is built again when the language changes. */
export interface Draft {
  text: string
  /** The code that was submitted last. */
  tried: string
}

/** What the view reads, and keeps. */
interface CodeSource {
  readonly state: () => CodeState
  readonly draft: Draft
}

/** Builds the view. Calls `state` at each update. */
export function codeView(say: Say, labelKey: keyof Messages, source: CodeSource, steps: CodeSteps): Built {
  const { state, draft } = source
  const fields = codeFields(say, labelKey, state().form)
  const resend = button(say('resend'), { look: 'secondary', click: steps.resend })
  const leave = button(say('otherWay'), { look: 'quiet', click: steps.leave })
  fields.input.value = draft.text
  listen(fields, source, steps)
  let wasWrong = false
  return {
    heading: say('codeHeading'),
    text: () => {
      const { address } = state()
      return address === undefined ? '' : say('codeSent', { address })
    },
    body: [fields.form, actions(resend, leave)],
    focus: fields.input,
    update() {
      const { isChecking, isResending, isWrong, resendIn, expiresIn } = state()
      const { input, enter, hint } = fields
      input.readOnly = isChecking
      if (isWrong !== wasWrong) mark(input, 'aria-invalid', isWrong ? 'true' : undefined)
      wasWrong = isWrong
      mark(enter, 'aria-disabled', isChecking ? 'true' : undefined)
      relabel(enter, say(isChecking ? 'checking' : 'codeSubmit'))
      mark(resend, 'aria-disabled', resendIn > 0 || isResending || isChecking ? 'true' : undefined)
      relabel(resend, resendIn > 0 ? say('resendIn', { time: clockText(resendIn) }) : say('resend'))
      leave.hidden = isChecking
      hint.hidden = expiresIn === undefined
      if (expiresIn !== undefined)
        setText(hint, expiresIn > 0 ? say('codeExpires', { time: clockText(expiresIn) }) : say('codeExpired'))
    },
  }
}

interface CodeFields {
  readonly form: HTMLFormElement
  readonly input: HTMLInputElement
  readonly hint: HTMLElement
  readonly enter: HTMLButtonElement
}

function codeFields(say: Say, labelKey: keyof Messages, { length, isAlphanumeric }: CodeForm): CodeFields {
  const input = el('input', {
    id: 'code',
    name: 'code',
    part: 'input',
    autocomplete: 'one-time-code',
    inputmode: length !== undefined && !isAlphanumeric ? 'numeric' : 'text',
    autocapitalize: isAlphanumeric ? 'characters' : 'none',
    autocorrect: 'off',
    spellcheck: 'false',
    enterkeyhint: 'go',
    dir: 'ltr',
    translate: 'no',
    'aria-required': 'true',
    'aria-describedby': `hint ${problemId}`,
  })
  const hint = el('p', { id: 'hint', part: 'hint', class: 'note', role: 'timer' })
  const enter = button(say('codeSubmit'), { look: 'primary', type: 'submit' })
  const label = el('label', { for: 'code', part: 'label' }, say(labelKey))
  const field = el('div', { class: 'field', part: 'field' }, label, input, hint)
  return { form: el('form', { part: 'form', novalidate: '' }, field, enter), input, hint, enter }
}

/** Submits the code when the user says so, or when it is complete. */
function listen({ form, input, enter }: CodeFields, { state, draft }: CodeSource, steps: CodeSteps): void {
  const submit = async (): Promise<void> => {
    if (!isLive(enter)) return
    draft.tried = plainCode(input.value)
    await steps.submit(draft.tried)
    // The code was not accepted. It is selected, so that typing replaces it.
    if (input.isConnected) {
      input.focus()
      input.select()
    }
  }
  const submitComplete = (): void => {
    draft.text = input.value
    const code = plainCode(input.value)
    // The code that was tried last is not submitted automatically again.
    if (isComplete(code, state().form) && code !== draft.tried) void submit()
  }
  input.addEventListener('input', () => {
    mark(input, 'aria-invalid', undefined)
    submitComplete()
  })
  input.addEventListener('paste', (event) => {
    const found = codeIn(event.clipboardData?.getData('text') ?? '', state().form)
    if (found === undefined) return
    event.preventDefault()
    input.value = found
    submitComplete()
  })
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    void submit()
  })
}
