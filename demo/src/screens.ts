/** Decides which screen to show, from the person, the wallet and the current page alone. @module */
import { type App, isSignedIn, type Stage } from './app.js'
import { fill } from './dom.js'
import { codeView } from './views/code.js'
import { awaitsCode } from './views/code-form.js'
import { loadingView } from './views/loading.js'
import { peopleView } from './views/people.js'
import { shellView } from './views/shell.js'
import { signInView } from './views/sign-in.js'

interface Screen {
  /** If the next screen has the same name, this screen stays. */
  readonly name: string
  readonly make: (stage: Stage) => HTMLElement
}

function screenOf(app: App): Screen {
  const member = app.member()
  if (member === undefined) return { name: 'people', make: peopleView }
  const { wallet, me } = member
  const state = wallet.getState()
  const named = (name: string): string => `${me.account.id} ${name}`
  if (state.session.status === 'restoring') return { name: named('restoring'), make: loadingView }
  if (isSignedIn(state)) {
    const place = app.place()
    return { name: named(place), make: (stage) => shellView({ ...stage, ...member }, place) }
  }
  if (awaitsCode(state.flow))
    return { name: named('code'), make: (stage) => codeView({ ...stage, ...member }) }
  return { name: named('sign-in'), make: (stage) => signInView({ ...stage, ...member }) }
}

/** Shows the right screen in `host` while the page is open. */
export function showScreens(app: App, host: HTMLElement): void {
  let shown = ''
  let leaving = new AbortController()
  const update = (): void => {
    const { name, make } = screenOf(app)
    if (name === shown) return
    const first = shown === ''
    shown = name
    leaving.abort()
    leaving = new AbortController()
    fill(host, make({ app, signal: leaving.signal }))
    const heading = host.querySelector('h1')
    document.title = `${heading?.textContent ?? 'Wallet'} · Heron`
    if (first) return
    scrollTo({ top: 0 })
    // The first screen does not take the focus, because no element has lost it.
    heading?.focus({ preventScroll: true })
  }
  app.watch(update, new AbortController().signal)
  update()
}
