import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { LogIn } from './log-in.tsx'
import { Shop } from './shop.tsx'

const me = await (await fetch('/api/me')).json()
createRoot(document.querySelector('#root') ?? document.body).render(
  <StrictMode>{me.accountId === undefined ? <LogIn /> : <Shop {...me} />}</StrictMode>,
)
