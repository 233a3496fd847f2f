/**
 * Runs `<wallet-sign-in>`: shows the screen for the wallet's state, and calls the wallet when the user acts.
 * @module
 */
import type { Host, Running } from '../element-class.js'
import { createPanel, insecureView, loadingView, type View } from '../panel.js'
import { load, prepare, retry } from './calls.js'
import { looks } from './looks.js'
import {
  factsOf,
  forgetCut,
  isCut,
  proofOf,
  restart,
  type SignInModel,
  type SignInProperties,
  watch,
} from './model.js'
import { newsOf, type Screen, screenOf } from './screen.js'
import { busyView } from './views/busy.js'
import { choicesView } from './views/choices.js'
import { codeScreen } from './views/code.js'
import { nothingToOfferView, signedInView, unreadView } from './views/plain.js'

/** Starts `<wallet-sign-in>`. */
export function startSignIn(host: Host<SignInProperties>): Running {
  const { element, root, properties } = host
  const panel = createPanel({
    element,
    root,
    messages: () => properties.messages,
    render: () => render(model),
    wallet: () => properties.wallet,
    isCut: () => isCut(model),
    online() {
      forgetCut(model)
      retry(model)
      // Set after `retry`, so that a read that starts now is made once more too: the event can come before the network
      // works.
      if (model.watched) model.watched.isBack = true
    },
    news: () => newsOf(factsOf(model)),
  })
  const model: SignInModel = {
    host,
    panel,
    render: () => render(model),
    calls: 0,
  }
  for (const sign of ['pointerover', 'focusin'])
    root.addEventListener(sign, () => prepare(model), { signal: panel.signal })
  const isAgain = (): boolean => element.hasAttribute('again')
  let wasAgain = isAgain()
  render(model)
  return {
    changed() {
      if (isAgain() && !wasAgain) restart(model)
      wasAgain = isAgain()
      panel.translate()
      render(model)
    },
    focus: panel.focus,
    stop() {
      watch(model, undefined)
      panel.stop()
    },
  }
}

function render(model: SignInModel): void {
  const { wallet } = model.host.properties
  if (model.watched?.wallet !== wallet) watch(model, wallet)
  const at = model.watched
  if (at?.since === undefined && at?.wallet.getState().session.status !== 'restoring') restart(model)
  const screen = screenOf(factsOf(model))
  if (at) {
    // Not while the session is being restored: somebody who is signed in needs no list of ways.
    const isNeeded = at.since !== undefined && screen.name !== 'signedIn'
    if (isNeeded && at.account === undefined && at.failure === undefined) void load(model, at)
    if (screen.name !== 'code') at.draft = undefined
  }
  model.panel.show(viewOf(model, screen))
  if (at === undefined) return
  const proof = proofOf(at)
  const isNews = screen.name === 'signedIn' && proof !== at.told
  // Noted first: what a listener does may render again.
  at.told = proof
  if (isNews) model.host.emit('wallet-signed-in', at.wallet.getState().session)
}

function viewOf(model: SignInModel, screen: Screen): View {
  switch (screen.name) {
    case 'signedIn':
      return signedInView(model, screen.nickname)
    case 'code': {
      const label = looks[screen.type].codeLabel
      if (model.watched && label) return codeScreen(model, model.watched, screen.type, label)
      break
    }
    case 'busy':
      return busyView(model, screen.type, screen.isOut)
    case 'choices':
      return choicesView(model, screen.ways)
    case 'unsupported':
    case 'empty':
      return nothingToOfferView(model, screen.name)
    case 'insecure':
      return insecureView(model.panel.say)
    case 'offline':
    case 'unreachable':
      return unreadView(model, screen.name)
    case 'loading':
  }
  return loadingView(model.panel.say, 'signInHeading')
}
