import { headers } from 'next/headers'
import { walletFor } from '../platform-here.ts'
import { LogIn, Shop } from './client.tsx'

// The account depends on who is logged in, so reading the headers also keeps the page from being made in advance.
export default async function Page() {
  const wallet = await walletFor((await headers()).get('cookie'))
  return wallet === undefined ? <LogIn /> : <Shop {...wallet} />
}
