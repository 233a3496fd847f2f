/** Decides which screen to show, from the person, the wallet and the current page alone. @module */
import { useWalletState } from 'embedded-wallet-auth/react'
import { type ReactElement, useLayoutEffect } from 'react'
import type { App } from './app.js'
import { isSignedIn } from './member.js'
import { OpenWallet, useApp } from './ui/app-context.js'
import { useHeadingFocus } from './ui/use-focus.js'
import { CodeScreen } from './views/code.js'
import { Loading } from './views/loading.js'
import { People } from './views/people.js'
import { Shell } from './views/shell.js'
import { SignIn } from './views/sign-in.js'
import { awaitsCode } from './views/use-code-form.js'

/** The wallet's part of the page, with the right screen in it. */
export function Screens(): ReactElement {
  const app = useApp()
  const screen = nameOf(app)
  const main = useHeadingFocus<HTMLElement>(screen)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another screen has another heading
  useLayoutEffect(() => {
    document.title = `${main.current?.querySelector('h1')?.textContent ?? 'Wallet'} · Heron`
  }, [main, screen])
  return (
    <main id="wallet" className="wallet" ref={main}>
      {app.member() === undefined && <People />}
      <OpenWallet>
        <WalletScreen />
      </OpenWallet>
    </main>
  )
}

function WalletScreen(): ReactElement {
  const app = useApp()
  const state = useWalletState()
  if (state.session.status === 'restoring') return <Loading />
  if (isSignedIn(state)) return <Shell place={app.place()} />
  return awaitsCode(state.flow) ? <CodeScreen /> : <SignIn />
}

/** Returns the name of the screen. If it changes, the page shows another screen. */
function nameOf(app: App): string {
  const member = app.member()
  if (member === undefined) return 'people'
  const state = member.wallet.getState()
  const name = isSignedIn(state)
    ? app.place()
    : state.session.status === 'restoring'
      ? 'restoring'
      : awaitsCode(state.flow)
        ? 'code'
        : 'sign-in'
  return `${member.me.account.id} ${name}`
}
