/** A `getOidcToken` of an application, by a pop-up and callback.ts. @module */
import type { GetOidcToken } from 'embedded-wallet-auth'

/** Sends a pop-up to the identity provider, and waits for what the page says that the provider sends it back to. */
export const throughPopup =
  (popup: Window | null, address: (nonce: string, state: string) => string): GetOidcToken =>
  async ({ nonce, signal }) => {
    if (popup === null) throw new Error('The browser has blocked the pop-up.')
    const state = crypto.randomUUID() // only the answer to this request comes through its channel
    const channel = new BroadcastChannel(`oidc ${state}`)
    try {
      return await new Promise<string>((resolve, reject) => {
        channel.onmessage = ({ data }: MessageEvent<string | null>) =>
          data === null ? reject(new Error('The provider gave no token.')) : resolve(data)
        signal.addEventListener('abort', () => reject(signal.reason))
        popup.location.replace(address(nonce, state))
      })
    } finally {
      channel.close()
      popup.close()
    }
  }
