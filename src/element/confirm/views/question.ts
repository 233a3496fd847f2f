/** The screen of a question: about a payment that the element does not show, or about another operation. @module */
import { actions, button, type Child, disable, el } from '../../dom.js'
import type { Built, View } from '../../panel.js'
import { type Say, verbatim } from '../../text.js'
import type { ConfirmModel, Question } from '../model.js'
import { type OtherQuestion, questionWords } from '../questions.js'
import { paymentView } from './payment.js'
import { reading } from './reading.js'

interface Steps {
  readonly agree: () => void
  readonly refuse: () => void
}

export const questionView = (model: ConfirmModel, { request, number, answer }: Question): View => ({
  key: `question ${number}`,
  build: () => {
    const steps = { agree: () => answer(true), refuse: () => answer(false) }
    return request.operation === 'executeQuote'
      ? paymentView(model, request.details, { ...steps, isOwn: false })
      : other(model.panel.say, request, steps)
  },
})

function other(say: Say, question: OtherQuestion, steps: Steps): Built {
  const { heading, text, facts } = questionWords(question)
  const shown: Child[] = facts.map((fact) => el('p', { class: 'mono', part: 'fact' }, verbatim(fact)))
  const agree = button(say('agree'), { look: 'primary', click: steps.agree })
  disable(agree, true)
  reading(() => disable(agree, false))
  const refuse = button(say('cancel'), { look: 'secondary', click: steps.refuse })
  return {
    heading: say(heading),
    text: text && say(text),
    body: [...shown, actions(agree, refuse)],
  }
}
