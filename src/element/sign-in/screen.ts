/** Decides what `<wallet-sign-in>` shows, from facts alone. @module */
import type { CredentialType, Fault, WalletState } from '../../index.js'
import type { Messages } from '../messages/messages.js'
import { type Doing, type Problem, textFor } from '../problems.js'
import { looks } from './looks.js'
import { type Account, type Call, isPasskey, type Way } from './ways.js'

/** Everything that decides what is shown. */
export interface SignInFacts {
  /** `undefined` while the element has no wallet. */
  readonly state: Pick<WalletState, 'session' | 'flow'> | undefined
  /** Whether the element has the attribute `again`. */
  readonly isAgain: boolean
  /** With `again`: the `authenticatedAt` of a session that does not count. */
  readonly since: string | undefined
  /** `undefined` until the account has been read. */
  readonly account?: Account | undefined
  /** Why the account could not be read. */
  readonly failure?: Problem | undefined
  readonly ways: readonly Way[]
  /** The call that is in flight. */
  readonly call?: Call | undefined
  /** The error of the element's last call. */
  readonly problem?: { readonly error: Problem; readonly doing: Doing | undefined } | undefined
  readonly dismissed?: Fault | undefined
  readonly status?: 'resent' | undefined
  readonly isOffline: boolean
  /** Whether wallets can be created on this page. */
  readonly isSecure: boolean
}

/** What is shown. The views are in `views/`. */
export type Screen =
  /**
   * `unsupported`, `empty`: there is no way to offer, at least in this browser. `offline`, `unreachable`: the account
   * could not be read. `insecure`: the page has no wallet, since it was not loaded over HTTPS.
   */
  | { readonly name: 'loading' | 'unsupported' | 'empty' | 'offline' | 'unreachable' | 'insecure' }
  | { readonly name: 'signedIn'; readonly nickname: string }
  | { readonly name: 'code'; readonly type: CredentialType }
  /** `isOut`: the proof has been sent, so there is nothing to cancel. */
  | { readonly name: 'busy'; readonly type: CredentialType | undefined; readonly isOut: boolean }
  | { readonly name: 'choices'; readonly ways: readonly Way[] }

/** Returns the screen. */
export function screenOf({ state, call, account, ...facts }: SignInFacts): Screen {
  if (state === undefined && !facts.isSecure) return { name: 'insecure' }
  if (state === undefined || state.session.status === 'restoring') return { name: 'loading' }
  const { session, flow } = state
  if ('id' in session && !(facts.isAgain && session.authenticatedAt === facts.since))
    return { name: 'signedIn', nickname: session.nickname }
  const isVerifying = flow.status === 'verifying'
  if ((isVerifying || flow.status === 'awaitingProof') && looks[flow.type].codeLabel)
    return { name: 'code', type: flow.type }
  if (isVerifying) return { name: 'busy', type: flow.type, isOut: true }
  if (flow.status === 'creating') return { name: 'busy', type: undefined, isOut: false }
  if (flow.status !== 'idle') return { name: 'busy', type: flow.type, isOut: false }
  if (call?.name === 'signIn') return { name: 'busy', type: call.way?.credential.type, isOut: false }
  if (account !== undefined) return offer(account, facts.ways)
  if (facts.failure === undefined) return { name: 'loading' }
  return { name: facts.isOffline ? 'offline' : 'unreachable' }
}

function offer({ hasPasskeys, credentials }: Account, ways: readonly Way[]): Screen {
  if (ways.length > 0) return { name: 'choices', ways }
  const isOnlyPasskey = !hasPasskeys && credentials.some(({ type }) => isPasskey(type))
  return { name: isOnlyPasskey ? 'unsupported' : 'empty' }
}

/** The texts that name another way to sign in, and the text in their place if there is none. */
const withoutOtherWay: Readonly<Partial<Record<keyof Messages, keyof Messages>>> = {
  passkeyUnused: 'onlyWayUnused',
  providerStopped: 'onlyWayUnused',
  passkeyFailed: 'onlyWayFailed',
}

/** The texts after which passkeys are no longer offered: they would fail on this page again. */
export const withoutPasskeys: ReadonlySet<keyof Messages | undefined> = new Set<keyof Messages>([
  'passkeyUnsupported',
  'passkeyNotHere',
])

/** Returns the key of the problem's text. An error of the element's last call overrides the flow's fault. */
export function problemKeyOf(facts: SignInFacts): keyof Messages | undefined {
  const flow = facts.state?.flow
  const fault = flow && 'fault' in flow ? flow.fault : undefined
  const shown =
    facts.problem ??
    (flow && fault && fault !== facts.dismissed
      ? { error: fault, doing: 'type' in flow ? flow.type : undefined }
      : undefined)
  if (shown === undefined) {
    const isTold = facts.account === undefined && !facts.isOffline
    return isTold && facts.failure ? textFor(facts.failure, undefined) : undefined
  }
  const key = textFor(shown.error, shown.doing)
  // The user can still enter the last code.
  if (key === 'tooMany' && flow?.status === 'awaitingProof') return 'tooSoon'
  if (key === 'codeWrong' && flow?.status === 'awaitingProof' && flow.oneTry) return 'codeVoid'
  // The screen itself says so if nothing else is offered.
  if (withoutPasskeys.has(key) && facts.account && facts.ways.length === 0) return undefined
  return (key && facts.ways.length === 1 && withoutOtherWay[key]) || key
}

/** Returns what the live regions say. */
export function newsOf(facts: SignInFacts): {
  readonly problem: keyof Messages | undefined
  readonly status: keyof Messages | undefined
} {
  const { session, flow } = facts.state ?? {}
  const isSignedIn = session !== undefined && 'id' in session && !facts.isAgain
  const problem = isSignedIn ? undefined : problemKeyOf(facts)
  const isIdle = flow?.status === 'idle' && facts.call === undefined
  const ended = session?.status === 'none' && isIdle ? endings[session.reason] : undefined
  return { problem, status: facts.status ?? (problem === undefined ? ended : undefined) }
}

/** The text for each `reason` why a session has ended. Other reasons are not shown. */
const endings: Readonly<Record<string, 'sessionExpired' | 'sessionRevoked' | 'interrupted' | undefined>> = {
  expired: 'sessionExpired',
  revoked: 'sessionRevoked',
  interrupted: 'interrupted',
}
