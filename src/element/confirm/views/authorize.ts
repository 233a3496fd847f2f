/** The screen of a payment that waits for the user: for a code, or for a passkey. @module */
import type { AwaitedAuthorization, Quote } from '../../../index.js'
import { type CodeState, codeView } from '../../code-view.js'
import { actions, button, disable, el, relabel, setText } from '../../dom.js'
import type { Messages } from '../../messages/messages.js'
import type { Built, View } from '../../panel.js'
import { codeFormOf } from '../../read-code.js'
import { clockText, secondsUntil } from '../../text.js'
import { type Authorization, authorizationProblemOf, lookOf, purposeOf } from '../authorization.js'
import { asking, authorize, resendCode } from '../authorize.js'
import { type ConfirmModel, forgetDeadEnd, nowOf } from '../model.js'
import { isDeadEnd } from '../screen.js'
import { reading } from './reading.js'
import { summary } from './summary.js'

/** The screen that asks for the answer to a challenge. Another challenge has another screen. */
export function authorizeView(model: ConfirmModel, quote: Quote, awaited: AwaitedAuthorization): View {
  const authorization = asking(model, awaited)
  const { factor, expiresAt, purpose } = awaited
  const { label } = lookOf(awaited)
  return {
    key: `authorize ${factor} ${expiresAt} ${purpose} ${JSON.stringify(codeFormOf(model.host.element))}`,
    build: () => {
      const isRead = reading(model.panel.signal, model.render)
      const asked = { quote, authorization, isRead }
      return label === undefined ? passkeyScreen(model, asked) : codeScreen(model, label, asked)
    },
  }
}

interface Asked {
  readonly quote: Quote
  readonly authorization: Authorization
  readonly isRead: () => boolean
}

function leave(model: ConfirmModel, quote: Quote): void {
  forgetDeadEnd(model)
  model.host.emit('wallet-cancel', quote)
  model.render()
}

/** Whether no answer would be accepted. The way out is to leave, and to come back later. */
const isRefused = (authorization: Authorization): boolean => isDeadEnd(authorizationProblemOf(authorization))

/** Returns the seconds until the service no longer accepts an answer. Shows another screen once it does not. */
function secondsLeft(model: ConfirmModel, { awaited, call }: Authorization): number {
  const left = secondsUntil(Date.parse(awaited.expiresAt), nowOf(model))
  if (left === 0 && call !== 'authorize') queueMicrotask(model.render)
  return left
}

function codeScreen(model: ConfirmModel, label: keyof Messages, asked: Asked): Built {
  const { quote, authorization, isRead } = asked
  const { awaited, draft } = authorization
  const { say } = model.panel
  const { isSent, refused, text } = lookOf(awaited)
  const state = (): CodeState => {
    const now = nowOf(model)
    const { call, answerAt, resendAt } = authorization
    return {
      text: say(text),
      form: codeFormOf(model.host.element),
      isChecking: call === 'authorize',
      isResending: call === 'resend',
      awaitsNext: call === 'resend',
      isWrong: [refused, 'codeMissing'].includes(authorizationProblemOf(authorization) ?? ''),
      isOver: isRefused(authorization),
      submitIn: secondsUntil(answerAt, now),
      resendIn: secondsUntil(resendAt, now),
      isUnread: !isRead(),
      hint: say('authorizeTime', { time: clockText(secondsLeft(model, authorization)) }),
    }
  }
  const words = {
    heading: 'authorizeHeading',
    label,
    submit: 'authorizeSubmit',
    leave: 'notNow',
    above: summary(model, quote, say(purposeOf(awaited))),
  } as const
  return codeView(
    say,
    words,
    { state, draft },
    {
      submit: (code) => authorize(model, code),
      leave: () => leave(model, quote),
      ...(isSent && { resend: () => resendCode(model) }),
    },
  )
}

function passkeyScreen(model: ConfirmModel, { quote, authorization, isRead }: Asked): Built {
  const { awaited } = authorization
  const { say } = model.panel
  const agree = button(say('authorizeWithPasskey'), { look: 'primary', click: () => void authorize(model) })
  const later = button(say('notNow'), { look: 'quiet', click: () => leave(model, quote) })
  const time = el('p', { part: 'hint', class: 'note', role: 'timer' })
  const isOpen = (): boolean => authorization.call !== undefined
  return {
    heading: say('authorizeHeading'),
    text: () => say(isOpen() ? 'passkeyOpen' : lookOf(awaited).text),
    body: [...summary(model, quote, say(purposeOf(awaited))), time, actions(agree, later)],
    focus: agree,
    update() {
      const pause = secondsUntil(authorization.answerAt, nowOf(model))
      relabel(agree, say(isOpen() ? 'loading' : 'authorizeWithPasskey'), pause)
      disable(agree, isOpen() || pause > 0 || !isRead())
      agree.hidden = isRefused(authorization)
      disable(later, !isRead())
      later.hidden = isOpen()
      setText(time, say('authorizeTime', { time: clockText(secondsLeft(model, authorization)) }))
    },
  }
}
