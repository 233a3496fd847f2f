import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { LogIn } from './log-in.tsx'
import { Shop } from './shop.tsx'

const { accountId } = await (await fetch('/api/me')).json()
createRoot(document.querySelector('#root') ?? document.body).render(
  <StrictMode>{accountId === undefined ? <LogIn /> : <Shop accountId={accountId} />}</StrictMode>,
)
