import { accountId } from '../platform.js'
import { Shop } from './shop.jsx'

// The logged-in user is known only when a request arrives.
export const dynamic = 'force-dynamic'

export default async function Page() {
  return <Shop accountId={await accountId()} />
}
