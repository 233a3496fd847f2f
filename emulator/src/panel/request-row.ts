/** A request in the list, with its headers and its body. @module */
import type { LoggedRequest } from '../server/request-log.js'
import { block, bodyBlock, make, tag, time } from './dom.js'
import { faultWords } from './fault-words.js'
import type { ListRow } from './show-list.js'

/** Returns the row. Its details are made when the user opens them. */
export const requestRow = (request: LoggedRequest): ListRow => ({
  key: String(request.id),
  version: `${request.at} ${request.status}`,
  make: () => item(request),
})

/** Whether each of the words is in the request's first line or in its outcome. */
export function isMatch(
  { method, path, status, code, fault }: LoggedRequest,
  words: readonly string[],
): boolean {
  const text = `${method} ${path} ${status ?? ''} ${code ?? ''} ${fault ? 'fault' : ''}`.toLowerCase()
  return words.every((word) => text.includes(word))
}

function item(request: LoggedRequest): HTMLElement {
  const { at, method, path, duration, fault } = request
  const details = make(
    'details',
    { class: 'logged' },
    make(
      'summary',
      {},
      time(at),
      make('span', { class: `method ${method.toLowerCase()}` }, method),
      make('span', { class: 'path' }, path),
      outcome(request),
      make('span', { class: 'soft' }, duration === undefined ? '' : `${duration} ms`),
      fault === undefined ? undefined : tag('fault', 'fault'),
    ),
  )
  details.addEventListener('toggle', () => {
    if (details.open && details.children.length === 1) details.append(contents(request))
  })
  return make('li', {}, details)
}

function outcome({ status, code, fault }: LoggedRequest): HTMLElement {
  if (status === undefined) return make('span', { class: 'status' }, fault?.drop ? 'cut' : 'open')
  const kind = status < 400 ? 'fine' : status < 500 ? 'refused' : 'broken'
  return make('span', { class: `status ${kind}` }, code === undefined ? String(status) : `${status} ${code}`)
}

function contents({ headers, body, fault }: LoggedRequest): HTMLElement {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  return make(
    'div',
    { class: 'contents-of' },
    fault === undefined ? undefined : make('p', {}, `Fault: ${faultWords(fault)}`),
    make('p', { class: 'caption' }, 'Headers'),
    block('Headers', lines.join('\n')),
    make('p', { class: 'caption' }, 'Body'),
    bodyBlock('Body', body, 'None'),
  )
}
