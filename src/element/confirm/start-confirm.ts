/** Runs `<wallet-confirm>`: shows the terms of a payment, asks the user, and executes the quote. @module */
import type { Host, Running } from '../element-class.js'
import { createPanel, insecureView, loadingView, type View } from '../panel.js'
import { ask } from './ask.js'
import {
  type ConfirmModel,
  type ConfirmProperties,
  factsOf,
  follow,
  forgetCut,
  isCut,
  type ShownRequest,
} from './model.js'
import { check } from './pay.js'
import { isOutcome, newsOf, screenOf } from './screen.js'
import { answeredView, doubtView, lateView, outcomeView } from './views/after.js'
import { authorizeView } from './views/authorize.js'
import { reviewView } from './views/payment.js'
import { questionView } from './views/question.js'

/** `<wallet-confirm>` while it is in the document. */
export interface RunningConfirm extends Running {
  readonly ask: (request: ShownRequest) => Promise<boolean>
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
    wallet: () => properties.wallet,
    isCut: () => isCut(model),
    online() {
      forgetCut(model)
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
    reads: 0,
    isChecked: false,
    wasUnsettled: false,
    isSettledElsewhere: false,
    readAt: 0,
    blockedUntil: 0,
    questions: [],
    count: 0,
  }
  // Around a wallet's frame, a click counts only on what the person could see.
  element.addEventListener(
    'wallet-click-dropped',
    () => {
      model.droppedOn = model.questions[0]?.number
      render(model)
    },
    { signal: panel.signal },
  )
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
  // A call may end after the element has left the document.
  if (model.panel.signal.aborted) return
  follow(model)
  hearOtherTabs(model)
  const view = viewOf(model)
  if (view === undefined) model.panel.hide()
  else model.panel.show(view)
}

/** Notices that another tab has learned the outcome of the payment, which then has to be read here too. */
function hearOtherTabs(model: ConfirmModel): void {
  const { wallet, quote, settled, authorization } = model
  if (model.isPaying || authorization?.call !== undefined) return
  const isUnsettled = wallet?.getState().unsettled.some(({ quoteId }) => quoteId === quote?.id) === true
  if (model.wasUnsettled && !isUnsettled && !(settled && isOutcome(settled))) {
    model.isSettledElsewhere = true
    // A read that is in flight may be the one that has learned it.
    if (model.reads === 0) model.isChecked = false
  }
  model.wasUnsettled = isUnsettled
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
    case 'insecure':
      return insecureView(model.panel.say)
    case 'outcome':
      return outcomeView(model, screen.quote)
    case 'doubt':
      if (!model.isChecked) check(model)
      return doubtView(model, screen.quote)
    case 'authorize':
      if (!model.isChecked) check(model)
      return authorizeView(model, screen.quote, screen.awaited)
    case 'late':
      return lateView(model, screen.quote)
    case 'answered':
      if (!model.isChecked) check(model)
      return answeredView(model, screen.quote)
    case 'review':
      return reviewView(model, screen.quote)
  }
}
