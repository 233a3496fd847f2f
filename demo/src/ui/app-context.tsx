/** The page's state in React: the app, the open wallet, and what belongs to it. @module */
import { WalletProvider } from 'embedded-wallet-auth/react'
import {
  createContext,
  type Provider,
  type ReactElement,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useRef,
  useSyncExternalStore,
} from 'react'
import type { App } from '../app.js'
import type { AgreementWords } from '../asked.js'
import type { Member } from '../member.js'

const AppContext = createContext<App | undefined>(undefined)

/** Provides the app to the components below it. */
export const AppProvider: Provider<App | undefined> = AppContext.Provider

/** Provides the wallet that is open. Shows nothing while nobody is logged in. */
export function OpenWallet({ children }: { readonly children: ReactNode }): ReactElement | undefined {
  const member = useApp().member()
  if (member === undefined) return undefined
  return (
    <WalletProvider key={member.me.account.id} wallet={member.wallet}>
      {children}
    </WalletProvider>
  )
}

/**
 * Returns the app. The component renders again each time the wallet, the person or the shown page changes.
 *
 * @throws TypeError if there is no `<AppProvider>` above the component
 */
export function useApp(): App {
  const app = useContext(AppContext)
  if (app === undefined) throw new TypeError('useApp() needs an <AppProvider> above the component.')
  useSyncExternalStore(app.subscribe, app.version)
  return app
}

/**
 * Returns the person who is logged in, with the payments, the consent and everything else that belongs to the wallet.
 *
 * @throws TypeError if nobody is logged in
 */
export function useMember(): Member {
  const member = useApp().member()
  if (member === undefined) throw new TypeError('useMember() needs a person who is logged in.')
  return member
}

/** Returns a function that asks the user in a dialog. If the component unmounts, the answer is no. */
export function useAgreement(): (words: AgreementWords) => Promise<boolean> {
  const { questions } = useApp()
  const signal = useSignal()
  return useCallback((words) => questions.agreed(words, signal()), [questions, signal])
}

/** Returns a function that returns a signal. The signal aborts when the component unmounts. */
export function useSignal(): () => AbortSignal {
  const mounted = useRef(new AbortController())
  useEffect(() => {
    if (mounted.current.signal.aborted) mounted.current = new AbortController()
    return () => mounted.current.abort()
  }, [])
  return useCallback(() => mounted.current.signal, [])
}
