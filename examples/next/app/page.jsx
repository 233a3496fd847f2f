import { WalletProvider } from 'embedded-wallet-auth/react'
import { platform } from '../platform-here.js'
import { Wallet } from './wallet.jsx'

// The account depends on who is logged in, so the page is not made in advance.
export const dynamic = 'force-dynamic'

export default async function Page() {
  const { accountId } = await (await platform(new Request('http://localhost/api/me'))).json()
  return (
    <WalletProvider accountId={accountId} backend="/wallet">
      <Wallet />
    </WalletProvider>
  )
}
