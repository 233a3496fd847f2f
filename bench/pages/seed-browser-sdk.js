/** Stores a session and its key by the peer's browser SDK. @module */
import { BrowserSdk } from 'peer-browser-sdk'
import { apiBaseUrl, organizationId, sessionToken } from './peer-session.js'

globalThis.seed = async () => {
  const client = await new BrowserSdk({ apiBaseUrl, defaultOrganizationId: organizationId }).indexedDbClient()
  await client.resetKeyPair()
  await client.loginWithSession(sessionToken(await client.getPublicKey()))
}
