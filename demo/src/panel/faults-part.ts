/** Fault switches: what goes wrong with the next call of a kind. @module */
import type { FaultKind } from '../../contract.js'
import type { App } from '../app.js'
import { cutLine, isCut } from '../connection.js'
import { el, fill, setAttribute } from '../dom.js'
import * as platform from '../platform.js'
import type { Part } from './part.js'

const calls: readonly (readonly [call: string, text: string])[] = [
  ['POST /auth/credentials/{id}/verify', 'Verify a proof'],
  ['POST /auth/credentials/{id}/challenge', 'Ask for a challenge'],
  ['POST /quotes/{id}/execute', 'Execute a payment'],
  ['GET /quotes/{id}', 'Read a payment'],
  ['POST /auth/sessions/{id}/refresh', 'Extend a session'],
  ['DELETE /auth/sessions/{id}', 'End a session'],
  ['POST /auth/credentials', 'Create a credential'],
  ['DELETE /auth/credentials/{id}', 'Remove a credential'],
  ['GET /auth/credentials', 'List credentials'],
  ['POST /internal-accounts/{id}/export', 'Export the phrase'],
]

const kinds: Readonly<Record<FaultKind, string>> = {
  lost: 'The answer is lost',
  drop: 'The call never arrives',
  'rate-limited': '429, wait 30 s',
  unavailable: '503, unavailable',
  slow: 'Three seconds late',
}

/** Two lists and a button. */
export function faultsPart(app: App): Part {
  const call = el(
    'select',
    { id: 'fault-call', class: 'tool' },
    calls.map(([value, text]) => el('option', { value }, text)),
  )
  const kind = el(
    'select',
    { id: 'fault-kind', class: 'tool' },
    Object.entries(kinds).map(([value, text]) => el('option', { value }, text)),
  )
  const armed = el('ul', { class: 'armed' })
  const tool = (text: string, work: () => Promise<void>): HTMLElement =>
    el('button', { type: 'button', class: 'tool', on: { click: () => void work().catch(() => {}) } }, text)
  const offline = el(
    'button',
    {
      type: 'button',
      class: 'tool',
      'aria-pressed': 'false',
      on: {
        click: () => {
          cutLine(!isCut())
          setAttribute(offline, 'aria-pressed', String(isCut()))
          app.timeline.add({
            source: 'this tab',
            title: isCut() ? 'The workbench cut the line.' : 'The line is whole again.',
          })
        },
      },
    },
    'Cut this tab’s line',
  )
  return {
    title: 'Faults',
    element: el(
      'div',
      { class: 'faults' },
      el('label', { for: 'fault-call' }, 'Next time the wallet wants to'),
      call,
      el('label', { for: 'fault-kind' }, 'this happens'),
      kind,
      el(
        'div',
        { class: 'tools' },
        tool('Arm it', async () => {
          // The options are ours, made from the table of kinds above.
          await platform.arm(call.value, kind.value as FaultKind)
          armed.append(
            el('li', {}, `${call.selectedOptions[0]?.text ?? ''}: ${kind.selectedOptions[0]?.text ?? ''}`),
          )
        }),
        tool('Disarm all', async () => {
          await platform.disarm()
          fill(armed)
        }),
        offline,
        tool('Start the demo over', async () => {
          await platform.startOver()
          await app.logOut()
          location.reload()
        }),
      ),
      el('div', { role: 'status' }, armed),
      el(
        'p',
        { class: 'dim' },
        'Each befalls one call. Listed is what was armed, whether or not it has happened.',
      ),
    ),
  }
}
