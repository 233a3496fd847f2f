/** The peer's core SDK: reads the session, then the key, and stamps. @module */
import { CoreClient } from 'peer-core-sdk'
import { payload } from './payload.js'
import { apiBaseUrl, organizationId } from './peer-session.js'

async function start() {
  const client = new CoreClient({ apiBaseUrl, organizationId })
  await client.init()
  const session = await client.getSession()
  if (session === undefined) throw new Error('There is no session.')
  await client.httpClient.stampGetWhoami({ payload })
  globalThis.stamped(session.expiry * 1000)
}

start()
