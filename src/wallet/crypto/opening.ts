/**
 * Everything that opens what the service has sealed. This file and what only it needs are a chunk of their own, which a
 * page with client-held keys loads only for an export.
 * @module
 */
import type { ClientKey } from './client-key.js'
import type { SessionKey } from './prove-session-key.js'
import { openSealedKey } from './sealed-key.js'
import { importSessionKey } from './session-key.js'

// Encrypting needs only packages that this chunk needs too, and its few lines would cost more in a chunk of their own.
export { encryptCode } from './encrypt-code.js'
export { openExport } from './export-envelope.js'

/** Opens a sealed session key, and imports it. Rejects as `openSealedKey` and `importSessionKey` do. */
export const openSessionKey = async (sealed: string, clientKey: ClientKey): Promise<SessionKey> =>
  importSessionKey(await openSealedKey(sealed, clientKey))
