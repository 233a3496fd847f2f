/** Exports a wallet: a signed request, sealed to this page's client key and opened only if the pinned signer signed it. @module */

import { SealedKeyError } from '../../flow-errors.js'
import { exportWalletRoute } from '../../wire/internal-accounts.js'
import { generateClientKey } from '../crypto/client-key.js'
import { loadChunk } from '../time/load-chunk.js'
import { signedRetry } from '../transport/signed-retry.js'
import type { Context } from './context.js'

/** The recovery phrase as UTF-8 bytes. @throws what the signed retry and the opening throw */
export async function exportPhrase(
  context: Pick<Context, 'accountId' | 'clock' | 'transport' | 'headerNames' | 'stamp' | 'sandbox'>,
  signer: string | undefined,
  signal: AbortSignal | undefined,
): Promise<Uint8Array> {
  // The answer is sent only once: the code that opens it has to be loaded first.
  const [{ openExport }, clientKey] = await Promise.all([
    loadChunk(context.clock, import('../crypto/export-envelope.js')),
    generateClientKey(),
  ])
  const { value, challenge } = await signedRetry(
    context,
    exportWalletRoute,
    {
      params: { id: context.accountId },
      body: JSON.stringify({ clientPublicKey: clientKey.publicKey }),
      signal,
    },
    {
      stamp: context.stamp,
      singleUse: { ifLost: 'export again; no one else can open an export that did not arrive.' },
    },
  )
  const organizationId = organizationOf(challenge?.payloadToSign)
  const sealed = value.encryptedWalletCredentials
  const unsigned = (): Promise<Uint8Array> => openExport(sealed, clientKey, 'unsigned')
  if (signer === undefined) return unsigned()
  try {
    return await openExport(sealed, clientKey, { signer, ...(organizationId && { organizationId }) })
  } catch (error) {
    if (context.sandbox.unsignedExport && isUnsigned(error)) return unsigned()
    throw error
  }
}

const isUnsigned = (error: unknown): boolean =>
  error instanceof SealedKeyError && error.code === 'EXPORT_UNSIGNED'

/** The organization that the stamped payload names, if it is JSON with an `organizationId`. */
function organizationOf(payload: string | undefined): string | undefined {
  try {
    const parsed: unknown = JSON.parse(payload ?? '')
    if (typeof parsed !== 'object' || parsed === null || !('organizationId' in parsed)) return undefined
    return typeof parsed.organizationId === 'string' ? parsed.organizationId : undefined
  } catch {
    return undefined
  }
}
