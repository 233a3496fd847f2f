/** The provider of a wallet, and the hooks that read it. @module */
import {
  createContext,
  createElement,
  type ReactElement,
  type ReactNode,
  useContext,
  useEffect,
  useState,
  useSyncExternalStore,
} from 'react'
import {
  type AnyWallet,
  initialWalletState,
  type SessionState,
  type Wallet,
  type WalletOptions,
  type WalletState,
} from '../index.js'
import { tellDeveloper } from '../wallet/tell-developer.js'
import { givenWallet, type MountedWallet, mountedWallet } from './mounted-wallet.js'

const WalletContext = createContext<MountedWallet | undefined>(undefined)

/** The options of `createWallet`, or a wallet that the app has created and must dispose of. */
export type WalletProviderProps = {
  /** The components that use the wallet. */
  readonly children?: ReactNode
  /**
   * Shown in place of the children if the wallet cannot be created: the page is not served over HTTPS, or an option is
   * wrong. By default, one sentence in English with the role `alert`. The console has the error.
   */
  readonly fallback?: ReactNode
} & (
  | (WalletOptions & { readonly wallet?: never })
  | {
      /** A wallet that the app has created, in place of the options. */
      readonly wallet: AnyWallet
    }
)

/**
 * Provides a wallet to the components below it. The wallet is created when the provider or a component that uses the
 * wallet mounts, and disposed of after all of them have unmounted. Rendering has no side effects, so it is safe on a
 * server and in StrictMode, which renders twice.
 *
 * If `accountId` or `wallet` changes, the components get another wallet. The other options are read only once per
 * account; to change them, give the provider another `key`. If a page has several accounts, use a provider for each.
 *
 * The provider never throws what `createWallet` throws: it shows `fallback`, and the calls of the wallet reject.
 *
 * @example
 * <WalletProvider accountId={accountId} backend="/wallet">
 *   <Checkout />
 * </WalletProvider>
 */
export function WalletProvider(props: WalletProviderProps): ReactElement {
  const identity = props.wallet ?? props.accountId
  const [held, setHeld] = useState(() => ({ identity, mounted: mountedFor(props) }))
  let { mounted } = held
  if (held.identity !== identity) {
    mounted = mountedFor(props)
    setHeld({ identity, mounted })
  }
  useEffect(() => mounted.retain(), [mounted])
  const { subscribe, failure } = mounted
  const error = useSyncExternalStore(subscribe, failure, () => undefined)
  useEffect(() => {
    // What is shown in place of the children is for the person.
    if (error !== undefined) tellDeveloper(error)
  }, [error])
  const { children, fallback = notHere } = props
  return createElement(WalletContext.Provider, { value: mounted }, error === undefined ? children : fallback)
}

const notHere = createElement('p', { role: 'alert' }, 'Your wallet can’t be opened on this page.')

function mountedFor({ children: _, fallback: __, ...given }: WalletProviderProps): MountedWallet {
  return given.wallet === undefined ? mountedWallet(given) : givenWallet(given.wallet)
}

/**
 * Returns what the nearest `<WalletProvider>` provides.
 *
 * @throws TypeError if there is no `<WalletProvider>` above the component
 */
export function useMounted(): MountedWallet {
  const mounted = useContext(WalletContext)
  if (mounted === undefined) throw new TypeError('Wallet hooks need a <WalletProvider> above the component.')
  return mounted
}

/**
 * Returns the wallet of the nearest provider. Call its methods in event handlers and effects. The wallet is the same
 * object on every render, so use {@link useWalletState} to render its state. For a wallet in a frame, call
 * `useWallet<FramedWallet>()`.
 *
 * @throws TypeError if there is no `<WalletProvider>` above the component
 */
export function useWallet<W extends AnyWallet = Wallet>(): W {
  // The type assertion is the caller's: only they know which wallet they gave the provider.
  return useMounted().wallet as W
}

/**
 * Returns the wallet's state. The component renders again after each change. On a server and during hydration, the
 * state is `initialWalletState`.
 *
 * @example
 * const { flow, unsettled } = useWalletState()
 */
export function useWalletState(): WalletState {
  const { subscribe, getState } = useMounted()
  return useSyncExternalStore(subscribe, getState, () => initialWalletState)
}

/**
 * Returns the session. Its `status` is `restoring` until the storage has been read, then `none`, `active` or
 * `refreshing`.
 *
 * @example
 * const session = useSession()
 * if (session.status === 'active') return <p>Signed in until {session.expiresAt}</p>
 */
export function useSession(): SessionState {
  return useWalletState().session
}
