/** The recovery phrase: first the risks, then a button to hold, then the words for one minute. @module */
import type { ExportedWallet } from 'embedded-wallet-auth'
import type { WalletStage } from '../app.js'
import { button, card, screenHeading } from '../controls.js'
import { catchFocus, el, every, fill, setText } from '../dom.js'
import { holdButton } from '../hold-button.js'
import { noticeBox, problemRegion, statusRegion } from '../notice-box.js'
import { perform } from '../perform.js'
import { clockText } from '../times.js'

/** For how many seconds the words are shown. */
const shownFor = 60

/** Makes the page for the recovery phrase. */
export function recoveryView(stage: WalletStage): HTMLElement {
  const { app, consent, me, wallet, signal } = stage
  const body = el('div', { class: 'stack' })

  const told = statusRegion()

  const ask = (): void => {
    fill(told)
    const problems = problemRegion()
    const hold = holdButton(
      {
        name: 'Hold to show recovery phrase',
        hint: 'Hold the button, Space or Enter for two seconds.',
        otherwise: 'I can’t hold a button',
        sure: 'Nobody is watching: show the words',
      },
      () =>
        void perform({ button: hold.button, problems }, async () => {
          const question = { operation: 'exportWallet', details: { accountId: me.account.id } } as const
          const exported = await consent.given(question, () => wallet.exportWallet())
          // The user has left the page in the meantime.
          if (signal.aborted) exported.wipe()
          else show(exported)
        }),
      signal,
    )
    fill(
      body,
      card(
        'Before you continue',
        el(
          'ul',
          { class: 'points' },
          el('li', {}, 'Anyone who sees these twelve words can take everything in this wallet.'),
          el('li', {}, 'They can’t be changed. Removing a sign-in method won’t stop someone who has them.'),
          el('li', {}, 'Heron will never ask for them. Anyone who does is trying to steal from you.'),
          el(
            'li',
            {},
            'Make sure nobody can see your screen. Write the words on paper; don’t take a screenshot.',
          ),
        ),
      ),
      problems,
      hold.root,
    )
  }

  const show = (exported: ExportedWallet): void => {
    const shown = new AbortController()
    const end = (text: string, isWanted = true): void => {
      if (shown.signal.aborted) return
      shown.abort()
      exported.wipe()
      // The words on the screen are cleared too. A string cannot be wiped, only released.
      for (const word of words.querySelectorAll('.word')) word.textContent = ''
      if (signal.aborted) return
      fill(
        body,
        button('primary', 'Done', () => app.goTo('security'), { class: 'button-wide' }),
        isWanted ? button('secondary', 'Show the words again', ask, { class: 'button-wide' }) : undefined,
      )
      fill(told, noticeBox('good', text, 'The words are no longer on this page.'))
      catchFocus(told)
    }
    const words = wordList(exported.phrase)
    const left = el('p', { class: 'countdown-text', role: 'timer' })
    fill(told)
    const until = performance.now() + shownFor * 1000
    fill(
      body,
      card(
        'Your recovery phrase',
        el('p', { class: 'soft' }, 'Write these words down in order.'),
        words,
        left,
      ),
      button('primary', 'I’ve written them down', () => end('Keep your recovery phrase safe.', false), {
        class: 'button-wide',
      }),
    )
    words.focus()
    signal.addEventListener('abort', () => end(''), { once: true })
    document.addEventListener(
      'visibilitychange',
      () => {
        if (document.visibilityState === 'hidden') end('We hid the words when you left the page.')
      },
      { signal: shown.signal },
    )
    every(shown.signal, 250, () => {
      const seconds = Math.ceil((until - performance.now()) / 1000)
      if (seconds <= 0) end('We hid the words after a minute.')
      else setText(left, `Hiding in ${clockText(seconds)}`)
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
    { class: 'words', dir: 'ltr', tabindex: '-1', translate: 'no', 'aria-label': 'Recovery phrase' },
    words.map((word) => el('li', {}, el('span', { class: 'word' }, word))),
  )
}
