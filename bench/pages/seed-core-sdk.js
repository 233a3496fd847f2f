/** Stores a session and its key by the peer's core SDK, which its React kit uses too. @module */
import { CoreClient } from 'peer-core-sdk'
import { apiBaseUrl, organizationId, sessionToken } from './peer-session.js'

globalThis.seed = async () => {
  const client = new CoreClient({ apiBaseUrl, organizationId })
  await client.init()
  await client.storeSession({ sessionToken: sessionToken(await client.createApiKeyPair()) })
}
