/** The platform's login: choose a customer. @module */
import type { Stage } from '../app.js'
import { screenHeading } from '../controls.js'
import { el, fill } from '../dom.js'
import { inWords } from '../errors-in-words.js'
import { noticeBox, problemRegion } from '../notice-box.js'

/** Makes the screen on which a user logs in. */
export function peopleView({ app }: Stage): HTMLElement {
  const problems = problemRegion()
  const logIn = async (person: string): Promise<void> => {
    fill(problems)
    try {
      await app.logIn(person)
    } catch (error) {
      const { title, next, code } = inWords(error)
      fill(problems, noticeBox('problem', title, next, code))
    }
  }
  return el(
    'div',
    { class: 'screen screen-door' },
    screenHeading('Whose wallet do you want to open?'),
    el(
      'p',
      { class: 'lead' },
      'Pick a demo customer. This stands in for the login your app already has; the wallet then asks for its own sign-in.',
    ),
    problems,
    el(
      'ul',
      { class: 'choices' },
      app.welcome.people.map(({ key, name, about }) =>
        el(
          'li',
          {},
          el(
            'button',
            {
              type: 'button',
              class: 'choice',
              'aria-label': `Log in as ${name}`,
              'aria-describedby': `about-${key}`,
              on: { click: () => void logIn(key) },
            },
            el('span', { class: 'avatar', 'aria-hidden': 'true' }, name.charAt(0)),
            el(
              'span',
              { class: 'choice-text' },
              el('strong', {}, name),
              el('span', { id: `about-${key}` }, about),
            ),
          ),
        ),
      ),
    ),
    el(
      'p',
      { class: 'hint' },
      'Or see the same wallet in ',
      el('a', { href: 'elements.html' }, 'two drop-in elements'),
      '.',
    ),
  )
}
