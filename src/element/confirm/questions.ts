/** Chooses the texts for questions about operations other than payments. @module */
import type { ConfirmationQuestion } from '../../index.js'
import type { Messages } from '../messages/messages.js'

/**
 * What a question shows. `heading` and `text` are keys of {@link Messages}. `facts` are values from the request, such
 * as a name.
 */
export interface QuestionWords {
  readonly heading: keyof Messages
  readonly text?: keyof Messages
  readonly facts: readonly string[]
}

/** A question about an operation other than a payment. */
export type OtherQuestion = Exclude<ConfirmationQuestion, { readonly operation: 'executeQuote' }>

/** Returns what a question shows. */
export function questionWords(question: OtherQuestion): QuestionWords {
  switch (question.operation) {
    case 'createCredential': {
      const { type: _, ...shown } = question.details
      return { heading: 'askCreateCredential', facts: Object.values<string>(shown) }
    }
    case 'revokeCredential':
      return { heading: 'askRevokeCredential', facts: [] }
    case 'refreshSession':
      return { heading: 'askRefreshSession', facts: [] }
    case 'revokeSession':
      return { heading: 'askRevokeSession', facts: [] }
    case 'revokeAllSessions':
      return {
        heading: question.details.except === undefined ? 'askRevokeAllSessions' : 'askRevokeOtherSessions',
        facts: [],
      }
    case 'exportWallet':
      return { heading: 'askExportWallet', text: 'exportWarning', facts: [] }
    case 'updatePrivacy':
      return { heading: question.details.privateEnabled ? 'askHide' : 'askShow', facts: [] }
    case 'signedRequest': {
      const { method, path, body } = question.details
      return {
        heading: 'askSignedRequest',
        facts: [`${method} ${path}`, ...(body === undefined ? [] : [JSON.stringify(body)])],
      }
    }
  }
}
