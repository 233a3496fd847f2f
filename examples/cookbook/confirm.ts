import {
  type Confirm,
  type ConfirmationRequest,
  createWallet,
  type Money,
  type Wallet,
} from 'embedded-wallet-auth'

/** Creates a wallet that asks with `ask` before it stamps anything. */
export function walletThatAsks(
  accountId: string,
  ask: (sentence: string, signal: AbortSignal) => Promise<boolean>,
): Wallet {
  const confirm: Confirm = (request) => ask(sentenceFor(request), request.signal)
  return createWallet({ accountId, backend: '/wallet', confirm })
}

/** Says what is about to be signed. The amounts are those that will be stamped. */
export function sentenceFor(request: ConfirmationRequest): string {
  switch (request.operation) {
    case 'executeQuote':
      return `Send ${exactly(request.details.sends)}?`
    case 'exportWallet':
      return 'Show the recovery phrase? Anyone who sees it can take everything.'
    case 'revokeAllSessions':
      return `Log out ${request.details.sessionIds.length} devices?`
    default:
      return 'Go on with this change?'
  }
}

/** Such as `20.100503 USDB`. The amount is scaled in a text, because dividing the number could lose digits. */
function exactly({ amount, currency: { code, decimals = 0 } }: Money): string {
  const format = new Intl.NumberFormat('en', { maximumFractionDigits: 18 })
  return `${format.format(`${amount}e-${decimals}` as Intl.StringNumericLiteral)} ${code}`
}
