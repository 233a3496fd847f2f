/** The peer's React kit: its hook yields the session, then a component stamps. @module */
import { KitProvider, useKit } from 'peer-react-kit'
import { createElement, useEffect } from 'react'
import { createRoot } from 'react-dom/client'
import { payload } from './payload.js'
import { apiBaseUrl, organizationId } from './peer-session.js'

// As little as it can do: no requests, because the service is not measured, and no wallets of other providers.
const config = {
  ...{ apiBaseUrl, organizationId, autoRefreshManagedState: false },
  walletConfig: { features: { auth: false, connecting: false } },
}

function Stamps() {
  const { session, httpClient } = useKit()
  const expiry = session?.expiry
  useEffect(() => {
    if (expiry === undefined || httpClient === undefined) return
    httpClient.stampGetWhoami({ payload }).then(() => globalThis.stamped(expiry * 1000))
  }, [expiry, httpClient])
  return expiry
}

createRoot(/** @type {Element} */ (document.querySelector('main'))).render(
  createElement(KitProvider, { config }, createElement(Stamps)),
)
