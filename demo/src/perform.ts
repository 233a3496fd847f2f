/** Runs what a button starts: busy while it runs, words when it fails. @module */
import { el, fill, setAttribute, setText } from './dom.js'
import { inWords, type Words } from './errors-in-words.js'
import { noticeBox } from './notice-box.js'
import { serverNow } from './server-time.js'
import { clockText, spokenSpan } from './times.js'

/** Where an action shows itself. */
export interface ActionPlace {
  /** Cannot be used again while it runs. */
  readonly button: HTMLButtonElement
  /** A region with `role="alert"` or in one: gets the words of a failure. */
  readonly problems: HTMLElement
}

/** Codes of failures that the person brought about and knows of. */
const silent = new Set(['CANCELLED', 'SUPERSEDED', 'DISPOSED'])

/** Codes of what people do on purpose: a word, and no alarm. */
const calm = new Set(['CEREMONY_CANCELLED', 'POPUP_CLOSED', 'STEP_UP_REQUIRED', 'CONFIRMATION_REFUSED'])

/**
 * Runs `work` and settles with whether it succeeded. Never rejects.
 *
 * @param nextSteps by code, where this place knows a better next step than the table of all errors
 */
export async function perform(
  { button, problems }: ActionPlace,
  work: () => Promise<unknown>,
  nextSteps: Readonly<Record<string, string>> = {},
): Promise<boolean> {
  if (button.getAttribute('aria-disabled') === 'true') return false
  // Not `disabled`: that would throw the focus away, and with it the place of whoever uses the keyboard.
  setAttribute(button, 'aria-disabled', 'true')
  setAttribute(button, 'data-busy', true)
  fill(problems)
  try {
    await work()
    return true
  } catch (error) {
    const words = inWords(error)
    const { title, code, wait } = words
    const next = nextSteps[code] ?? words.next
    if (silent.has(code)) return false
    if (calm.has(code)) fill(problems, noticeBox('info', title, next))
    else if (wait > 0) pause({ button, problems }, words)
    else fill(problems, noticeBox('problem', title, next, code))
    return false
  } finally {
    if (!paused.has(button)) setAttribute(button, 'aria-disabled', undefined)
    setAttribute(button, 'data-busy', undefined)
  }
}

const paused = new WeakSet<HTMLButtonElement>()

/** Counts down to when the call may be made again; until then its button waits, too. */
function pause({ button, problems }: ActionPlace, { title, code, wait }: Words): void {
  const rest = el('span', { class: 'countdown', 'aria-hidden': 'true' })
  const box = noticeBox('problem', title, undefined, code)
  const spoken = el('span', { class: 'visually-hidden' }, `Try again in ${spokenSpan(wait)}.`)
  box.querySelector('.notice-title')?.after(el('p', {}, spoken, rest))
  fill(problems, box)
  paused.add(button)
  const until = serverNow() + wait * 1000
  const tick = (): void => {
    const left = Math.ceil((until - serverNow()) / 1000)
    setText(rest, `Try again in ${clockText(left)}.`)
    if (left > 0 && button.isConnected) return
    clearInterval(timer)
    paused.delete(button)
    setAttribute(button, 'aria-disabled', undefined)
    if (box.isConnected) fill(problems)
  }
  const timer = setInterval(tick, 500)
  tick()
}
