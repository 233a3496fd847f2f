/** The wallet's own page, and what else is answered at its origin. @module */

/** The path of the page. */
export const walletPage = '/framed-wallet.html'

/** Whether a request of the wallet's origin goes to the platform. Nothing else of the platform is reached there. */
export const isWalletCall = (path: string): boolean => /^\/(wallet\/|demo\/(me|welcome)$)/.test(path)

/** Whether a page of the shop shows the wallet's page in a frame. */
export const isAround = (url: URL): boolean => url.searchParams.get('wallet') === 'framed'
