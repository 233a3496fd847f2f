/** The peer's browser SDK: reads the session, then the key, and stamps. @module */
import { BrowserSdk } from 'peer-browser-sdk'
import { payload } from './payload.js'
import { apiBaseUrl, organizationId } from './peer-session.js'

async function start() {
  const sdk = new BrowserSdk({ apiBaseUrl, defaultOrganizationId: organizationId })
  const session = await sdk.getSession()
  if (session === undefined) throw new Error('There is no session.')
  const client = await sdk.indexedDbClient()
  await client.init()
  await client.stampGetWhoami({ payload })
  globalThis.stamped(session.expiry * 1000)
}

start()
