/**
 * The frame that both elements share: heading, problem, status and body in a shadow root. The focus and the live
 * regions survive a change of view.
 * @module
 */
import type { AnyWallet } from '../index.js'
import { type Connection, watchConnection } from './connection.js'
import { type Child, el, mark, setText } from './dom.js'
import { lastWords } from './messages/catalogue.js'
import type { Messages } from './messages/messages.js'
import { isCalm } from './problems.js'
import { dateText, type Say } from './text.js'
import { createWords, type Words } from './words.js'

type TextKey = keyof Messages

/** What a panel shows until `show` is called with another view. */
export interface View {
  /** While the key stays the same, the view stays in the document and is only updated. */
  readonly key: string
  /** Builds the view. Called when the key or the texts have changed. */
  readonly build: () => Built
}

export interface Built {
  readonly heading: string
  /** A sentence below the heading. If it is a function, it is called at each update. */
  readonly text?: string | (() => string) | undefined
  /** Shown above the heading. */
  readonly picture?: Node
  readonly body?: readonly Child[]
  /** Focused when the view appears, if the focus was in the element or `takeFocus` was called. Default: the heading. */
  readonly focus?: HTMLElement | undefined
  /** Updates the view in place. Called at each `show` and every second. */
  readonly update?: () => void
  /** Sets `aria-busy`. */
  readonly isBusy?: boolean
}

/** What a panel needs from its element. */
export interface PanelHost {
  readonly element: HTMLElement
  readonly root: ShadowRoot
  readonly messages: () => Partial<Messages> | undefined
  readonly wallet: () => AnyWallet | undefined
  /** Whether the element shows that something failed for want of a connection. */
  readonly isCut: () => boolean
  /** Renders the element again. Called when the texts have loaded, and when the connection is lost. */
  readonly render: () => void
  /** Called instead of `render` when the connection is back. */
  readonly online: () => void
  /** Returns what the live regions say. Called after each update of the view. */
  readonly news: () => News
}

/**
 * A problem and a status, as keys of their texts. A screen reader announces a problem at once, and a status when the
 * user is idle. While there is no connection, the status says so.
 */
export interface News {
  readonly problem?: TextKey | undefined
  readonly status?: TextKey | undefined
  /** What the problem's `{time}` stands for. ISO 8601. */
  readonly time?: string | undefined
}

export interface Panel {
  /** Returns the BCP 47 tag of the texts that are shown. */
  readonly lang: () => string
  readonly say: Say
  /** Whether there is no connection. */
  readonly isOffline: () => boolean
  readonly show: (view: View) => void
  readonly hide: () => void
  /** Applies a change of language, direction or `messages` at the next `show`. */
  readonly translate: () => void
  /** Makes the next change of view move the focus into the element. `false` cancels this. */
  readonly takeFocus: (isWanted?: boolean) => void
  readonly focus: () => void
  /** Aborts when `stop` is called. */
  readonly signal: AbortSignal
  readonly stop: () => void
}

/** The id of the region that shows a problem, for `aria-describedby`. */
export const problemId = 'problem'

/** The id of the sentence below the heading, for the same. */
export const textId = 'text'

/** Builds the frame in a shadow root. Nothing is visible before `show` is called. */
export function createPanel(host: PanelHost): Panel {
  const { root, render, online } = host
  const frame = frameIn(root)
  let key: string | undefined
  let built: Built | undefined
  let isWanted = false
  const stopped = new AbortController()
  const { signal } = stopped
  const words = createWords({
    ...host,
    signal,
    changed() {
      key = undefined
      setText(frame.problem, '')
      render()
    },
    failed: () => setText(frame.problem, lastWords),
  })
  const update = (): void => {
    const text = typeof built?.text === 'function' ? built.text() : (built?.text ?? '')
    setText(frame.text, text)
    frame.text.hidden = text === ''
    built?.update?.()
    tell(frame, words, host.news(), connection)
  }
  const target = (): HTMLElement => built?.focus ?? frame.heading
  const tick = setInterval(update, 1_000)
  const connection = watchConnection({
    ...host,
    signal,
    changed: render,
    back() {
      words.translate()
      online()
    },
  })

  return {
    lang: words.lang,
    say: words.say,
    isOffline: connection.isOffline,
    translate() {
      if (words.translate()) key = undefined
    },
    show(view) {
      frame.panel.hidden = false
      connection.look()
      if (words.catalogue() === undefined) return showWaiting(frame)
      const isNew = view.key !== key
      const hadFocus = root.activeElement !== null || isWanted
      if (isNew) {
        isWanted = false
        key = view.key
        built = view.build()
        fill(frame, key, built, words)
      }
      update()
      if (isNew && hadFocus) target().focus()
    },
    hide() {
      frame.panel.hidden = true
      key = built = undefined
      frame.body.replaceChildren()
      update()
    },
    takeFocus: (wanted = true) => {
      isWanted = wanted
    },
    focus() {
      // Without a view, such as before its texts have loaded, the next one takes the focus.
      if (built === undefined) isWanted = true
      else target().focus()
    },
    signal,
    stop() {
      stopped.abort()
      clearInterval(tick)
    },
  }
}

/** The parts of the frame. The live regions stay in the document, so that screen readers announce their changes. */
interface Frame {
  readonly panel: HTMLElement
  readonly head: HTMLElement
  readonly heading: HTMLElement
  readonly text: HTMLElement
  readonly problem: HTMLElement
  readonly status: HTMLElement
  readonly body: HTMLElement
}

function frameIn(root: ShadowRoot): Frame {
  // Read out with what has the focus: the heading, or the field for a code.
  const heading = el('h2', {
    part: 'heading',
    tabindex: '-1',
    hidden: '',
    'aria-describedby': `${textId} sends`,
  })
  const text = el('p', { part: 'text', id: textId, hidden: '' })
  const problem = el('div', { part: 'problem', class: 'problem', role: 'alert', id: problemId })
  const status = el('div', { part: 'status', class: 'status', role: 'status' })
  const body = el('div', { part: 'body', class: 'body' })
  const head = el('div', { part: 'head', class: 'head' }, heading, text)
  const panel = el('section', { part: 'panel', class: 'panel', hidden: '' }, head, problem, status, body)
  root.replaceChildren(panel)
  return { panel, head, heading, text, problem, status, body }
}

/** Shows no text before the catalogue has loaded, because it might be in the wrong language. */
function showWaiting({ panel, body }: Frame): void {
  mark(panel, 'aria-busy', 'true')
  body.replaceChildren(el('span', { class: 'spinner', part: 'spinner' }))
}

function fill(frame: Frame, key: string, built: Built, words: Words): void {
  const { panel, head, heading, text, body } = frame
  mark(panel, 'lang', words.lang())
  mark(panel, 'dir', words.dir())
  mark(panel, 'part', `panel ${key.split(' ')[0]}`)
  mark(panel, 'aria-busy', built.isBusy ? 'true' : undefined)
  setText(heading, built.heading)
  heading.hidden = false
  head.replaceChildren(...(built.picture ? [built.picture] : []), heading, text)
  body.replaceChildren(...(built.body ?? []).filter((child) => child !== undefined))
  body.hidden = body.childNodes.length === 0
}

function tell(
  { heading, problem, status }: Frame,
  { say, lang }: Pick<Words, 'say' | 'lang'>,
  news: News,
  { isOffline }: Connection,
): void {
  const values = news.time === undefined ? {} : { time: dateText(news.time, lang()) }
  const isCalmed = news.problem !== undefined && isCalm(news.problem)
  const told = isCalmed ? news.problem : news.status
  // If the heading already says that there is no connection, the status does not repeat it.
  const offline = heading.textContent === say('offlineHeading') ? [] : [say('offlineHeading')]
  setText(problem, news.problem === undefined || isCalmed ? '' : say(news.problem, values))
  if (isOffline()) setText(status, [...offline, say('offline')].join('\n'))
  else setText(status, told === undefined ? '' : say(told))
}

/** Builds a view that waits: a heading, a spinner with a text beside it, and more if there is more. */
export const waiting = (heading: string, words: string, text?: string, stop?: Child): Built => ({
  heading,
  text,
  body: [
    el(
      'p',
      { class: 'wait', part: 'wait' },
      el('span', { class: 'spinner', part: 'spinner' }),
      el('span', {}, words),
    ),
    stop,
  ],
  isBusy: true,
})

/** The view of an element on a page that was not loaded over HTTPS, and so can have no wallet. */
export const insecureView = (say: Say): View => ({
  key: 'insecure',
  build: () => ({ heading: say('unreachableHeading'), text: say('notSecure') }),
})

/** Whether this page was loaded over HTTPS. Old test environments do not say. */
export const isSecurePage = (): boolean => globalThis.isSecureContext !== false

/** The view of an element that waits for its wallet. */
export const loadingView = (say: Say, heading: TextKey): View => ({
  key: 'loading',
  build: () => waiting(say(heading), say('loading')),
})
