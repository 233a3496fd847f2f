/** The page for security: ways to sign in, sessions, privacy and recovery, each with an explanation. @module */
import type { WalletStage } from '../app.js'
import { button, card, onlineOnly, screenHeading } from '../controls.js'
import { el } from '../dom.js'
import { credentialSection } from './credential-section.js'
import { privacySection } from './privacy-section.js'
import { sessionSection } from './session-section.js'

/** Makes the page for security. */
export function securityView(stage: WalletStage): HTMLElement {
  const { app, signal } = stage
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
        'Twelve words that give full access to your wallet. Use them to move it to another app, and never share them.',
      ),
      el(
        'div',
        { class: 'row' },
        onlineOnly(
          button('secondary', 'Show recovery phrase', () => app.goTo('recovery'), { icon: 'phrase' }),
          signal,
        ),
      ),
    ),
  )
}
