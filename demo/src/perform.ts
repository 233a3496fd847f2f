/** Runs the action of a button. The button is busy meanwhile, and an error is shown in words. @module */
import { el, fill, setAttribute, setText } from './dom.js'
import { inWords, type Words } from './errors-in-words.js'
import { noticeBox } from './notice-box.js'
import { serverNow } from './server-time.js'
import { clockText, spokenSpan } from './times.js'

/** The elements that show the progress of an action. */
export interface ActionPlace {
  /** The button. It cannot be used while the action runs. */
  readonly button: HTMLButtonElement
  /** The region for errors. It has `role="alert"`, or is inside a region that does. */
  readonly problems: HTMLElement
}

/** The codes of errors that are not shown, because the user ended the action on purpose. */
const silent = new Set(['CANCELLED', 'SUPERSEDED', 'DISPOSED'])

/** The codes of decisions of the user. They are shown as a notice, not as an alert. */
const calm = new Set(['CEREMONY_CANCELLED', 'POPUP_CLOSED', 'STEP_UP_REQUIRED', 'CONFIRMATION_REFUSED'])

/** An error in the words of the place where it occurred. */
export interface OwnWords {
  readonly title: string
  readonly next: string
  /** What can be done after a wait, for a text such as “Try again in 0:30.” */
  readonly again: string
}

/**
 * Runs `work`. Resolves with whether it succeeded. Never rejects.
 *
 * @param better texts by code, if this place knows better ones than the table of all errors: the next step alone, or
 * all texts
 */
export async function perform(
  { button, problems }: ActionPlace,
  work: () => Promise<unknown>,
  better: Readonly<Record<string, string | OwnWords>> = {},
): Promise<boolean> {
  if (button.getAttribute('aria-disabled') === 'true') return false
  // Not `disabled`, because a disabled button loses the focus, and then keyboard users lose their place.
  setAttribute(button, 'aria-disabled', 'true')
  setAttribute(button, 'data-busy', true)
  fill(problems)
  try {
    await work()
    return true
  } catch (error) {
    const words = inWords(error)
    const { code, wait } = words
    const own = better[code]
    const all = typeof own === 'object' ? own : undefined
    const title = all?.title ?? words.title
    const next = all?.next ?? (typeof own === 'string' ? own : words.next)
    if (silent.has(code)) return false
    if (calm.has(code)) fill(problems, noticeBox('info', title, next))
    else if (wait > 0) pause({ button, problems }, words, all)
    else fill(problems, noticeBox('problem', title, next, code))
    return false
  } finally {
    if (!paused.has(button)) setAttribute(button, 'aria-disabled', undefined)
    setAttribute(button, 'data-busy', undefined)
  }
}

const paused = new WeakSet<HTMLButtonElement>()

/** Counts down until the call may be made again. The button cannot be used until then. */
function pause({ button, problems }: ActionPlace, { title, code, wait }: Words, own?: OwnWords): void {
  const again = own?.again ?? 'Try again'
  const rest = el('span', { class: 'countdown', 'aria-hidden': 'true' })
  const box = noticeBox('problem', own?.title ?? title, undefined, code)
  const spoken = el('span', { class: 'visually-hidden' }, `${again} in ${spokenSpan(wait)}.`)
  box.querySelector('.notice-title')?.after(el('p', {}, own && `${own.next} `, spoken, rest))
  fill(problems, box)
  paused.add(button)
  const until = serverNow() + wait * 1000
  const tick = (): void => {
    const left = Math.ceil((until - serverNow()) / 1000)
    setText(rest, `${again} in ${clockText(left)}.`)
    if (left > 0 && button.isConnected) return
    clearInterval(timer)
    paused.delete(button)
    setAttribute(button, 'aria-disabled', undefined)
    if (box.isConnected) fill(problems)
  }
  const timer = setInterval(tick, 500)
  tick()
}
