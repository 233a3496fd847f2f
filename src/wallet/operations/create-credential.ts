/** Creates a credential. Its steps are those of a flow. @module */
import type { CreationQuestion } from '../flows/create.js'
import type { Flow, HeldKey, IdToken, NewSession, PasskeyDialog, Stamped, Which } from './codes.js'
import type { Operation } from './operation.js'

type Codes =
  | Flow
  | Stamped
  | PasskeyDialog
  | IdToken
  | NewSession
  | HeldKey
  | Which
  | 'PASSKEY_EXISTS'
  | 'INPUT_INVALID'
  | 'PROOF_TIMEOUT'

export const createCredentialOperation: Operation<CreationQuestion, Codes> = { activities: 'create' }
