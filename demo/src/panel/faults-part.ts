/** Arms a fault for the next call of a kind, and shows which faults have occurred. @module */
import type { ArmedFault, FaultKind } from '../../contract.js'
import type { App } from '../app.js'
import { el, fill } from '../dom.js'
import * as platform from '../platform.js'
import { shortTime } from '../times.js'
import { confirmed } from '../views/confirm-box.js'
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

/**
 * Makes the part: two lists, a button, and the armed faults with what they did.
 *
 * @param leave called before a question, which the workbench would cover on a narrow screen
 */
export function faultsPart(app: App, leave: () => void): Part {
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
  const list = el('ul', { class: 'armed' })
  const tool = (text: string, work: () => Promise<void>): HTMLElement =>
    el('button', { type: 'button', class: 'tool', on: { click: () => void work().catch(() => {}) } }, text)
  let shown = ''
  return {
    title: 'Faults',
    update({ faults }) {
      const key = faults.map(({ number, fired }) => `${number}${fired?.at ?? ''}`).join()
      if (key === shown) return
      shown = key
      fill(list, faults.toReversed().map(armedLine))
    },
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
        // The type assertion is safe: the options were made from the table of kinds above.
        tool('Arm it', async () => void (await platform.arm(call.value, kind.value as FaultKind))),
        tool('Disarm all', async () => void (await platform.disarm())),
        tool('Start the demo over', async () => {
          leave()
          if (!(await confirmed(startOverWords, new AbortController().signal))) return
          await platform.startOver()
          await app.logOut()
          location.reload()
        }),
      ),
      el('div', { role: 'status' }, list),
      el('p', { class: 'dim' }, 'A fault affects one call.'),
    ),
  }
}

const startOverWords = {
  title: 'Start the demo over?',
  about: 'All wallets, payments and passkeys of the demo are forgotten, in every tab.',
  facts: [],
  agree: 'Start over',
  refuse: 'Keep everything',
  weight: 'danger',
} as const

function armedLine({ call, kind, fired }: ArmedFault): HTMLElement {
  const what =
    kind === 'lie'
      ? 'The backend lies'
      : `${calls.find(([value]) => value === call)?.[1] ?? call}: ${kinds[kind]}`
  return el(
    'li',
    { class: fired ? 'armed-fired' : '' },
    el('span', {}, what),
    '\u00a0· ',
    el('strong', {}, fired ? `fired at ${shortTime(new Date(fired.at).toISOString())}` : 'armed'),
  )
}
