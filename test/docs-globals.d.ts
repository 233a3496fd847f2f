/**
 * What a code block of the documentation may use without declaring it: the things that an earlier block on the page made.
 * Copied beside the blocks when they are type-checked.
 */
declare const wallet: ReturnType<typeof import('embedded-wallet-auth').createWallet>
declare const emulator: ReturnType<typeof import('embedded-wallet-auth/emulator').createEmulator>
declare const handler: (request: Request) => Promise<Response>
declare const accountId: string
declare const customer: { readonly id: string }
declare const account: { readonly id: string }
declare const quote: Parameters<typeof wallet.executeQuote>[0]
declare const request: Request
declare const button: HTMLButtonElement
declare const input: HTMLInputElement
