/**
 * The origins of the shop's page and of the wallet's page, which have to be of one site. Here they differ by the port, and
 * the login's cookie reaches both. For two hosts, such as shop.example.com and wallet.example.com, the cookie in login.ts
 * has to be `__Secure-login`, with `Domain=example.com`.
 */
export const port = Number(process.env.PORT ?? 3000)
export const shopOrigin = process.env.ORIGIN ?? `http://localhost:${port}`
export const walletOrigin = process.env.WALLET_ORIGIN ?? `http://localhost:${port + 1}`
