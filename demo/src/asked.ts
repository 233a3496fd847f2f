/** The questions that wait for the user's answer in a dialog. @module */
import type { QuestionWords } from './questions.js'

/** A question in a dialog. */
export interface Asked {
  readonly number: number
  /** Whether the user has to sign in again, or only to agree. */
  readonly kind: 'agreement' | 'proof'
  readonly words: QuestionWords
  /** A credential that cannot prove anything, because the operation removes it. */
  readonly except?: string | undefined
  readonly answer: (yes: boolean) => void
}

/** The texts of a question that is only agreed to. */
export type AgreementWords = Omit<QuestionWords, 'purpose'>

/** The open questions, and the functions that ask them. */
export interface Questions {
  readonly list: () => readonly Asked[]
  /** Asks whether the user agrees. Resolves with `false` if the signal aborts. */
  readonly agreed: (words: AgreementWords, signal: AbortSignal) => Promise<boolean>
  /** Asks the user to sign in again. Resolves with whether the user has done so. */
  readonly proven: (words: QuestionWords, except?: string) => Promise<boolean>
}

/** Makes an empty list. `changed` is called each time it has changed. */
export function createQuestions(changed: () => void): Questions {
  let list: readonly Asked[] = []
  let count = 0
  const ask = (
    question: Omit<Asked, 'number' | 'answer'>,
    signal: AbortSignal | undefined,
  ): Promise<boolean> =>
    new Promise((resolve) => {
      if (signal?.aborted) return resolve(false)
      count += 1
      const number = count
      const answer = (yes: boolean): void => {
        signal?.removeEventListener('abort', no)
        list = list.filter((each) => each.number !== number)
        changed()
        resolve(yes)
      }
      const no = (): void => answer(false)
      signal?.addEventListener('abort', no)
      list = [...list, { ...question, number, answer }]
      changed()
    })
  return {
    list: () => list,
    agreed: (words, signal) => ask({ kind: 'agreement', words: { ...words, purpose: '' } }, signal),
    proven: (words, except) => ask({ kind: 'proof', words, except }, undefined),
  }
}
