/** The peer's bare stamper: reads its key and stamps. It knows of no session and no expiry. @module */
import { IndexedDbStamper } from 'peer-stamper'
import { payload } from './payload.js'

async function start() {
  const stamper = new IndexedDbStamper()
  await stamper.init()
  await stamper.stamp(payload)
  globalThis.stamped(undefined, () => stamper.stamp(payload))
}

start()
