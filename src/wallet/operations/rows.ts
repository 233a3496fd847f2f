/** One line for each operation that needs the user's stamp, by the name of its question and signed route. @module */
import { createCredentialOperation } from './create-credential.js'
import { executeQuoteOperation } from './execute-quote.js'
import { exportWalletOperation } from './export-wallet.js'
import { refreshSessionOperation } from './refresh-session.js'
import { revokeAllSessionsOperation } from './revoke-all-sessions.js'
import { revokeCredentialOperation } from './revoke-credential.js'
import { revokeSessionOperation } from './revoke-session.js'
import { signedRequestOperation } from './signed-request.js'
import { updatePrivacyOperation } from './update-privacy.js'

/**
 * The rows. An object and not the module itself, because bundlers make of a module what `for … in` finds, and that has
 * also what a page has added to `Object.prototype`. Each type is named, because declarations are made file by file.
 */
export const rows = {
  createCredential: createCredentialOperation as typeof createCredentialOperation,
  executeQuote: executeQuoteOperation as typeof executeQuoteOperation,
  exportWallet: exportWalletOperation as typeof exportWalletOperation,
  refreshSession: refreshSessionOperation as typeof refreshSessionOperation,
  revokeAllSessions: revokeAllSessionsOperation as typeof revokeAllSessionsOperation,
  revokeCredential: revokeCredentialOperation as typeof revokeCredentialOperation,
  revokeSession: revokeSessionOperation as typeof revokeSessionOperation,
  signedRequest: signedRequestOperation as typeof signedRequestOperation,
  updatePrivacy: updatePrivacyOperation as typeof updatePrivacyOperation,
}
