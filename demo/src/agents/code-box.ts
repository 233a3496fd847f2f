/** The code that connects an agent, and how it is used. @module */
import type { OwnAgent } from '../../agents-contract.js'
import { button } from '../controls.js'
import { el, every, hide, setText } from '../dom.js'
import { problemRegion } from '../notice-box.js'
import { perform } from '../perform.js'
import { secondsUntil } from '../server-time.js'
import { clockText } from '../times.js'
import * as calls from './calls.js'
import type { AgentsPage } from './context.js'

/** Shown until the agent is connected. */
export function codeBox(
  { after, signal }: AgentsPage,
  agentId: string,
): { readonly root: HTMLElement; readonly update: (agent: OwnAgent) => void } {
  const problems = problemRegion()
  const code = el('p', { class: 'agent-code', dir: 'ltr' })
  const left = el('p', { class: 'hint figure' })
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
          next: 'The example agent of this demo has its token now, and the code is worth nothing any more.',
        })
      }),
  )
  const fresh = button(
    'secondary',
    'Make a new code',
    () =>
      void perform({ button: fresh, problems }, async () => {
        await calls.newCode(agentId)
        await after({ tone: 'good', title: 'There is a new code.', next: 'The old one is worth nothing.' })
      }),
  )
  const tick = (): void => {
    const seconds = endsAt === undefined ? 0 : secondsUntil(endsAt)
    setText(left, seconds > 0 ? `Good for ${clockText(seconds)}, once.` : 'This code has run out.')
    hide(redeem, seconds === 0)
  }
  const root = el(
    'div',
    { class: 'code-box' },
    el('h3', {}, 'Connect it with this code'),
    code,
    left,
    el(
      'p',
      { class: 'soft' },
      'Type it into the agent’s own software. The software trades it for a token at the service, and with the token it can spend within the limits above: give the code to nobody else.',
    ),
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
