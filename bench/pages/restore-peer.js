/** The peer: from the stored key to the first stamp. @module */
import { IndexedDbStamper } from 'peer-stamper'

/** @param {{ payload: string }} options */
async function restoreAndStamp({ payload }) {
  const stamper = new IndexedDbStamper()
  await stamper.init()
  await stamper.stamp(payload)
  return { end: () => {}, stamp: (/** @type {string} */ text) => stamper.stamp(text) }
}

// Not exported, because a bundler splits an entry that has exports, and the entry of an application has none.
globalThis.restoring = new Map([...(globalThis.restoring ?? []), ['restore-peer', { restoreAndStamp }]])
