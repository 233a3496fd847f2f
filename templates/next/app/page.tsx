import { headers } from 'next/headers'
import { accountIdFor } from '../platform-here.ts'
import { LogIn } from './log-in.tsx'
import { Shop } from './shop.tsx'

// The account depends on who is logged in, so reading the headers also keeps the page from being made in advance.
export default async function Page() {
  const accountId = await accountIdFor((await headers()).get('cookie'))
  return accountId === undefined ? <LogIn /> : <Shop accountId={accountId} />
}
