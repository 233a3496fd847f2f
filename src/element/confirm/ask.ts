/** The questions of the wallet's option `confirm`. @module */
import type { ConfirmModel, Question, ShownRequest } from './model.js'
import { essenceOf } from './terms.js'

/** Tells the page that a question is now shown, so that a dialog that an answer has closed opens again. */
function announce({ host, questions: [shown] }: ConfirmModel): void {
  if (shown) host.emit('wallet-question', { operation: shown.request.operation })
}

/**
 * Asks the user. Resolves with `false` if the request's signal aborts, and rejects if the element leaves the document
 * before the user has answered.
 */
export function ask(model: ConfirmModel, request: ShownRequest): Promise<boolean> {
  if (request.signal.aborted) return Promise.resolve(false)
  if (request.operation === 'executeQuote' && model.agreed === essenceOf(request.details)) {
    model.agreed = undefined
    return Promise.resolve(true)
  }
  const { host, panel } = model
  const { operation } = request
  const asked = new Promise<boolean>((resolve, reject) => {
    model.count += 1
    const end = (agrees: boolean): void => {
      const wasShown = model.questions[0] === question
      model.questions = model.questions.filter((each) => each !== question)
      request.signal.removeEventListener('abort', stop)
      panel.takeFocus()
      if (wasShown) host.emit('wallet-answer', { operation, agrees })
      model.render()
      if (wasShown) announce(model)
    }
    const answer = (agrees: boolean): void => {
      resolve(agrees)
      end(agrees)
    }
    const withdraw = (): void => {
      reject(new Error('The element left the document before an answer.'))
      end(false)
    }
    const stop = (): void => answer(false)
    const question: Question = { request, number: model.count, answer, withdraw }
    model.questions = [...model.questions, question]
    request.signal.addEventListener('abort', stop)
    panel.takeFocus()
    model.render()
    if (model.questions[0] === question) announce(model)
  })
  // A page that does not wait for the answer must not see an uncaught error.
  asked.catch(() => {})
  return asked
}
