/**
 * The frame that both elements share: heading, problem, status and body in a shadow root. The focus and the live
 * regions survive a change of view.
 * @module
 */
import { type Child, el, mark, setText } from './dom.js'
import { type Catalogue, languageOf, lastWords, loadCatalogue } from './messages/catalogue.js'
import type { Messages } from './messages/messages.js'
import { isCalm } from './problems.js'
import { type Say, sayIn } from './text.js'

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
  /** Renders the element again. Called when the texts have loaded, and when the browser goes offline. */
  readonly render: () => void
  /** Called instead of `render` when the browser comes back online. */
  readonly online: () => void
}

export interface Panel {
  /** Returns the BCP 47 tag of the texts that are shown. */
  readonly lang: () => string
  readonly say: Say
  readonly show: (view: View) => void
  readonly hide: () => void
  /**
   * Shows a problem or a status. A screen reader announces a problem at once, and a status when the user is idle. While
   * the browser is offline, the status says so.
   */
  readonly tell: (news: {
    readonly problem?: TextKey | undefined
    readonly status?: TextKey | undefined
  }) => void
  /** Applies a change of `lang`, `dir` or `messages` at the next `show`. */
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

/** Builds the frame in a shadow root. Nothing is visible before `show` is called. */
export function createPanel({ element, root, messages, render, online }: PanelHost): Panel {
  const heading = el('h2', { part: 'heading', tabindex: '-1', hidden: '' })
  const text = el('p', { part: 'text', hidden: '' })
  const problem = el('div', { part: 'problem', class: 'problem', role: 'alert', id: problemId })
  const status = el('div', { part: 'status', class: 'status', role: 'status' })
  const body = el('div', { part: 'body', class: 'body' })
  const head = el('div', { part: 'head', class: 'head' }, heading, text)
  const panel = el('section', { part: 'panel', class: 'panel', hidden: '' }, head, problem, status, body)
  root.replaceChildren(panel)

  let key: string | undefined
  let built: Built | undefined
  let isWanted = false
  let catalogue: Catalogue | undefined
  let language: string | undefined
  let own = messages()
  let dir = element.getAttribute('dir')
  const stopped = new AbortController()
  const { signal } = stopped

  const translate = (): void => {
    const wanted = languageOf(element)
    if (own !== messages() || dir !== element.getAttribute('dir')) key = undefined
    own = messages()
    dir = element.getAttribute('dir')
    if (wanted === language) return
    language = wanted
    loadCatalogue(wanted).then(
      (loaded) => {
        if (signal.aborted || language !== wanted) return
        catalogue = loaded
        key = undefined
        setText(problem, '')
        render()
      },
      () => {
        if (signal.aborted || language !== wanted) return
        language = undefined
        if (catalogue === undefined) setText(problem, lastWords)
      },
    )
  }
  translate()

  const update = (): void => {
    const words = typeof built?.text === 'function' ? built.text() : (built?.text ?? '')
    setText(text, words)
    text.hidden = words === ''
    built?.update?.()
  }
  const target = (): HTMLElement => built?.focus ?? heading
  const say: Say = (name, values) => (catalogue ? sayIn(catalogue, messages())(name, values) : '')
  const tick = setInterval(update, 1_000)
  // The event `online` is not enough, because it can come before the load fails or before the network works.
  const again = setInterval(() => language ?? translate(), 5_000)
  const onLine = (): void => {
    translate()
    online()
  }
  addEventListener('online', onLine, { signal })
  addEventListener('offline', render, { signal })

  return {
    lang: () => catalogue?.lang ?? 'en',
    say,
    translate,
    show(view) {
      panel.hidden = false
      // No text is shown before the catalogue has loaded, because it might be in the wrong language.
      if (catalogue === undefined) {
        mark(panel, 'aria-busy', 'true')
        body.replaceChildren(el('span', { class: 'spinner', part: 'spinner' }))
        return
      }
      if (view.key !== key) {
        const hadFocus = root.activeElement !== null || isWanted
        isWanted = false
        key = view.key
        built = view.build()
        mark(panel, 'lang', catalogue.lang)
        mark(panel, 'dir', dir ?? catalogue.dir)
        mark(panel, 'part', `panel ${view.key.split(' ')[0]}`)
        setText(heading, built.heading)
        heading.hidden = false
        head.replaceChildren(...(built.picture ? [built.picture] : []), heading, text)
        update()
        body.replaceChildren(...(built.body ?? []).filter((child) => child !== undefined))
        body.hidden = body.childNodes.length === 0
        if (hadFocus) target().focus()
      }
      mark(panel, 'aria-busy', built?.isBusy ? 'true' : undefined)
      update()
    },
    hide() {
      panel.hidden = true
      key = undefined
      built = undefined
      body.replaceChildren()
    },
    tell(news) {
      if (catalogue === undefined) return
      const isCalmed = news.problem !== undefined && isCalm(news.problem)
      const told = isCalmed ? news.problem : news.status
      // If the heading already says that the browser is offline, the status does not repeat it.
      const offline = built?.heading === say('offlineHeading') ? [] : [say('offlineHeading')]
      setText(problem, news.problem === undefined || isCalmed ? '' : say(news.problem))
      setText(
        status,
        navigator.onLine === false
          ? [...offline, say('offline')].join('\n')
          : told === undefined
            ? ''
            : say(told),
      )
    },
    takeFocus: (wanted = true) => {
      isWanted = wanted
    },
    focus: () => target().focus(),
    signal,
    stop() {
      stopped.abort()
      clearInterval(tick)
      clearInterval(again)
    },
  }
}

/** Creates a spinner with a text beside it. */
export const waiting = (words: string): HTMLElement =>
  el(
    'p',
    { class: 'wait', part: 'wait' },
    el('span', { class: 'spinner', part: 'spinner' }),
    el('span', {}, words),
  )
