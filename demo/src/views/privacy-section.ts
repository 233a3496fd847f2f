/** The privacy switch. @module */
import type { WalletStage } from '../app.js'
import { card, onlineOnly } from '../controls.js'
import { el, setAttribute } from '../dom.js'
import { problemRegion } from '../notice-box.js'
import { perform } from '../perform.js'

/** Makes the section that hides or shows the wallet's activity. */
export function privacySection({ app, consent, wallet, me, signal }: WalletStage): HTMLElement {
  const problems = problemRegion()
  let enabled = me.account.privateEnabled === true
  const knob = el(
    'button',
    {
      type: 'button',
      role: 'switch',
      class: 'switch',
      'aria-checked': String(enabled),
      'aria-labelledby': 'privacy-name',
      'aria-describedby': 'privacy-about',
      on: {
        click: () =>
          void perform({ button: knob, problems }, async () => {
            const details = { privateEnabled: !enabled }
            // The switch itself says what it does, so no dialog asks.
            const account = await consent.given({ operation: 'updatePrivacy', details }, () =>
              wallet.updatePrivacy(details),
            )
            enabled = account.privateEnabled === true
            setAttribute(knob, 'aria-checked', String(enabled))
            app.announce(
              enabled ? 'Your activity is now private.' : 'Your activity is now visible to others.',
            )
            await app.reload()
          }),
      },
    },
    el('span', { class: 'switch-knob' }),
  )
  onlineOnly(knob, signal)
  return card(
    'Privacy',
    el(
      'div',
      { class: 'setting' },
      el(
        'div',
        {},
        el('p', { id: 'privacy-name', class: 'setting-name' }, 'Private wallet'),
        el('p', { id: 'privacy-about', class: 'soft' }, 'Hides your balance and payments from other people.'),
      ),
      knob,
    ),
    problems,
  )
}
