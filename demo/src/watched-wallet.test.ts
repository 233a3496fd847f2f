import { SessionError, type Wallet } from 'embedded-wallet-auth'
import { expect, test } from 'vitest'
import { createDemo } from '../server/index.js'
import { watchedWallet } from './watched-wallet.js'

const watched = (wallet: Wallet): { readonly wallet: Wallet; readonly seen: string[] } => {
  const seen: string[] = []
  return {
    seen,
    wallet: watchedWallet(wallet, {
      made: (call, about) => seen.push(`${call} ${about}`.trim()),
      resolved: (call) => seen.push(`${call} resolved`),
      rejected: (call, code) => seen.push(`${call} ${code}`),
    }),
  }
}

/** Makes a wallet with the demo's backend in memory. */
async function ada(): Promise<{ readonly wallet: Wallet; readonly otp: () => string }> {
  const { createWallet } = await import('embedded-wallet-auth')
  const origin = 'http://localhost:5173'
  const demo = await createDemo({ origins: [origin] })
  const headers = { origin, 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' }
  const login = await demo.handler(
    new Request(`${origin}/demo/login`, { method: 'POST', headers, body: '{"person":"ada"}' }),
  )
  const cookie = login.headers.get('Set-Cookie')?.split(';')[0] ?? ''
  const wallet = createWallet({
    accountId: demo.cast().customers.get('ada')?.accountId ?? '',
    backend: async (request) => {
      const { pathname, search } = new URL(request.url)
      const sent = new Request(`${origin}/wallet${pathname}${search}`, {
        method: request.method,
        headers: { ...Object.fromEntries(request.headers), ...headers, cookie },
        body: request.body === null ? null : await request.text(),
      })
      return demo.handler(sent)
    },
  })
  return { wallet, otp: () => demo.emulator.inbox.latest('ada@example.com')?.otp ?? '' }
}

test('a watched wallet reports its calls with their outcome, but not what they carry', async () => {
  const { wallet: own, otp } = await ada()
  const { wallet, seen } = watched(own)
  await wallet.ready
  await wallet.signIn({ type: 'EMAIL_OTP' })
  await expect(wallet.submit({ otp: 'WRONG1' })).rejects.toThrow()
  await wallet.submit({ otp: otp() })
  expect(wallet.getState().session.status).toBe('active')
  expect(wallet.signer?.publicKey).toBe(own.signer?.publicKey)
  await wallet.sessions.list()
  expect(seen).toEqual([
    'signIn EMAIL_OTP',
    'signIn resolved',
    'submit a code',
    'submit UNAUTHORIZED',
    'submit a code',
    'submit resolved',
  ])
  own.dispose()
})

test('a watched wallet reports a read only if it fails, and rejects with the wallet’s own error', async () => {
  const { wallet: own } = await ada()
  const { wallet, seen } = watched(own)
  own.dispose()
  await expect(wallet.credentials.list()).rejects.toBeInstanceOf(SessionError)
  expect(seen).toEqual(['credentials.list DISPOSED'])
})
