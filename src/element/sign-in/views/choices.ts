/** The ways to sign in, each with a button, best first. @module */
import { actions, button, disable, el, icon, relabel } from '../../dom.js'
import type { Built, View } from '../../panel.js'
import { type Say, secondsUntil, verbatim } from '../../text.js'
import { prepare, signIn } from '../calls.js'
import { looks } from '../looks.js'
import type { SignInModel } from '../model.js'
import type { Way } from '../ways.js'

interface WayButton {
  readonly way: Way
  readonly made: HTMLButtonElement
}

export const choicesView = (model: SignInModel, ways: readonly Way[]): View => ({
  key: `choices ${ways.map(({ key }) => key)}`,
  build: () => {
    prepare(model)
    return built(model, ways)
  },
})

function built(model: SignInModel, ways: readonly Way[]): Built {
  const { say } = model.panel
  const providers = model.host.properties.providers ?? []
  // A provider with several credentials has a button for each, and only their addresses tell these apart.
  const several = ways.filter(({ provider }) => provider).length > providers.length
  const buttons = ways.map((way, index): WayButton => {
    const made = button(nameOf(say, way), {
      look: index === 0 ? 'way primary' : 'way',
      icon: pictureOf(way),
      detail: detailOf(say, way, several),
      click: () => signIn(model, way),
    })
    return { way, made }
  })
  return {
    heading: say('signInHeading'),
    text: ways.length > 1 ? say('chooseWay') : undefined,
    body: [actions(...buttons.map(({ made }) => made))],
    focus: buttons.find(({ way }) => way.key === model.lastWay)?.made,
    update() {
      for (const each of buttons) countDown(model, each)
    },
  }
}

/** Keeps a way that was used too often from being used again, for as long as the service says. */
function countDown(model: SignInModel, { way, made }: WayButton): void {
  const { blocked, watched, panel } = model
  const isBlocked = blocked?.way === way.key && watched !== undefined
  const left = isBlocked ? secondsUntil(blocked.until, watched.wallet.now()) : 0
  disable(made, left > 0)
  relabel(made, nameOf(panel.say, way), left)
  if (left > 0 || !isBlocked) return
  const { flow } = watched.wallet.getState()
  model.blocked = model.problem = undefined
  model.dismissed = 'fault' in flow ? flow.fault : undefined
}

const nameOf = (say: Say, { credential, provider }: Way): string =>
  say(looks[credential.type].label, provider && { provider: provider.name })

function detailOf(say: Say, { credential, provider }: Way, several: boolean): string | undefined {
  const { nickname: address, type } = credential
  // A wallet in a frame has no addresses.
  if (address === '') return undefined
  if (looks[type].codeLabel) return say('codeTo', { address })
  return several && provider ? verbatim(address) : undefined
}

const pictureOf = ({ credential, provider }: Way): Node =>
  provider?.icon === undefined
    ? icon(looks[credential.type].icon)
    : el('img', { src: provider.icon, alt: '', part: 'icon' })
