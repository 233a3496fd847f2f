/** A dialog that asks the user before something is signed or cannot be undone. @module */
import { button } from '../controls.js'
import { el } from '../dom.js'
import type { QuestionWords } from '../questions.js'
import { openDialog } from './dialog.js'
import { fact } from './fact.js'

/** Asks the user. Resolves with whether the user agreed, or with `false` if the signal aborts. */
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
