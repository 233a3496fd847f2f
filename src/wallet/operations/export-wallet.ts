/**
 * Exports a wallet with a signed request. The answer is sealed to this page's client key. The answer is opened only if
 * a pinned signer has signed it; in the sandbox, unsigned exports can be allowed.
 * @module
 */
import { SealedKeyError, type SealedKeyErrorCode, SessionError } from '../../errors.js'
import type { CallOptions } from '../../signals.js'
import { exportWalletRoute } from '../../wire/internal-accounts.js'
import { jsonOf } from '../../wire/json.js'
import { generateClientKey } from '../crypto/client-key.js'
import { openExport } from '../crypto/export-envelope.js'
import type { Context } from '../flows/context.js'
import { type Asking, askFirst, type Question } from '../guards/confirm.js'
import { refused } from '../guards/payload-guard.js'
import { signedRetry } from '../transport/signed-retry.js'
import type { Stamped } from './codes.js'
import type { Operation } from './operation.js'

/** An exported recovery phrase. */
export interface ExportedWallet {
  /** The phrase as UTF-8 bytes. Show it, then call `wipe()`. A string made from the bytes cannot be wiped. */
  readonly phrase: Uint8Array
  /** Overwrites the bytes. */
  wipe(): void
}

/** The wallet's method. */
export interface ExportWallet {
  /** Exports the recovery phrase. Rejects with `EXPORT_SIGNER_REQUIRED` unless the option `exportSigner` is set. */
  exportWallet(options?: CallOptions): Promise<ExportedWallet>
}

type ExportQuestion = Question<'exportWallet', { readonly accountId: string }>

type Codes =
  | Stamped
  | Exclude<SealedKeyErrorCode, `OTP_${string}` | 'KEY_DELIVERY_CONTRADICTED'>
  | 'EXPORT_SIGNER_REQUIRED'
  | 'WEBCRYPTO_UNUSABLE'

export const exportWalletOperation: Operation<ExportQuestion, Codes, ExportWallet> = {
  activities: /^EXPORT_WALLET$/,
}

/** Throws `EXPORT_SIGNER_REQUIRED` without a pinned signer, unless the sandbox allows unsigned exports. */
export function assertSigner({ sandbox }: Context, signer: string | readonly string[] | undefined): void {
  if ([signer ?? []].flat().length > 0 || sandbox.unsignedExport === true) return
  throw new SessionError(
    'EXPORT_SIGNER_REQUIRED',
    'Set the option `exportSigner`. Without it, the signature of an export cannot be verified.',
  )
}

/**
 * Resolves with the recovery phrase as UTF-8 bytes.
 *
 * @throws the errors of the signed retry and of opening the export; `PAYLOAD_REFUSED` if the service did not ask for a
 * stamp
 */
export async function exportPhrase(
  context: Context & Asking<ExportQuestion>,
  signer: string | readonly string[] | undefined,
  signal: AbortSignal | undefined,
): Promise<Uint8Array> {
  const question = { operation: 'exportWallet', details: { accountId: context.accountId } } as const
  await askFirst(context, () => question, signal)
  const clientKey = await generateClientKey()
  const { value, stamped } = await signedRetry(
    context,
    exportWalletRoute,
    {
      params: { id: context.accountId },
      body: jsonOf({ clientPublicKey: clientKey.publicKey }),
      signal,
    },
    {
      stamp: context.stamp,
      singleUse: { ifLost: 'export again. The lost answer is harmless: only this page could open it.' },
    },
  )
  // The service sends an export only for a stamped request, so an export for an unstamped request is not trusted.
  if (stamped === undefined)
    throw refused('is missing: the service sent the export without asking for a stamp')
  const sealed = value.encryptedWalletCredentials
  const unsigned = (): Promise<Uint8Array> => openExport(sealed, clientKey, 'unsigned')
  const organizationId = await context.guard.organizationOf(stamped)
  const openBy = (key: string): Promise<Uint8Array> =>
    openExport(sealed, clientKey, { signer: key, ...(organizationId && { organizationId }) })
  const signed = async (): Promise<Uint8Array> => {
    const [first, ...others] = [signer ?? []].flat()
    if (first === undefined) return unsigned()
    // While one signing key replaces another, both are pinned, so each key is tried.
    let opening = openBy(first)
    for (const key of others)
      opening = opening.catch((error: unknown) => {
        if (error instanceof SealedKeyError && error.code === 'EXPORT_SIGNER_MISMATCH') return openBy(key)
        throw error
      })
    return opening
  }
  const phrase = await signed().catch((error: unknown) => {
    if (context.sandbox.unsignedExport && isUnsigned(error)) return unsigned()
    throw error
  })
  await context.guard.keep(stamped)
  return phrase
}

const isUnsigned = (error: unknown): boolean =>
  error instanceof SealedKeyError && error.code === 'EXPORT_UNSIGNED'
