/** Hides the wallet's activity, or shows it again. @module */
import type { CallOptions } from '../../signals.js'
import { type InternalAccount, updatePrivacyRoute } from '../../wire/internal-accounts.js'
import type { RequestOperation } from './operation.js'

type Privacy = {
  readonly privateEnabled: boolean
}

/** The wallet's method. */
export interface UpdatePrivacy {
  /** Hides the wallet's activity, or shows it again. Resolves with the updated account. */
  updatePrivacy(change: { readonly privateEnabled: boolean } & CallOptions): Promise<InternalAccount>
}

export const updatePrivacyOperation: RequestOperation<
  'updatePrivacy',
  Privacy,
  InternalAccount,
  Privacy,
  UpdatePrivacy
> = {
  activities: /^SIGN_\w+$/,
  request({ privateEnabled }, accountId) {
    if (typeof privateEnabled !== 'boolean')
      throw new TypeError('updatePrivacy() needs { privateEnabled: boolean }.')
    return {
      route: updatePrivacyRoute,
      params: { id: accountId },
      body: { privateEnabled },
      question: () => ({ operation: 'updatePrivacy', details: { privateEnabled } }),
    }
  },
}
