import type { Wallet } from 'embedded-wallet-auth'

/** Calls `show` with the seconds that are left, in the last minute of a session, and with `undefined` at other times. */
export function watchExpiry(wallet: Wallet, show: (seconds: number | undefined) => void): () => void {
  let shown: number | undefined
  const update = (): void => {
    const { session } = wallet.getState()
    // By the server's clock, because that of the device may be wrong.
    const left = 'id' in session ? Math.ceil((Date.parse(session.expiresAt) - wallet.now()) / 1000) : 0
    const seconds = left > 0 && left <= 60 ? left : undefined
    if (seconds !== shown) show(seconds)
    shown = seconds
  }
  const timer = setInterval(update, 1_000)
  const unsubscribe = wallet.subscribe(update)
  update()
  return () => {
    clearInterval(timer)
    unsubscribe()
  }
}
