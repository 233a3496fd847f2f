/** The screen from a click until the proof exists, and from the proof until the session. @module */
import type { CredentialType } from '../../../index.js'
import { button } from '../../dom.js'
import { type View, waiting } from '../../panel.js'
import { cancel } from '../calls.js'
import { looks } from '../looks.js'
import type { SignInModel } from '../model.js'

/** If `isOut`, the proof has been sent, so there is no button to cancel. */
export function busyView(model: SignInModel, type: CredentialType | undefined, isOut: boolean): View {
  const { say } = model.panel
  const [first, ...others] = model.host.properties.providers ?? []
  const provider =
    model.call?.way?.provider?.name ?? (others.length === 0 ? first?.name : undefined) ?? say('yourProvider')
  return {
    key: `busy ${isOut ? 'checking' : (type ?? 'loading')} ${provider}`,
    build: () => {
      const stop = isOut
        ? undefined
        : button(say('cancel'), { look: 'secondary', click: () => cancel(model) })
      if (isOut || type === undefined)
        return waiting(say('signInHeading'), say(isOut ? 'checking' : 'loading'), undefined, stop)
      const { heading, words, text } = looks[type].waiting
      return waiting(say(heading, { provider }), say(words), text && say(text, { provider }), stop)
    },
  }
}
