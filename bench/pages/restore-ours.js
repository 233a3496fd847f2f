/** This library: the page of a returning customer, from the stored session to the first stamp. @module */
import { createWallet } from 'embedded-wallet-auth'

/** @param {{ accountId: string, payload: string }} options */
async function restoreAndStamp({ accountId, payload }) {
  const wallet = createWallet({ accountId, backend: '/wallet' })
  await wallet.ready
  const stamp = await wallet.signer?.stamp(payload)
  if (stamp === undefined) throw new Error('There is no session.')
  return { end: () => wallet.dispose(), stamp: (/** @type {string} */ text) => wallet.signer?.stamp(text) }
}

// Not exported, because a bundler splits an entry that has exports, and the entry of an application has none.
globalThis.restoring = new Map([...(globalThis.restoring ?? []), ['restore-ours', { restoreAndStamp }]])
