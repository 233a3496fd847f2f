// What the platform's own server does. For development, the emulator stands in for the service, in this process.
import { createBackend } from 'embedded-wallet-auth/backend'
import { createClient } from 'embedded-wallet-auth/client'
import { createEmulator } from 'embedded-wallet-auth-emulator'

/** Returns a function from Request to Response that answers `/wallet/*`, `/api/me` and `/api/quotes` for one origin. */
export async function createPlatform(/** @type {string} */ origin) {
  // Ada's wallet with 125.50 USDB, and a shop to pay. Codes are printed in this terminal.
  const emulator = createEmulator({
    origins: [origin],
    mailer: async ({ to, otp }) => console.log(`mail to ${to}: ${otp}`),
  })
  const { account } = await emulator.provision({ email: 'ada@example.com', balance: 125_500_000 })
  const shop = await emulator.provision({ accountType: 'INTERNAL_FIAT' })

  // For production, set the real address and API token, and leave out `fetch`.
  const baseUrl = 'https://service.test/2025-10-13'
  const { fetch, apiToken } = emulator
  const wallet = createBackend({
    service: { baseUrl, ...apiToken, fetch },
    // Read your login cookie here. `undefined` means that nobody is logged in.
    authorize: async () => [account.id],
    // For production, also set `loginSession`: without it there is no step-up.
    relyingParty: { id: new URL(origin).hostname, name: 'Example Bank' },
    origins: [origin],
  })
  const client = createClient({ baseUrl, auth: { type: 'basic', ...apiToken }, fetch })

  return async (/** @type {Request} */ request) => {
    const { pathname } = new URL(request.url)
    if (pathname === '/api/me') return Response.json({ accountId: account.id })
    if (pathname !== '/api/quotes' || request.method !== 'POST') return wallet(request)
    // The server, not the page, decides what is paid and to whom.
    const quote = await client.createQuote({
      source: { sourceType: 'ACCOUNT', accountId: account.id },
      destination: { destinationType: 'ACCOUNT', accountId: shop.account.id },
      lockedCurrencySide: 'RECEIVING',
      lockedCurrencyAmount: 20_00,
    })
    return Response.json(quote)
  }
}
