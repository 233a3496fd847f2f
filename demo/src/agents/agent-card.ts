/** One agent: what it may do, how much it has spent, and the controls for it. @module */
import type { OwnAgent } from '../../agents-contract.js'
import { button } from '../controls.js'
import { el, fill, hide, setText } from '../dom.js'
import { icon } from '../icons.js'
import type { Piece } from '../keyed-list.js'
import { problemRegion } from '../notice-box.js'
import { perform } from '../perform.js'
import { confirmed } from '../views/confirm-box.js'
import { billForm } from './bill-form.js'
import * as calls from './calls.js'
import { codeBox } from './code-box.js'
import type { AgentsPage } from './context.js'
import { usageMeter } from './usage-meter.js'
import { limitsInWords } from './words.js'

/** Makes the card of an agent. */
export function agentCard(page: AgentsPage, first: OwnAgent): Piece<OwnAgent> {
  const { app, after, signal, view } = page
  const { id, name } = first
  const { currency } = view().pocket.balance
  let agent = first
  const problems = problemRegion()
  const chips = el('span', { class: 'chips' })
  const today = usageMeter('Today', currency)
  const month = usageMeter('This month', currency)
  const code = codeBox(page, id)
  const bill = billForm(page, () => agent)

  const pause = button(
    'secondary',
    'Pause',
    () =>
      void perform({ button: pause, problems }, async () => {
        const isPaused = !agent.isPaused
        await calls.pause(id, isPaused)
        app.announce(isPaused ? `${name} is paused.` : `${name} can pay again.`)
        await after()
      }),
  )
  const remove = button(
    'quiet',
    'Remove',
    () =>
      void confirmed(
        {
          title: `Remove ${name}?`,
          about:
            'It loses access right away, and its pending requests are canceled. Past payments stay in your history.',
          facts: [],
          agree: 'Remove it',
          refuse: 'Keep it',
          weight: 'danger',
        },
        signal,
      ).then(async (yes) => {
        if (!yes) return
        await perform({ button: remove, problems }, async () => {
          await calls.remove(id)
          await after({ tone: 'good', title: `${name} was removed.` })
        })
      }),
    { name: `Remove ${name}`, class: 'button-ending' },
  )

  return {
    root: el(
      'section',
      { class: 'card', 'data-agent': id, 'aria-label': name },
      el(
        'div',
        { class: 'agent-head' },
        el('span', { class: 'bubble' }, icon('agent')),
        el('h2', { tabindex: '-1' }, name),
        chips,
      ),
      el(
        'ul',
        { class: 'limits' },
        limitsInWords(first.limits, currency).map((sentence) => el('li', {}, sentence)),
      ),
      code.root,
      el('div', { class: 'usage' }, today.root, month.root),
      bill.root,
      problems,
      el('div', { class: 'row' }, pause, remove),
    ),
    update(now) {
      agent = now
      const { isConnected, isPaused, used, limits } = now
      const [look, text] = isPaused
        ? ['chip chip-careful', 'paused']
        : isConnected
          ? ['chip', 'connected']
          : ['chip chip-rejected', 'not connected']
      fill(chips, el('span', { class: look }, text))
      hide(pause, !isConnected)
      setText(pause.querySelector('span') ?? pause, isPaused ? 'Resume' : 'Pause')
      pause.setAttribute('aria-label', `${isPaused ? 'Resume' : 'Pause'} ${name}`)
      code.update(now)
      const waiting = view()
        .waiting.filter(({ agentId }) => agentId === id)
        .reduce((sum, { sends }) => sum + sends.amount, 0)
      today.show(used.today, waiting, limits.aDay)
      month.show(used.thisMonth, waiting, limits.aMonth)
      bill.update(now)
    },
  }
}
