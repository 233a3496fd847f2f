/** Runs `<wallet-confirm>`: shows the terms of a payment, asks the user, and executes the quote. @module */
import type { ConfirmationRequest } from '../../index.js'
import type { Host, Running } from '../element-class.js'
import { createPanel, loadingView, type View } from '../panel.js'
import { ask } from './ask.js'
import { type ConfirmModel, type ConfirmProperties, factsOf, follow } from './model.js'
import { check } from './pay.js'
import { newsOf, screenOf } from './screen.js'
import { doubtView, outcomeView } from './views/after.js'
import { reviewView } from './views/payment.js'
import { questionView } from './views/question.js'

/** `<wallet-confirm>` while it is in the document. */
export interface RunningConfirm extends Running {
  readonly ask: (request: ConfirmationRequest) => Promise<boolean>
  /** Answers "no" to the question that is shown, if there is one. */
  readonly refuse: () => void
}

/** Starts `<wallet-confirm>`. */
export function startConfirm(host: Host<ConfirmProperties>): RunningConfirm {
  const { element, root, properties } = host
  const panel = createPanel({
    element,
    root,
    messages: () => properties.messages,
    render: () => render(model),
    online() {
      model.isChecked = false
      render(model)
    },
    news: () => newsOf(factsOf(model)),
  })
  const model: ConfirmModel = {
    host,
    panel,
    render: () => render(model),
    isPaying: false,
    isChecked: false,
    blockedUntil: 0,
    questions: [],
    count: 0,
  }
  render(model)
  return {
    ask: (request) => ask(model, request),
    refuse: () => model.questions[0]?.answer(false),
    changed() {
      panel.translate()
      render(model)
    },
    focus: panel.focus,
    stop() {
      // From the last to the first, so that none of them is shown meanwhile.
      for (const { withdraw } of [...model.questions].reverse()) withdraw()
      model.unsubscribe?.()
      panel.stop()
    },
  }
}

function render(model: ConfirmModel): void {
  follow(model)
  const view = viewOf(model)
  if (view === undefined) model.panel.hide()
  else model.panel.show(view)
}

function viewOf(model: ConfirmModel): View | undefined {
  const screen = screenOf(factsOf(model))
  switch (screen.name) {
    case 'question': {
      const [question] = model.questions
      return question && questionView(model, question)
    }
    case 'nothing':
      return undefined
    case 'loading':
      return loadingView(model.panel.say, 'payHeading')
    case 'outcome':
      return outcomeView(model, screen.quote)
    case 'doubt':
      if (!model.isChecked) check(model)
      return doubtView(model, screen.quote)
    case 'review':
      return reviewView(model, screen.quote)
  }
}
