/** The screen on which the user enters a code. @module */
import type { CredentialType } from '../../../index.js'
import type { Messages } from '../../messages/messages.js'
import type { View } from '../../panel.js'
import { secondsUntil } from '../../text.js'
import { cancel, run } from '../calls.js'
import { type CodeState, codeView } from '../code-view.js'
import { looks } from '../looks.js'
import { factsOf, type SignInModel, type Watched } from '../model.js'
import { problemKeyOf } from '../screen.js'

export function codeScreen(
  model: SignInModel,
  at: Watched,
  type: CredentialType,
  label: keyof Messages,
): View {
  const state = (): CodeState => codeStateOf(model, at, type)
  const { length, isAlphanumeric } = state().form
  at.draft ??= { text: '', tried: '' }
  const { draft } = at
  const submit = (otp: string): Promise<void> =>
    run(model, { name: 'submit' }, type, () => at.wallet.submit({ otp }))
  const resend = (): void =>
    void run(model, { name: 'resend' }, 'sending', async () => {
      await at.wallet.resend()
      model.status = 'resent'
    })
  return {
    key: `code ${type} ${length} ${isAlphanumeric}`,
    build: () =>
      codeView(model.panel.say, label, { state, draft }, { submit, resend, leave: () => cancel(model) }),
  }
}

function codeStateOf(model: SignInModel, at: Watched, type: CredentialType): CodeState {
  const { element } = model.host
  const { flow } = at.wallet.getState()
  const isAwaited = flow.status === 'awaitingProof'
  const resendAt = isAwaited && flow.resendAt !== undefined ? Date.parse(flow.resendAt) : 0
  const now = at.wallet.now()
  // A `resendAt` in the past is when the last code was sent. A `resendAt` in the future is when the service will accept
  // another request.
  if (resendAt > 0 && resendAt <= now) at.sentAt = resendAt
  const lifetime = numberIn(element, 'code-lifetime')
  const isKnown = lifetime !== undefined && at.sentAt !== undefined
  return {
    address: at.account?.credentials.find((each) =>
      isAwaited ? each.id === flow.credential : each.type === type,
    )?.nickname,
    form: {
      length: numberIn(element, 'code-length'),
      isAlphanumeric: element.hasAttribute('code-alphanumeric'),
    },
    isChecking: flow.status === 'verifying',
    isResending: model.call?.name === 'resend',
    isWrong: [looks[type].refused, 'codeMissing'].includes(problemKeyOf(factsOf(model)) ?? ''),
    resendIn: secondsUntil(resendAt, now),
    expiresIn: isKnown ? secondsUntil((at.sentAt ?? 0) + lifetime * 1000, now) : undefined,
  }
}

/** The value of an attribute, if it is a number above 0. */
function numberIn(element: Element, attribute: string): number | undefined {
  const value = Number(element.getAttribute(attribute))
  return value > 0 ? value : undefined
}
