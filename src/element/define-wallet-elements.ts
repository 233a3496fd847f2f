/** Registers the custom elements. @module */
import type { ConfirmProperties, ShownRequest } from './confirm/model.js'
import { type RunningConfirm, startConfirm } from './confirm/start-confirm.js'
import { elementClass, isOurs } from './element-class.js'
import { codeAttributes } from './read-code.js'
import { type SignInProperties, signInAttributes } from './sign-in/model.js'
import { startSignIn } from './sign-in/start-sign-in.js'

/**
 * Registers `<wallet-sign-in>` and `<wallet-confirm>`. Does nothing on a server, or if they are already registered,
 * even by another copy of this library. Throws an `Error` if the name of either belongs to an element that is not ours.
 *
 * @example
 * defineWalletElements()
 * const form = document.createElement('wallet-sign-in')
 * form.wallet = createWallet({ accountId, backend: '/wallet' })
 * document.body.append(form)
 */
export function defineWalletElements(): void {
  if (typeof customElements === 'undefined') return
  define('wallet-sign-in', () =>
    elementClass({
      properties: ['wallet', 'providers', 'messages'] satisfies (keyof SignInProperties)[],
      attributes: signInAttributes,
      start: startSignIn,
    }),
  )
  define('wallet-confirm', () =>
    elementClass<ConfirmProperties, RunningConfirm>({
      properties: ['wallet', 'quote', 'receiver', 'messages'],
      attributes: codeAttributes,
      start: startConfirm,
      methods: {
        ask: (running, request: ShownRequest) =>
          running?.ask(request) ??
          // Resolving with `false` would report a refusal of a user who has seen nothing.
          Promise.reject(new Error('The element is not in the document.')),
        refuse: (running) => running?.refuse(),
      },
    }),
  )
}

function define(name: string, make: () => CustomElementConstructor): void {
  const registered = customElements.get(name)
  if (registered === undefined) customElements.define(name, make())
  else if (!(isOurs in registered)) throw new Error(`<${name}> is already registered as another element.`)
}
