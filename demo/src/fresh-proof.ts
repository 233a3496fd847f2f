/**
 * Wraps a wallet so that its calls ask the user for a fresh proof if the platform requires one, and then continue.
 * @module
 */
import { type ConfirmationQuestion, SessionError, type Wallet, WalletError } from 'embedded-wallet-auth'
import { proofMaxAge } from '../contract.js'
import { creationOf } from './questions.js'

/** The wrapped wallet. */
export interface FreshProof {
  readonly wallet: Wallet
  /**
   * Asks in advance for a proof that an operation will need, as far as this page knows. For operations that open a
   * window before they are sent: the platform would refuse them only after the user has used the window.
   */
  beforehand(question: ConfirmationQuestion): Promise<void>
}

/**
 * Asks the user to sign in for an operation. Resolves with `true` after a sign-in, and with `false` if the user does
 * not want to sign in.
 */
export type Prove = (question: ConfirmationQuestion) => Promise<boolean>

/**
 * Wraps a wallet. A call that was refused with `STEP_UP_REQUIRED` is repeated once the user has given a proof. If the
 * user does not want to, the call rejects with the refusal.
 */
export function withFreshProof(wallet: Wallet, prove: Prove): FreshProof {
  /**
   * The time of the proof that this page has used up. Another tab may have used up a proof too; then the platform
   * refuses.
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
  const spending = async <T>(question: ConfirmationQuestion, call: () => Promise<T>): Promise<T> => {
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
            // The proof has already opened a new session.
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
    async beforehand(question) {
      const at = proofTime()
      // The first credential of a wallet needs no proof.
      if (at === undefined) return
      const isFresh = at !== spent && wallet.now() - Date.parse(at) < proofMaxAge * 1000
      if (isFresh || (await prove(question))) return
      throw new SessionError('STEP_UP_REQUIRED', 'The person did not want to sign in again.')
    },
  }
}

const isRefusedForProof = (error: unknown): boolean =>
  error instanceof WalletError && error.code === 'STEP_UP_REQUIRED'

const accountOf = (wallet: Wallet): string => {
  const { session } = wallet.getState()
  return 'accountId' in session ? session.accountId : ''
}
