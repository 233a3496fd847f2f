/** A dialog that asks before something is signed or cannot be undone. @module */
import { button } from '../controls.js'
import { el } from '../dom.js'
import type { QuestionWords } from '../questions.js'
import { openDialog } from './dialog.js'
import { fact } from './fact.js'

/** Asks the user. Resolves with whether the user agreed. If the signal aborts, the answer is no. */
export function confirmed(
  { title, about, facts, agree, refuse, weight }: Omit<QuestionWords, 'purpose'>,
  signal: AbortSignal,
): Promise<boolean> {
  if (signal.aborted) return Promise.resolve(false)
  return new Promise((resolve) => {
    const no = (): void => end(false)
    const end = (answer: boolean): void => {
      signal.removeEventListener('abort', no)
      dialog.close()
      resolve(answer)
    }
    const dialog = openDialog(
      title,
      about,
      no,
      facts.length === 0
        ? undefined
        : el(
            'dl',
            { class: 'facts' },
            facts.map(([name, value]) => fact(name, value)),
          ),
      el(
        'div',
        { class: 'row row-end' },
        button('secondary', refuse, no),
        button(weight, agree, () => end(true)),
      ),
    )
    signal.addEventListener('abort', no)
  })
}
