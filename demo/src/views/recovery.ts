/** The recovery phrase: consequences first, then a deliberate hold, then a minute. @module */
import type { ExportedWallet } from 'embedded-wallet-auth'
import type { WalletStage } from '../app.js'
import { button, card, screenHeading } from '../controls.js'
import { el, every, fill, setText } from '../dom.js'
import { holdButton } from '../hold-button.js'
import { noticeBox, problemRegion, statusRegion } from '../notice-box.js'
import { perform } from '../perform.js'

/** Seconds for which the words are shown. */
const shownFor = 60

/** The place for the recovery phrase. */
export function recoveryView(stage: WalletStage): HTMLElement {
  const { app, consent, me, wallet, signal } = stage
  const body = el('div', { class: 'stack' })

  const told = statusRegion()

  const ask = (): void => {
    const problems = problemRegion()
    const hold = holdButton(
      {
        name: 'Hold to show the recovery phrase',
        hint: 'Keep the button, Space or Enter down for a moment.',
        otherwise: 'I cannot hold a button',
        sure: 'I am alone: show the words now',
      },
      () =>
        void perform({ button: hold.button, problems }, async () => {
          const question = { operation: 'exportWallet', details: { accountId: me.account.id } } as const
          const exported = await consent.given(question, () => wallet.exportWallet())
          // Left meanwhile: nobody asked to see it any more.
          if (signal.aborted) exported.wipe()
          else show(exported)
        }),
      signal,
    )
    fill(
      body,
      card(
        'Before you look',
        el(
          'ul',
          { class: 'points' },
          el(
            'li',
            {},
            'Whoever sees these twelve words owns everything in this wallet, from anywhere, for ever.',
          ),
          el(
            'li',
            {},
            'They cannot be changed. Removing a way to sign in does not help against somebody who has them.',
          ),
          el('li', {}, 'Nobody at Heron will ever ask for them. Whoever asks is a thief.'),
          el('li', {}, 'Be alone, share no screen, take no photograph. Write them on paper.'),
        ),
      ),
      problems,
      hold.root,
    )
  }

  const show = (exported: ExportedWallet): void => {
    const shown = new AbortController()
    const end = (text: string): void => {
      if (shown.signal.aborted) return
      shown.abort()
      exported.wipe()
      // Also the words on the screen: the texts made of them cannot be wiped, only let go of.
      for (const word of words.querySelectorAll('.word')) word.textContent = ''
      if (signal.aborted) return
      ask()
      fill(told, noticeBox('good', text, 'The words are gone from this page.'))
    }
    const words = wordList(exported.phrase)
    const left = el('p', { class: 'countdown-text', role: 'timer' })
    fill(told)
    const until = performance.now() + shownFor * 1000
    fill(
      body,
      card(
        'Your recovery phrase',
        el('p', { class: 'soft' }, 'Write the words down in this order.'),
        words,
        left,
      ),
      button('primary', 'I have written them down', () => end('Well kept.'), { class: 'button-wide' }),
    )
    words.focus()
    signal.addEventListener('abort', () => end(''), { once: true })
    document.addEventListener(
      'visibilitychange',
      () => {
        if (document.visibilityState === 'hidden') end('Hidden because you looked elsewhere.')
      },
      { signal: shown.signal },
    )
    every(shown.signal, 250, () => {
      const seconds = Math.ceil((until - performance.now()) / 1000)
      if (seconds <= 0) end('The minute is over.')
      else setText(left, `Hidden again in ${seconds} s`)
    })
  }

  ask()
  return el(
    'div',
    { class: 'stack' },
    button('quiet', 'Back to Security', () => app.goTo('security'), { icon: 'back', class: 'start' }),
    screenHeading('Recovery phrase'),
    told,
    body,
  )
}

function wordList(phrase: Uint8Array): HTMLElement {
  const words = new TextDecoder().decode(phrase).split(' ')
  return el(
    'ol',
    { class: 'words', tabindex: '-1', translate: 'no', 'aria-label': 'Recovery phrase' },
    words.map((word) => el('li', {}, el('span', { class: 'word' }, word))),
  )
}
