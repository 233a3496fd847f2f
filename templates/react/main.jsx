import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { Shop } from './shop.jsx'

const { accountId } = await (await fetch('/api/login', { method: 'POST' })).json()
createRoot(document.querySelector('#root') ?? document.body).render(
  <StrictMode>
    <Shop accountId={accountId} />
  </StrictMode>,
)
