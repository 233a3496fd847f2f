'use client'
import { defineWalletElements } from 'embedded-wallet-auth/element'
import { useSession, useWallet, WalletProvider } from 'embedded-wallet-auth/react'
import { useState } from 'react'

defineWalletElements()

export const Shop = ({ accountId }) => (
  <WalletProvider accountId={accountId} backend="/wallet">
    <Checkout />
  </WalletProvider>
)

function Checkout() {
  const [wallet, session] = [useWallet(), useSession()]
  const [quote, setQuote] = useState()
  const getQuote = async () => setQuote(await (await fetch('/api/quotes', { method: 'POST' })).json())
  // React does not set properties of custom elements in server-rendered HTML, so the elements are added in the browser.
  if (session.status === 'restoring') return <p>One moment…</p>
  return (
    <>
      <wallet-sign-in wallet={wallet} code-length="6" />
      {session.status === 'active' && (
        <button type="button" onClick={getQuote}>
          Pay 20 dollars
        </button>
      )}
      {quote && (
        <wallet-confirm
          wallet={wallet}
          quote={quote}
          onwallet-requote={getQuote}
          onwallet-cancel={() => setQuote(undefined)}
        />
      )}
    </>
  )
}
