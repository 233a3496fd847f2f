/** The box with the code that connects an agent, and with instructions for it. @module */
import type { OwnAgent } from '../../agents-contract.js'
import { button } from '../controls.js'
import { el, every, hide, setText } from '../dom.js'
import { problemRegion } from '../notice-box.js'
import { perform } from '../perform.js'
import { secondsUntil } from '../server-time.js'
import { clockText } from '../times.js'
import * as calls from './calls.js'
import type { AgentsPage } from './context.js'

/** Makes the box. It is shown until the agent is connected. */
export function codeBox(
  { after, signal }: AgentsPage,
  agentId: string,
): { readonly root: HTMLElement; readonly update: (agent: OwnAgent) => void } {
  const problems = problemRegion()
  const code = el('p', { class: 'agent-code', dir: 'ltr' })
  const left = el('p', { class: 'hint figure' })
  const about = el(
    'p',
    { class: 'soft' },
    'Enter this code in the agent’s own software. It can then spend within the limits above, so don’t share the code with anyone else.',
  )
  let endsAt: string | undefined
  let agentName = ''

  const redeem = button(
    'primary',
    'Connect the example agent',
    () =>
      void perform({ button: redeem, problems }, async () => {
        await calls.redeem(agentId)
        await after({
          tone: 'good',
          title: `${agentName} is connected.`,
          next: 'The demo’s example agent can now pay. The code no longer works.',
        })
      }),
  )
  const fresh = button(
    'secondary',
    'Create new code',
    () =>
      void perform({ button: fresh, problems }, async () => {
        await calls.newCode(agentId)
        await after({ tone: 'good', title: 'New code created.', next: 'The old one no longer works.' })
      }),
  )
  const tick = (): void => {
    const seconds = endsAt === undefined ? 0 : secondsUntil(endsAt)
    setText(left, seconds > 0 ? `Expires in ${clockText(seconds)} · single use` : 'This code has expired.')
    for (const each of [code, about, redeem]) hide(each, seconds === 0)
  }
  const root = el(
    'div',
    { class: 'code-box' },
    el('h3', {}, 'Connection code'),
    code,
    left,
    about,
    problems,
    el('div', { class: 'row' }, redeem, fresh),
  )
  every(signal, 1_000, tick)

  return {
    root,
    update({ name, isConnected, connectCode }) {
      agentName = name
      hide(root, isConnected)
      endsAt = connectCode?.expiresAt
      setText(code, connectCode?.code ?? '')
      tick()
    },
  }
}
