import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { LogIn } from './log-in.tsx'
import { Shop } from './shop.tsx'

const me = await fetch('/api/me')
const wallet = me.ok ? await me.json() : undefined
createRoot(document.querySelector('#root') ?? document.body).render(
  <StrictMode>{wallet === undefined ? <LogIn /> : <Shop {...wallet} />}</StrictMode>,
)
