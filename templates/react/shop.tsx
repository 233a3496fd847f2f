import type { Quote } from 'embedded-wallet-auth'
import { defineWalletElements } from 'embedded-wallet-auth/element'
import { useWallet, useWalletState, WalletProvider } from 'embedded-wallet-auth/react'
import { useCallback, useEffect, useState } from 'react'
import { keyDelivery } from './keys.ts'

defineWalletElements()

export const Shop = (wallet: { accountId: string; otpSigner?: string }) => (
  <WalletProvider {...wallet} backend="/wallet" keyDelivery={keyDelivery}>
    <Header />
    <main>
      <Checkout />
    </main>
  </WalletProvider>
)

function Header() {
  const wallet = useWallet()
  const logOut = async () => {
    // Out of the wallet first, in every tab and at the service, while the platform still knows who is asking.
    // It rejects if the service did not hear of it, or if this browser could not erase the key.
    await wallet.signOut().catch((error: Error) => alert(error.message))
    await fetch('/api/logout', { method: 'POST' })
    location.reload()
  }
  return (
    <header>
      <a className="brand" href="/">
        Example Bank
      </a>
      <button type="button" onClick={logOut}>
        Log out
      </button>
    </header>
  )
}

function Checkout() {
  const wallet = useWallet()
  const { session, unsettled } = useWalletState()
  const [quote, setQuote] = useState<Quote>()
  const [isPaid, setPaid] = useState(false)
  const getQuote = async () => setQuote(await (await fetch('/api/quotes', { method: 'POST' })).json())
  const leave = () => {
    setQuote(undefined)
    setPaid(false)
  }
  const order = async () => {
    await fetch(`/api/orders?after=${quote?.id}`, { method: 'POST' })
    leave()
  }
  // A payment whose outcome is not known, also one from before a reload. It has to be settled before the next one.
  const inDoubt = quote === undefined ? unsettled[0]?.quoteId : undefined
  const check = useCallback(async () => {
    // It fails without a connection. The person can check again.
    if (inDoubt !== undefined) setQuote(await wallet.getQuote(inDoubt).catch(() => undefined))
  }, [wallet, inDoubt])
  useEffect(() => void check(), [check])

  if (quote)
    return (
      <>
        <wallet-confirm
          wallet={wallet}
          quote={quote}
          receiver="Corner Shop"
          onwallet-requote={getQuote}
          onwallet-cancel={leave}
          onwallet-payment={() => setPaid(true)}
        />
        {isPaid || quote.status !== 'PENDING' ? (
          <button className="primary next" type="button" onClick={order}>
            Back to the shop
          </button>
        ) : (
          !('id' in session) && <wallet-sign-in wallet={wallet} code-length="6" />
        )}
      </>
    )
  if (inDoubt !== undefined)
    return (
      <section className="card">
        <h1>We are checking your last payment</h1>
        <p className="soft">Please do not pay again before its outcome is known.</p>
        <button className="primary" type="button" onClick={check}>
          Check again
        </button>
      </section>
    )
  if (!('id' in session)) return <wallet-sign-in wallet={wallet} code-length="6" />
  return (
    <section className="card">
      <h1>Your order at the Corner Shop</h1>
      <p className="amount">20.00 USD</p>
      <p className="soft">
        It is paid in USDB from your wallet. You see the exact amount and the fee before you confirm.
      </p>
      <button className="primary" type="button" onClick={getQuote}>
        Pay 20 dollars
      </button>
    </section>
  )
}
