/**
 * Marsh ID, the demo's identity provider: the user chooses a person, and the wallet's page gets an ID token.
 * @module
 */
import { button, screenHeading } from './controls.js'
import { el, fill } from './dom.js'
import { inWords } from './errors-in-words.js'
import type { IdentityAnswer } from './identity-window.js'
import { noticeBox, problemRegion, type Tone } from './notice-box.js'
import { identityToken, welcome } from './platform.js'

/**
 * How long this window may stay open after it has answered, in milliseconds. If it is still open then, the page that
 * opened it no longer exists, and the window says that it is done.
 */
const patience = 1000

async function start(root: HTMLElement): Promise<void> {
  const leave = (tone: Tone, title: string): void => {
    const heading = screenHeading('Marsh ID')
    fill(root, heading, noticeBox(tone, title, 'You can close this window.'))
    heading.focus()
  }
  const asked = new URLSearchParams(location.hash.slice(1))
  const nonce = asked.get('nonce')
  const state = asked.get('state')
  // The token is sent only to the page that opened this window, if it has the same origin.
  const opener: Window | null = window.opener
  if (nonce === null || state === null || opener === null) {
    leave('careful', 'Open this page from a wallet.')
    return
  }
  const problems = problemRegion()
  const choose = async (person: string): Promise<void> => {
    try {
      const idToken = await identityToken(person, nonce)
      const answer: IdentityAnswer = { type: 'identity-answer', state, idToken }
      opener.postMessage(answer, location.origin)
      // The page that gets the answer closes this window. If this window closed itself, the page could notice that
      // before the answer arrives.
      setTimeout(() => leave('good', 'All done.'), patience)
    } catch (error) {
      const { title, next, code } = inWords(error)
      fill(problems, noticeBox('problem', title, next, code))
    }
  }
  const { people } = await welcome()
  fill(
    root,
    el('p', { class: 'provider-mark', 'aria-hidden': 'true' }, 'M'),
    screenHeading('Continue to Heron'),
    el('p', { class: 'lead' }, 'Choose an account. Marsh ID is the demo’s identity provider.'),
    problems,
    el(
      'ul',
      { class: 'choices' },
      people.map(({ key, name, email }) =>
        el(
          'li',
          {},
          el(
            'button',
            {
              type: 'button',
              class: 'choice',
              'aria-label': `Continue as ${name}`,
              on: { click: () => void choose(key) },
            },
            el('span', { class: 'avatar', 'aria-hidden': 'true' }, name.charAt(0)),
            el('span', { class: 'choice-text' }, el('strong', {}, name), el('span', {}, email)),
          ),
        ),
      ),
    ),
    button('quiet', 'Cancel', () => window.close()),
    el('p', { class: 'hint' }, 'The service refuses anyone but the wallet’s owner.'),
  )
}

const root = document.getElementById('provider')
if (root !== null) void start(root)
