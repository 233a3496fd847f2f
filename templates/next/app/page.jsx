import { accountId } from '../platform.js'
import { Shop } from './shop.jsx'

// Who is logged in is known only at a request.
export const dynamic = 'force-dynamic'

export default async function Page() {
  return <Shop accountId={await accountId()} />
}
