/** The screens with a sentence and at most one button. @module */
import { button, disable, icon } from '../../dom.js'
import type { View } from '../../panel.js'
import { retry } from '../calls.js'
import type { SignInModel } from '../model.js'

export const signedInView = ({ panel: { say } }: SignInModel, name: string): View => ({
  key: `signedin ${name}`,
  build: () => ({
    picture: icon('done'),
    heading: say('signedIn'),
    text: name === '' ? undefined : say('signedInWith', { name }),
  }),
})

/** The texts where no button leads on. */
const nothingToOffer = {
  unsupported: ['onlyPasskeyHeading', 'onlyPasskey'],
  empty: ['noWayHeading', 'noWay'],
} as const

export const nothingToOfferView = (
  { panel: { say } }: SignInModel,
  why: keyof typeof nothingToOffer,
): View => ({
  key: why,
  build: () => {
    const [heading, text] = nothingToOffer[why]
    return { heading: say(heading), text: say(text) }
  },
})

export const unreadView = (model: SignInModel, why: 'offline' | 'unreachable'): View => ({
  key: why,
  build: () => {
    const { say } = model.panel
    const again = button(say('tryAgain'), { look: 'primary', click: () => retry(model) })
    return {
      heading: say(`${why}Heading`),
      body: [again],
      focus: again,
      update: () => disable(again, model.watched?.isLoading === true),
    }
  },
})
