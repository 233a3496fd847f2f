import { type Confirm, type ConfirmationRequest, createWallet, type Wallet } from 'embedded-wallet-auth'

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
    case 'executeQuote': {
      const { amount, currency } = request.details.sends
      return `Send ${amount / 10 ** (currency.decimals ?? 0)} ${currency.code}?`
    }
    case 'exportWallet':
      return 'Show the recovery phrase? Anyone who sees it can take everything.'
    case 'revokeAllSessions':
      return `Log out ${request.details.sessionIds.length} devices?`
    default:
      return 'Go on with this change?'
  }
}
