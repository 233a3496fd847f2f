/** Ways to sign in, sessions, privacy, recovery: each explained in words. @module */
import type { WalletStage } from '../app.js'
import { button, card, screenHeading } from '../controls.js'
import { el } from '../dom.js'
import { credentialSection } from './credential-section.js'
import { privacySection } from './privacy-section.js'
import { sessionSection } from './session-section.js'

/** The place for security. */
export function securityView(stage: WalletStage): HTMLElement {
  const { app } = stage
  return el(
    'div',
    { class: 'stack' },
    screenHeading('Security'),
    credentialSection(stage),
    sessionSection(stage),
    privacySection(stage),
    card(
      'Recovery phrase',
      el(
        'p',
        { class: 'soft' },
        'Twelve words that are the wallet itself. With them you can take your money elsewhere, and so can anybody else who sees them.',
      ),
      el(
        'div',
        { class: 'row' },
        button('secondary', 'Show the recovery phrase', () => app.goTo('recovery'), { icon: 'phrase' }),
      ),
    ),
  )
}
