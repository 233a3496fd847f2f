/**
 * Runs `<wallet-sign-in>`: shows the screen for the wallet's state, and calls the wallet when the user acts.
 * @module
 */
import type { Host, Running } from '../element-class.js'
import { createPanel, type View } from '../panel.js'
import { load, prepare, retry } from './calls.js'
import { looks } from './looks.js'
import { factsOf, proofOf, restart, type SignInModel, type SignInProperties, watch } from './model.js'
import { needsAccount, newsOf, type Screen, screenOf } from './screen.js'
import { busyView } from './views/busy.js'
import { choicesView } from './views/choices.js'
import { codeScreen } from './views/code.js'
import { loadingView, nothingToOfferView, signedInView, unreadView } from './views/plain.js'

/** Starts `<wallet-sign-in>`. */
export function startSignIn(host: Host<SignInProperties>): Running {
  const { element, root, properties } = host
  const panel = createPanel({
    element,
    root,
    messages: () => properties.messages,
    render: () => render(model),
    online() {
      retry(model)
      // Set after `retry`, so that a read that starts now is made once more too: the event can come before the network
      // works.
      if (model.watched) model.watched.isBack = true
    },
    updated: () => showNews(model),
  })
  const model: SignInModel = {
    host,
    panel,
    render: () => render(model),
    watched: undefined,
    call: undefined,
    calls: 0,
    problem: undefined,
    status: undefined,
    lastWay: undefined,
    dismissed: undefined,
    blocked: undefined,
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
  const facts = factsOf(model)
  const screen = screenOf(facts)
  if (at && needsAccount(facts, screen)) void load(model, at)
  if (at && screen.name !== 'code') at.draft = undefined
  model.panel.show(viewOf(model, screen))
  showNews(model)
  if (at === undefined) return
  const proof = proofOf(at)
  if (proof !== undefined && proof !== at.told)
    model.host.emit('wallet-signed-in', at.wallet.getState().session)
  at.told = proof
}

const showNews = (model: SignInModel): void => model.panel.tell(newsOf(factsOf(model)))

function viewOf(model: SignInModel, screen: Screen): View {
  switch (screen.name) {
    case 'signedIn':
      return signedInView(model, screen.nickname)
    case 'code': {
      const texts = looks[screen.type].code
      return model.watched && texts
        ? codeScreen(model, model.watched, screen.type, texts)
        : loadingView(model)
    }
    case 'busy':
      return busyView(model, screen.type, screen.isOut)
    case 'choices':
      return choicesView(model, screen.ways)
    case 'nothingToOffer':
      return nothingToOfferView(model, screen.why)
    case 'unread':
      return unreadView(model, screen.why)
    case 'loading':
      return loadingView(model)
  }
}
