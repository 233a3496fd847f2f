/** The screen of a question: about a payment that the element does not show, or about another operation. @module */
import { actions, button, type Child, disable, el } from '../../dom.js'
import type { Built, View } from '../../panel.js'
import { dateText, shortened, verbatim } from '../../text.js'
import type { ConfirmModel, Question } from '../model.js'
import { type OtherQuestion, questionWords } from '../questions.js'
import { row } from '../terms.js'
import { paymentView } from './payment.js'
import { reading } from './reading.js'

interface Steps {
  readonly agree: () => void
  readonly refuse: () => void
  /** The sentence that says who asks. */
  readonly asker: string | undefined
}

/** Returns what the person knows the page by: its host, and the whole origin of one without HTTPS. */
const siteOf = (origin: string): string => {
  const { protocol, host } = new URL(origin)
  return protocol === 'https:' ? host : origin
}

export const questionView = (model: ConfirmModel, { request, number, answer }: Question): View => ({
  key: `question ${number}`,
  build: () => {
    const { say } = model.panel
    const site = request.parent && siteOf(request.parent)
    const steps: Steps = {
      agree: () => answer(true),
      refuse: () => answer(false),
      asker: site && say('askedBy', { site }),
    }
    return request.operation === 'executeQuote'
      ? paymentView(model, request.details, { ...steps, text: steps.asker, isOwn: false })
      : other(model.panel, request, steps)
  },
})

function other({ say, signal, lang }: ConfirmModel['panel'], question: OtherQuestion, steps: Steps): Built {
  const words = questionWords(question)
  const { heading, text, about = [], since, sent = [] } = words
  const terms: readonly Child[] = [
    ...about.map(([term, ...values]) =>
      row(say(term), ...values.map((value) => el('div', {}, verbatim(shortened(value))))),
    ),
    since && row(say(since[0]), verbatim(dateText(since[1], lang()))),
  ]
  const list = about.length > 0 && el('dl', { part: 'terms' }, ...terms)
  const shown: Child[] = [
    list || undefined,
    ...sent.map((each) => el('p', { class: 'mono', part: 'fact' }, verbatim(each))),
  ]
  const agree = button(say(words.agree), { look: 'primary', click: steps.agree })
  disable(agree, true)
  reading(signal, () => disable(agree, false))
  const refuse = button(say('cancel'), { look: 'secondary', click: steps.refuse })
  return {
    heading: say(heading),
    text: [steps.asker, text && say(text)].filter((each) => each !== undefined).join(' '),
    body: [...shown, actions(agree, refuse)],
  }
}
