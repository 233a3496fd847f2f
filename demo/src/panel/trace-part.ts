/** The trace: each action as a waterfall through page, backend and service. @module */
import type { App } from '../app.js'
import { type Child, el, fill, setAttribute, setText } from '../dom.js'
import { keyedList, type Piece } from '../keyed-list.js'
import type { Action, Step } from '../trace.js'
import type { Part } from './part.js'

const lanes = ['Page', 'Backend', 'Service'] as const

/**
 * Makes the part with the actions, newest first. The newest action is open. A click on a request shows its headers and
 * bodies.
 */
export function tracePart(app: App): Part {
  const list = el('ol', { class: 'actions', 'aria-label': 'Actions' })
  const empty = el('p', { class: 'dim' }, 'Nothing has happened yet.')
  const show = keyedList<Action>(list, actionPiece)
  let newest = ''
  let isDue = false
  const update = (): void => {
    isDue = false
    const actions = app.trace.all().toReversed()
    empty.hidden = actions.length > 0
    show(actions)
    const first = (actions.find(({ call }) => call !== undefined) ?? actions[0])?.id ?? ''
    if (first === newest) return
    newest = first
    // A new action closes the previous one, unless the user has opened that one.
    for (const each of list.querySelectorAll<HTMLDetailsElement>('.action > details'))
      each.open = each.dataset['action'] === first
  }
  app.trace.watch(() => {
    if (isDue) return
    isDue = true
    // The part is drawn once per frame, because many changes come at once.
    requestAnimationFrame(update)
    // A background tab has no frames.
    setTimeout(() => isDue && update(), 200)
  })
  update()
  return { title: 'What happened', element: el('div', {}, empty, list) }
}

function actionPiece({ id, start }: Action): Piece<Action> {
  const name = el('span', { class: 'action-title', dir: 'auto' })
  const outcome = el('span', { class: 'outcome' })
  const steps = el('ol', { class: 'steps' })
  const show = keyedList<Step>(steps, (step) => stepPiece(step, start))
  return {
    root: el(
      'li',
      { class: 'action' },
      el(
        'details',
        { 'data-action': id },
        el('summary', { class: 'action-summary' }, name, outcome),
        el(
          'p',
          { class: 'lanes', 'aria-hidden': 'true' },
          el('span', {}, 'ms'),
          lanes.map((lane) => el('span', { class: `lane-${lane.toLowerCase()}` }, lane)),
          el('span', { class: 'lanes-took' }, 'took'),
        ),
        steps,
      ),
    ),
    update(action) {
      const { tone, text, took } = action.outcome ?? {}
      outcome.className = `outcome outcome-${tone ?? 'none'}`
      const title = titleOf(action)
      setText(name, title)
      setAttribute(steps, 'aria-label', title)
      setText(
        outcome,
        text === undefined ? (action.call === undefined ? '' : '…') : `${text} · ${span(took ?? 0)}`,
      )
      show(action.steps)
    },
  }
}

/** Returns the name of the call or, without a call, of the first thing that the wallet did by itself. */
function titleOf({ call, steps }: Action): string {
  if (call !== undefined) return call
  const first = steps.find(
    ({ lane, took, work }) => lane === 'page' && took !== undefined && work === undefined,
  )
  return first === undefined ? 'In the background' : `In the background: ${first.title}`
}

function stepPiece(first: Step, start: number): Piece<Step> {
  const root = el('li', { class: `step step-${first.lane}` })
  let shown = ''
  return {
    root,
    update(step) {
      const { lane, took, title, detail, source, tone, work, call } = step
      const key = `${took}${tone}${call?.status}`
      if (key === shown) return
      shown = key
      setAttribute(root, 'data-tone', tone)
      setAttribute(root, 'data-work', work)
      const opened = root.querySelector('details')?.open === true
      const body: Child[] =
        call === undefined
          ? [
              el('span', { class: 'step-title' }, title),
              detail === undefined ? undefined : el('span', { class: 'step-detail' }, detail),
              source === undefined || source === 'this tab'
                ? undefined
                : el('span', { class: `source source-${source.split(' ').at(-1) ?? ''}` }, source),
            ]
          : [callLine(step, opened)]
      fill(
        root,
        el('span', { class: 'step-when' }, sinceText(step.start - start)),
        el(
          'div',
          { class: 'step-body' },
          el('span', { class: 'visually-hidden' }, lane === 'page' ? 'In the page: ' : `At the ${lane}: `),
          body,
        ),
        el('span', { class: 'step-took' }, took === undefined ? '' : span(took)),
      )
    },
  }
}

function callLine({ title, call }: Step, open: boolean): HTMLElement | undefined {
  if (call === undefined) return undefined
  const { number, leg, method, path, status, lost, headers, body, answer, stamped } = call
  const outcome = status === undefined ? (lost ? 'lost' : '…') : String(status)
  return el(
    'details',
    { class: 'call', open },
    el(
      'summary',
      {},
      el('span', { class: 'call-path', dir: 'ltr' }, title),
      ' ',
      el('span', { class: 'outcome' }, outcome),
    ),
    el('p', { class: 'dim' }, leg),
    el(
      'pre',
      { class: 'json', dir: 'ltr', role: 'group', tabindex: '0', 'aria-label': `Call ${number}` },
      [
        `${method} ${path}`,
        ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
        ...(body === undefined ? [] : ['', JSON.stringify(body, null, 2)]),
        ...(stamped === undefined ? [] : ['', 'payloadToSign, as stamped:', stamped]),
        ...(answer === undefined ? [] : ['', `answered ${outcome}:`, JSON.stringify(answer, null, 2)]),
      ].join('\n'),
    ),
  )
}

/** Formats when a step began, in milliseconds, or in seconds if they do not fit into their column. */
const sinceText = (ms: number): string =>
  ms < 10_000 ? `+${Math.max(0, Math.round(ms))}` : `+${Math.round(ms / 1000)} s`

/** Formats a duration as `8 ms` or `3.1 s`. */
const span = (ms: number): string =>
  ms < 1000 ? `${Math.max(0, Math.round(ms))} ms` : `${(ms / 1000).toFixed(1)} s`
