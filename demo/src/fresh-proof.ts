/**
 * Wraps a wallet. If the platform requires a fresh proof for a call, the user is asked for one, and then the call
 * continues.
 * @module
 */
import { type ConfirmationQuestion, SessionError, type Wallet, WalletError } from 'embedded-wallet-auth'
import { proofMaxAge } from '../contract.js'
import { creationOf } from './questions.js'

/** The wrapped wallet, and a function that asks in advance. */
export interface FreshProof {
  readonly wallet: Wallet
  /**
   * Asks for a fresh proof before an operation if this page knows that one is needed. Use it for an operation that
   * opens a window first: otherwise, the platform would refuse only after the user has used the window.
   */
  beforehand(question: ConfirmationQuestion): Promise<void>
}

/** Asks the user to sign in again for an operation. Resolves with whether the user has done so. */
export type Prove = (question: ConfirmationQuestion) => Promise<boolean>

/**
 * Wraps a wallet. A call that is refused with `STEP_UP_REQUIRED` is repeated once the user has signed in again. If the
 * user declines, the call rejects with the refusal.
 */
export function withFreshProof(wallet: Wallet, prove: Prove): FreshProof {
  /**
   * The time of the last proof that this tab knows to be used up. If another tab has used up a later one, the platform
   * refuses the call.
   */
  let spent: string | undefined
  const proofTime = (): string | undefined => {
    const { session } = wallet.getState()
    return 'authenticatedAt' in session ? session.authenticatedAt : undefined
  }

  const proving = async <T>(question: ConfirmationQuestion, call: () => Promise<T>): Promise<T> => {
    for (;;) {
      try {
        return await call()
      } catch (error) {
        if (!isRefusedForProof(error) || !(await prove(question))) throw error
      }
    }
  }
  const beforehand = async (question: ConfirmationQuestion): Promise<void> => {
    const at = proofTime()
    // The first credential of a wallet needs no proof.
    if (at === undefined) return
    const isFresh = at !== spent && wallet.now() - Date.parse(at) < proofMaxAge * 1000
    if (isFresh || (await prove(question))) return
    throw new SessionError('STEP_UP_REQUIRED', 'The user did not want to sign in again.')
  }
  const spending = async <T>(question: ConfirmationQuestion, call: () => Promise<T>): Promise<T> => {
    // So that the user is not asked to confirm what the platform would refuse.
    await beforehand(question)
    const result = await proving(question, call)
    spent = proofTime()
    return result
  }

  return {
    wallet: {
      ...wallet,
      get signer() {
        return wallet.signer
      },
      credentials: {
        ...wallet.credentials,
        create: (input) => spending(creationOf(input), () => wallet.credentials.create(input)),
        revoke: (id, options) =>
          spending({ operation: 'revokeCredential', details: { credential: id } }, () =>
            wallet.credentials.revoke(id, options),
          ),
      },
      sessions: {
        ...wallet.sessions,
        refresh: (options) => {
          const { session } = wallet.getState()
          const sessionId = 'id' in session ? session.id : ''
          return proving({ operation: 'refreshSession', details: { sessionId } }, async () => {
            const now = wallet.getState().session
            // The fresh proof has already opened a new session.
            if (now.status === 'active' && now.id !== sessionId) return now
            return wallet.sessions.refresh(options)
          })
        },
      },
      exportWallet: (options) =>
        spending({ operation: 'exportWallet', details: { accountId: accountOf(wallet) } }, () =>
          wallet.exportWallet(options),
        ),
    },
    beforehand,
  }
}

const isRefusedForProof = (error: unknown): boolean =>
  error instanceof WalletError && error.code === 'STEP_UP_REQUIRED'

const accountOf = (wallet: Wallet): string => {
  const { session } = wallet.getState()
  return 'accountId' in session ? session.accountId : ''
}
