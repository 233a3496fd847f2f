/** What the page around the frame may know: nothing that says who the person is. @module */
import { type CredentialType, credentialTypes, type ProofKind, type WalletState } from '../index.js'

interface Named {
  readonly type: CredentialType
  readonly nickname: string
}

/**
 * Which nicknames a person has chosen, by the proof that a sign-in needs. The others are addresses: of e-mail, a phone,
 * or an account elsewhere.
 */
const isChosen: Readonly<Record<ProofKind, boolean>> = { assertion: true, otp: false, oidcToken: false }

/** Returns a credential or session without its nickname, unless the person has chosen that. */
export const unnamed = <T extends Named>(named: T): T =>
  isChosen[credentialTypes[named.type].proof] ? named : { ...named, nickname: '' }

export const publicState = (state: WalletState): WalletState =>
  'nickname' in state.session ? { ...state, session: unnamed(state.session) } : state
