/** The rows that are measured in Node, without a browser. @module */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../scripts/run.js'
import { payload } from './chromium.js'
import { compare } from './pairs.js'

const together = 50
const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }

/** A payload like the service's: 400 bytes, with an activity and an organization. */
const activity = JSON.stringify({
  type: 'ACTIVITY_TYPE_SIGN_RAW_PAYLOAD_V2',
  organizationId: 'org-1',
  parameters: { text: 'x'.repeat(308) },
})

/**
 * @param {typeof import('./node-side.ts')} nodeSide
 * @param {number} rounds
 * @returns {Promise<import('./sides.d.ts').Row[]>}
 */
export async function nodeRows(nodeSide, rounds) {
  const wallet = await nodeSide.signedInWallet()
  const { privateKey } = await crypto.subtle.generateKey(algorithm, false, ['sign', 'verify'])
  const bytes = new TextEncoder().encode(payload)
  const many = (/** @type {() => Promise<unknown> | undefined} */ work) => async () => {
    const began = performance.now()
    for (let n = 0; n < together; n++) await work()
    return performance.now() - began
  }
  const stamps = await compare(
    {
      ours: many(() => wallet.signer?.stamp(payload)),
      limit: many(() => crypto.subtle.sign(algorithm, privateKey, bytes)),
      guarded: many(() => {
        nodeSide.assertPayload(activity, { operation: 'executeQuote' }, 'org-1')
        return wallet.signer?.stamp(payload)
      }),
    },
    { rounds: 2 * rounds, warmUp: 20 },
  )
  wallet.dispose()
  const besideStamp = (
    /** @type {string} */ one,
    /** @type {string} */ other,
    /** @type {number} */ wanted,
  ) => ({
    ours: (stamps.ms[one] ?? 0) / together,
    limit: {
      ms: (stamps.ms[other] ?? 0) / together,
      ...{ ratio: stamps.ratio(one, other), middle: stamps.middle(one, other), wanted },
    },
  })
  /** @type {import('./sides.d.ts').Row[]} */
  const rows = [
    { name: 'stamp of 400 bytes, in Node', unit: 'ms', ...besideStamp('ours', 'limit', 1.5) },
    {
      name: 'stamp with the payload guard before it, in Node; limit: the stamp alone',
      unit: 'ms',
      ...besideStamp('guarded', 'ours', 2),
    },
  ]
  const peer = join(root, 'bench/node_modules/peer-crypto/dist/index.mjs')
  if (!existsSync(peer)) return rows
  /** @type {typeof import('peer-crypto')} */
  const { decryptCredentialBundle } = await import(peer)
  const keyOf = (/** @type {import('./node-side.ts').SealedExample} */ { jwk, publicKey }) =>
    nodeSide.clientKeyOf(jwk, publicKey)
  const opened = await compare(
    {
      async ours() {
        const example = nodeSide.sealedExample()
        const clientKey = await keyOf(example)
        const began = performance.now()
        await nodeSide.importSessionKey(await nodeSide.openSealedKey(example.sealed, clientKey))
        return performance.now() - began
      },
      async peer() {
        const { sealed, hex } = nodeSide.sealedExample()
        const began = performance.now()
        decryptCredentialBundle(sealed, hex)
        return performance.now() - began
      },
    },
    { rounds, warmUp: 10 },
  )
  return [
    ...rows,
    {
      name: 'sealed key opened, in Node; ours also imports and proves the key',
      unit: 'ms',
      ours: opened.ms['ours'] ?? 0,
      peer: {
        ...{ ms: opened.ms['peer'] ?? 0, ratio: opened.ratio('ours', 'peer') },
        middle: opened.middle('ours', 'peer'),
      },
    },
  ]
}
