'use client'
import type { Quote } from 'embedded-wallet-auth'
import { defineWalletElements } from 'embedded-wallet-auth/element'
import { useSession, useWallet, WalletProvider } from 'embedded-wallet-auth/react'
import { useState } from 'react'

defineWalletElements()

export const Shop = ({ accountId }: { accountId: string }) => (
  <WalletProvider accountId={accountId} backend="/wallet">
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
  const [wallet, session] = [useWallet(), useSession()]
  const [quote, setQuote] = useState<Quote>()
  const [isPaid, setPaid] = useState(false)
  const getQuote = async () => setQuote(await (await fetch('/api/quotes', { method: 'POST' })).json())
  const leave = () => {
    setQuote(undefined)
    setPaid(false)
  }
  // React does not set properties of custom elements in server-rendered HTML, so the elements are added in the browser.
  if (session.status === 'restoring') return <p>One moment…</p>
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
        {isPaid && (
          <button className="primary next" type="button" onClick={leave}>
            Back to the shop
          </button>
        )}
      </>
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
