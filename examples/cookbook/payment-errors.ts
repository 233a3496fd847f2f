import { isWalletError, type OperationError, type Quote, type Wallet } from 'embedded-wallet-auth'

/** What the page does after a payment. */
export type Next =
  | { readonly show: 'receipt' | 'failed' | 'authorization'; readonly quote: Quote }
  | { readonly show: 'in doubt' | 'sign in' | 'another quote' | 'nothing' }
  | { readonly show: 'try again'; readonly seconds?: number }
  | { readonly show: 'add a passkey' | 'sign in with the passkey' }
  | { readonly show: 'later'; readonly from: string }
  | { readonly show: 'refused'; readonly why: string }

/** Pays, and says what comes next for every way in which a payment can end. */
export async function pay(wallet: Wallet, quote: Quote): Promise<Next> {
  try {
    const paid = await wallet.executeQuote(quote)
    if (paid.status === 'EXPIRED') return { show: 'another quote' }
    // Nothing has been paid: ask for what `unsettled` says that it waits for, and pass it to `authorizeQuote`.
    if (paid.status === 'PENDING_AUTHORIZATION') return { show: 'authorization', quote: paid }
    return { show: paid.status === 'FAILED' ? 'failed' : 'receipt', quote: paid }
  } catch (error) {
    if (!isWalletError(error)) throw error
    // In doubt until `getState().unsettled` no longer has the quote. Pay it again, or read it: never make another.
    if (wallet.getState().unsettled.some(({ quoteId }) => quoteId === quote.id)) return { show: 'in doubt' }
    return next(error as OperationError<'executeQuote'>)
  }
}

function next(error: OperationError<'executeQuote'>): Next {
  switch (error.kind) {
    case 'transport':
      // Nothing was sent, or the answer could not be read and no payment is known.
      return { show: error.code === 'OUTCOME_UNKNOWN' ? 'in doubt' : 'try again' }
    case 'service':
      if (error.code === 'RATE_LIMITED') return { show: 'try again', seconds: error.retryAfter ?? 60 }
      if (error.code === 'NOT_LOGGED_IN') return { show: 'sign in' }
      if (error.code === 'QUOTE_NOT_FOUND') return { show: 'another quote' }
      if (error.code === 'PAYMENT_PASSKEY_REQUIRED') return { show: 'add a passkey' }
      if (error.code === 'PAYMENT_PASSKEY_UNKNOWN') return { show: 'sign in with the passkey' }
      // Another quote would be refused, too.
      if (error.code === 'PAYMENT_NOT_YET' && error.payableFrom)
        return { show: 'later', from: error.payableFrom }
      return { show: 'refused', why: error.reason ?? error.code }
    case 'ceremony':
      // The passkey that the platform wants for large payments was not used.
      return { show: 'try again' }
    case 'session':
      return nextBySession(error.code)
  }
}

function nextBySession(code: Extract<OperationError<'executeQuote'>, { kind: 'session' }>['code']): Next {
  switch (code) {
    case 'SESSION_REQUIRED':
    case 'SESSION_EXPIRED':
    case 'SESSION_ENDED':
    case 'STEP_UP_REQUIRED':
      return { show: 'sign in' }
    case 'CHALLENGE_EXPIRED':
      // Once your server reads that this one is `EXPIRED`: until then another device may have sent it.
      return { show: 'another quote' }
    case 'PAYLOAD_REFUSED':
      // Report it.
      return { show: 'refused', why: code }
    case 'CANCELLED':
    case 'DISPOSED':
    case 'CONFIRMATION_REFUSED':
    case 'CONFIRMATION_FAILED':
      return { show: 'nothing' }
  }
}
