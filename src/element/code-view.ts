/** The view in which the user enters a code: to sign in, or to authorize a payment. @module */

import { plainCode } from '../wire/plain-code.js'
import { actions, button, type Child, disable, el, isLive, mark, relabel, restyle, setText } from './dom.js'
import type { Messages } from './messages/messages.js'
import { type Built, problemId, textId } from './panel.js'
import { type CodeForm, codeIn, isComplete } from './read-code.js'
import { clockText, type Say } from './text.js'

/** What the code is for: the texts that differ, and what is shown above the field. */
export interface CodeWords {
  readonly heading: keyof Messages
  /** The label of the field. */
  readonly label: keyof Messages
  /** The button that submits the code. */
  readonly submit: keyof Messages
  /** The button that leaves the view. */
  readonly leave: keyof Messages
  readonly above?: readonly Child[]
}

/** The state that the view reads at each update. */
export interface CodeState {
  /** The sentence below the heading. */
  readonly text: string
  readonly form: CodeForm
  readonly isChecking: boolean
  readonly isResending: boolean
  /** Whether no code is taken until the next one has been sent, because that one makes the others void. */
  readonly awaitsNext?: boolean
  /** Whether the last submitted code was refused or malformed. */
  readonly isWrong: boolean
  /** Whether even the right code may be refused now, so that another one is to be requested. */
  readonly isVoid?: boolean
  /** Whether no answer would be accepted: only the way out is left. */
  readonly isOver?: boolean
  /** Seconds until another code can be requested. */
  readonly resendIn: number
  /** Seconds until a code can be submitted. Default: 0. */
  readonly submitIn?: number
  /** Whether a click may still be meant for what was shown before. The buttons below the form then ignore it. */
  readonly isUnread?: boolean
  /** The text below the field, such as a countdown. */
  readonly hint: string | undefined
}

export interface CodeSteps {
  /** Resolves when the code has been accepted or refused, or the call has failed. */
  readonly submit: (code: string) => Promise<void>
  /** Absent if nobody sends the code. */
  readonly resend?: () => void
  readonly leave: () => void
}

/** What the user has typed. It outlives the view, which is built again when the language changes. */
export interface Draft {
  /** `undefined` once another code has been sent, which makes this one void: the field is then cleared. */
  text: string | undefined
  /** The code that was submitted last. */
  tried: string
}

/** What the view reads, and keeps. */
interface CodeSource {
  readonly state: () => CodeState
  readonly draft: Draft
}

/** Builds the view. Calls `state` at each update. */
export function codeView(say: Say, words: CodeWords, source: CodeSource, steps: CodeSteps): Built {
  const { state, draft } = source
  const fields = codeFields(say, words, state().form)
  const resend = button(say('resend'), { look: 'secondary', ...(steps.resend && { click: steps.resend }) })
  const leave = button(say(words.leave), { look: 'quiet', click: steps.leave })
  fields.input.value = draft.text ?? ''
  listen(fields, source, steps)
  let wasWrong = false
  return {
    heading: say(words.heading),
    text: () => state().text,
    body: [...(words.above ?? []), fields.form, actions(...(steps.resend ? [resend] : []), leave)],
    focus: fields.input,
    update() {
      const { isChecking, isResending, awaitsNext = false, isWrong } = state()
      const { resendIn, submitIn = 0, isUnread = false, isVoid = false, isOver = false, hint } = state()
      const { input, enter } = fields
      input.readOnly = isChecking
      if (draft.text === undefined) input.value = draft.text = ''
      if (isWrong !== wasWrong) mark(input, 'aria-invalid', isWrong ? 'true' : undefined)
      wasWrong = isWrong
      disable(enter, isChecking || awaitsNext || submitIn > 0)
      relabel(enter, say(isChecking ? 'checking' : words.submit), submitIn)
      disable(resend, resendIn > 0 || isResending || isChecking || isUnread)
      relabel(resend, resendIn > 0 ? say('resendIn', { time: clockText(resendIn) }) : say('resend'))
      restyle(resend, isVoid ? 'primary' : 'secondary')
      restyle(enter, isVoid ? 'secondary' : 'primary')
      fields.form.hidden = resend.hidden = isOver
      disable(leave, isUnread)
      leave.hidden = isChecking
      fields.hint.hidden = hint === undefined
      if (hint !== undefined) setText(fields.hint, hint)
    },
  }
}

interface CodeFields {
  readonly form: HTMLFormElement
  readonly input: HTMLInputElement
  readonly hint: HTMLElement
  readonly enter: HTMLButtonElement
}

function codeFields(say: Say, words: CodeWords, { length, isAlphanumeric }: CodeForm): CodeFields {
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
    'aria-describedby': `${textId} hint ${problemId}`,
  })
  const hint = el('p', { id: 'hint', part: 'hint', class: 'note', role: 'timer' })
  const enter = button(say(words.submit), { look: 'primary', type: 'submit' })
  const label = el('label', { for: 'code', part: 'label' }, say(words.label))
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
