/** This library with React: the page of a returning customer, from the navigation to the first stamp. @module */
import { useSession, useWallet, WalletProvider } from 'embedded-wallet-auth/react'
import { createElement, useEffect } from 'react'
import { createRoot } from 'react-dom/client'
import { payload } from './payload.js'

function Stamps() {
  const { signer } = useWallet()
  const session = useSession()
  const expiresAt = session.status === 'active' ? session.expiresAt : undefined
  useEffect(() => {
    if (expiresAt === undefined || signer === undefined) return
    signer.stamp(payload).then(() => globalThis.stamped(Date.parse(expiresAt)))
  }, [expiresAt, signer])
  return expiresAt
}

const { accountId } = globalThis
createRoot(/** @type {Element} */ (document.querySelector('main'))).render(
  createElement(WalletProvider, { accountId, backend: '/wallet' }, createElement(Stamps)),
)
