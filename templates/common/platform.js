/** The platform: the wallet's backend, and a shop. Without SERVICE_URL, the emulator stands in for the service. */
import { createBackend } from 'embedded-wallet-auth/backend'
import { createClient } from 'embedded-wallet-auth/client'

/** The page's origin. Requests from other origins are refused, and passkeys are bound to the origin's host. */
const origin = process.env.ORIGIN ?? `http://localhost:${process.env.PORT ?? 3000}`

/** Returns the service, the logged-in user's wallet and the shop's account. */
async function connect() {
  const {
    SERVICE_URL,
    SERVICE_TOKEN_ID = '',
    SERVICE_SECRET = '',
    ACCOUNT_ID = '',
    SHOP_ID = '',
  } = process.env
  if (SERVICE_URL !== undefined) {
    const service = { baseUrl: SERVICE_URL, tokenId: SERVICE_TOKEN_ID, clientSecret: SERVICE_SECRET }
    return { service, accountId: ACCOUNT_ID, shopId: SHOP_ID }
  }
  if (process.env.NODE_ENV === 'production')
    throw new Error('Set SERVICE_URL. The emulator is only for development.')
  const { createEmulator } = await import('embedded-wallet-auth-emulator')
  const emulator = createEmulator({
    origins: [origin],
    mailer: async ({ to, otp }) => console.log(`mail to ${to}: the code is ${otp}`),
  })
  const { account } = await emulator.provision({ email: 'ada@example.com', balance: 125_500_000 })
  const shop = await emulator.provision({ accountType: 'INTERNAL_FIAT' })
  const service = { baseUrl: 'https://service.test/2025-10-13', ...emulator.apiToken, fetch: emulator.fetch }
  return { service, accountId: account.id, shopId: shop.account.id }
}

// One connection for the whole process, because a framework may load this file once for each route.
/** @type {typeof globalThis & { platform?: ReturnType<typeof connect> }} */
const shared = globalThis
const connected = () => {
  shared.platform ??= connect()
  return shared.platform
}

/** The wallet of the logged-in user, who is always Ada here. */
export const accountId = async () => (await connected()).accountId

const wallet = createBackend({
  service: async () => (await connected()).service,
  // The accounts that this request may use. Read your login cookie here, and return undefined if nobody is logged in.
  authorize: async (_request) => [await accountId()],
  // For production, also set `loginSession`, which names the login session: without it there is no step-up.
  relyingParty: { id: new URL(origin).hostname, name: 'Example Bank' },
  origins: [origin],
})

/** Creates a quote that pays the shop 20 dollars. It needs the secret but no stamp, so decide here what may be paid. */
async function createQuote() {
  const { service, accountId: payer, shopId } = await connected()
  const { baseUrl, tokenId, clientSecret, ...options } = service
  const client = createClient({ baseUrl, auth: { type: 'basic', tokenId, clientSecret }, ...options })
  return client.createQuote({
    source: { sourceType: 'ACCOUNT', accountId: payer },
    destination: { destinationType: 'ACCOUNT', accountId: shopId },
    lockedCurrencySide: 'RECEIVING',
    lockedCurrencyAmount: 20_00,
  })
}

/** Answers everything under /wallet and /api. @param {Request} request @returns {Promise<Response>} */
export async function platform(request) {
  const { pathname } = new URL(request.url)
  if (pathname === '/api/me') return Response.json({ accountId: await accountId() })
  if (pathname !== '/api/quotes') return wallet(request)
  return request.method === 'POST' ? Response.json(await createQuote()) : new Response(null, { status: 405 })
}
