/** Whether the page that runs an attempt is still there: Web Locks, as a hint that decides nothing. @module */

const lockName = (owner: string): string => `embedded-wallet-auth:owner:${owner}`

/** Shows other tabs that this owner lives, until released or until the page is gone. */
export function holdOwner(owner: string): () => void {
  const locks = lockManager()
  if (locks === undefined) return () => {}
  let release = (): void => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  locks.request(lockName(owner), () => released).catch(() => {})
  return release
}

/** `undefined` where the browser cannot tell: then only the attempt's deadline does. */
export async function isOwnerAlive(owner: string): Promise<boolean | undefined> {
  try {
    const { held, pending } = (await lockManager()?.query()) ?? {}
    if (held === undefined) return undefined
    return [...held, ...(pending ?? [])].some(({ name }) => name === lockName(owner))
  } catch {
    return undefined
  }
}

const lockManager = (): LockManager | undefined =>
  typeof document === 'undefined' ? undefined : (navigator.locks as LockManager | undefined)
