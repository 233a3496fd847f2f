/** What `<wallet-sign-in>` remembers between two renders. Everything else is read from the wallet. @module */
import type { AnyWallet, Fault } from '../../index.js'
import type { Draft } from '../code-view.js'
import type { Host } from '../element-class.js'
import type { Messages } from '../messages/messages.js'
import { isSecurePage, type Panel } from '../panel.js'
import type { Doing, Problem } from '../problems.js'
import { codeAttributes } from '../read-code.js'
import { waysOf } from './looks.js'
import type { SignInFacts } from './screen.js'
import type { Account, Call, SignInProvider } from './ways.js'

/** The properties of `<wallet-sign-in>`. */
export interface SignInProperties {
  wallet: AnyWallet | undefined
  providers: readonly SignInProvider[]
  messages: Partial<Messages>
}

/** The attributes of `<wallet-sign-in>`, besides `lang` and `dir`. */
export const signInAttributes: readonly string[] = [...codeAttributes, 'code-lifetime', 'again']

/** The element's current wallet, and what is known about the wallet's account. */
export interface Watched {
  readonly wallet: AnyWallet
  readonly controller: AbortController
  readonly unsubscribe: () => void
  account?: Account
  isLoading?: boolean
  /** Whether the browser came back online while the account was being read. That read may have begun offline. */
  isBack?: boolean
  /** Why the account could not be read. */
  failure?: Problem
  /** The session's `authenticatedAt` at the last render. A render that finds another one emits `wallet-signed-in`. */
  told?: string | undefined
  /**
   * With the attribute `again`, a session with this `authenticatedAt` does not count: the user has to sign in again.
   * Not set while the wallet is restoring the session.
   */
  since?: { readonly proof: string | undefined }
  /** No passkey challenge is requested before this time: milliseconds since 1970, server time. */
  preparedUntil: number
  /** When the last code was sent: milliseconds since 1970, server time. */
  sentAt?: number
  /** What the user has typed, while a code is awaited. */
  draft?: Draft | undefined
}

export interface SignInModel {
  readonly host: Host<SignInProperties>
  readonly panel: Panel
  readonly render: () => void
  watched?: Watched | undefined
  call?: Call | undefined
  /** The number of calls so far. What an earlier call ends with is not shown. */
  calls: number
  problem?: { readonly error: Problem; readonly doing: Doing | undefined } | undefined
  status?: 'resent' | undefined
  /** The `key` of the way that the user chose last. */
  lastWay?: string | undefined
  /** The flow's fault, once its countdown has ended or the connection is back. A dismissed fault is not shown. */
  dismissed?: Fault | undefined
  /** A way to sign in, by its `key`, that cannot be used before `until`: milliseconds since 1970, server time. */
  blocked?: { readonly way: string; readonly until: number } | undefined
}

/** Returns what decides which screen and which news are shown. */
export function factsOf(model: SignInModel): SignInFacts {
  const { host, panel, watched } = model
  return {
    ...model,
    ...watched,
    state: watched?.wallet.getState(),
    isAgain: host.element.hasAttribute('again'),
    since: watched?.since?.proof,
    ways: watched?.account
      ? waysOf(watched.account, watched.wallet.credentials.types, host.properties.providers)
      : [],
    isOffline: panel.isOffline(),
    isSecure: isSecurePage(),
  }
}

/** The session's `authenticatedAt`. */
export function proofOf({ wallet }: Watched): string | undefined {
  const { session } = wallet.getState()
  return 'authenticatedAt' in session ? session.authenticatedAt : undefined
}

/** Whether an error is shown that came from a lost connection. Nothing was sent then. */
export function isCut(model: SignInModel): boolean {
  const { problem, watched } = model
  return [problem?.error, watched?.failure, shownFault(model)].some((error) => error?.code === 'NETWORK')
}

/** Drops what failed for want of a connection, once it is back. */
export function forgetCut(model: SignInModel): void {
  if (model.problem?.error.code === 'NETWORK') model.problem = undefined
  const fault = shownFault(model)
  if (fault?.code === 'NETWORK') model.dismissed = fault
}

function shownFault({ watched, dismissed }: SignInModel): Fault | undefined {
  const flow = watched?.wallet.getState().flow
  return flow && 'fault' in flow && flow.fault !== dismissed ? flow.fault : undefined
}

/** From now on, the attribute `again` requires a sign-in that is newer than the current session. */
export function restart({ watched }: SignInModel): void {
  if (watched) watched.since = { proof: proofOf(watched) }
}

/** Watches another wallet, or none, and forgets what was known about the one before. */
export function watch(model: SignInModel, wallet: AnyWallet | undefined): void {
  model.watched?.unsubscribe()
  model.watched?.controller.abort()
  forgetCall(model)
  model.blocked = undefined
  model.watched = wallet && {
    wallet,
    controller: new AbortController(),
    unsubscribe: wallet.subscribe(model.render),
    preparedUntil: 0,
  }
}

/** Ends the call that is in flight, and removes what the last one has left. Returns the number of the next one. */
export function forgetCall(model: SignInModel): number {
  model.call = model.problem = model.status = undefined
  model.calls += 1
  return model.calls
}
