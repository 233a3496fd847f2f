/** The wire: both legs in one order, secrets blacked out by the server. @module */
import type { WireEntry } from '../../contract.js'
import type { App } from '../app.js'
import { el, fill } from '../dom.js'
import { timeText } from '../times.js'
import type { Part } from './part.js'

/** Entries that are shown. */
const limit = 24

/** Calls of page and backend, the newest first; each opens to its headers and body. */
export function wirePart(_: App): Part {
  const list = el('ol', { class: 'wire', 'aria-label': 'Calls' })
  const empty = el('p', { class: 'dim' }, 'No calls yet.')
  let shown = ''
  return {
    title: 'Wire',
    element: el(
      'div',
      {},
      el(
        'p',
        { class: 'dim' },
        'The page speaks to its backend with the login cookie; only the backend speaks to the service, with the API secret. Those calls are indented. The newest is at the top; press one to see all of it.',
      ),
      empty,
      list,
    ),
    update({ wire }) {
      const newest = wire.slice(-limit).toReversed()
      const key = newest.map(({ number, status, lost }) => `${number}:${status ?? ''}${lost ?? ''}`).join()
      if (key === shown) return
      shown = key
      empty.hidden = newest.length > 0
      const opened = new Set([...list.querySelectorAll('details[open]')].map(({ id }) => id))
      fill(
        list,
        newest.map((entry) => entryLine(entry, opened)),
      )
    },
  }
}

function entryLine(entry: WireEntry, opened: ReadonlySet<string>): HTMLElement {
  const { number, at, leg, method, path, status, lost, headers, body, answer, stamped } = entry
  const id = `wire-${number}`
  const outcome = status === undefined ? (lost ? 'lost' : '…') : String(status)
  const tone = status === undefined ? 'none' : status < 300 ? 'good' : 'bad'
  return el(
    'li',
    {},
    el(
      'details',
      { id, open: opened.has(id), class: leg === 'page → backend' ? 'call call-page' : 'call' },
      el(
        'summary',
        {},
        el('span', { class: `outcome outcome-${tone}` }, outcome),
        el('span', { class: 'call-path', dir: 'ltr' }, `${method} ${shortPath(path)}`),
      ),
      el('p', { class: 'dim' }, `${leg} · ${timeText(at)}`),
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
    ),
  )
}

/** Ids by their last four characters: whole ones are one click away. */
const shortPath = (path: string): string =>
  path
    .replace(/%3A/gi, ':')
    .replace(/^\/wallet/, '')
    .replace(/(\w+):[\w-]+?(\w{4})(?=[/?&]|$)/g, '$1:…$2')
