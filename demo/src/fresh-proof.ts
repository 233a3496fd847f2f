/** A wallet whose calls ask the person for a fresh proof where the platform wants one, and then go on. @module */
import { type ConfirmationQuestion, SessionError, type Wallet, WalletError } from 'embedded-wallet-auth'
import { proofMaxAge } from '../contract.js'
import { creationOf } from './questions.js'

/** The wallet, and what it asks for. */
export interface FreshProof {
  readonly wallet: Wallet
  /**
   * Asks now for a proof that an operation is going to need, as far as this page knows. For operations that open a window
   * before they are sent: the platform would refuse them only after the person has been through it.
   */
  beforehand(question: ConfirmationQuestion): Promise<void>
}

/** What the person wants, and how it ends: `true` after a sign-in, `false` if the person does not want to sign in. */
export type Prove = (question: ConfirmationQuestion) => Promise<boolean>

/**
 * Repeats a call that was refused with `STEP_UP_REQUIRED` once the person has given a proof. If the person does not want to,
 * it rejects with that refusal.
 */
export function withFreshProof(wallet: Wallet, prove: Prove): FreshProof {
  /** The time of the proof that this page has spent. Another tab may have spent it, too: then the platform refuses. */
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
            // The proof has opened a new session already.
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
