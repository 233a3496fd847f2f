import { WalletProvider } from 'embedded-wallet-auth/react'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { Wallet } from './wallet.jsx'

const { accountId } = await (await fetch('/api/login', { method: 'POST' })).json()
createRoot(document.querySelector('#root')).render(
  <StrictMode>
    <WalletProvider accountId={accountId} backend="/wallet">
      <Wallet />
    </WalletProvider>
  </StrictMode>,
)
