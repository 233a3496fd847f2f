/** A virtual authenticator of Chromium, through the browser's own protocol. @module */
import type { BrowserPage } from './playwright-types.js'

/** The virtual authenticator of a page: it is built in, holds passkeys, and verifies its user. */
export interface Passkeys {
  /**
   * How the person answers the dialogs from now on. `accept` (default) uses or creates the passkey at once. `dismiss`
   * ends the dialog without one, which the library reports as `CEREMONY_CANCELLED`. `wait` leaves it open, until the page
   * cancels it or its time is up.
   */
  respond(how: 'accept' | 'dismiss' | 'wait'): Promise<void>
  /** The ids of the passkeys that the authenticator holds, as base64url: `credentialId` of an AuthMethod. */
  ids(): Promise<readonly string[]>
  /** Deletes all of its passkeys, as on a new device. */
  clear(): Promise<void>
  /** Removes the authenticator: the page then has none. */
  remove(): Promise<void>
}

const builtIn = {
  protocol: 'ctap2',
  transport: 'internal',
  hasResidentKey: true,
  hasUserVerification: true,
  isUserVerified: true,
}

/** Gives a page of Chromium an authenticator. */
export async function passkeysOf(page: BrowserPage): Promise<Passkeys> {
  const session = await page.context().newCDPSession(page)
  // What the browser answers is in the form that its protocol describes.
  const send = async <T>(method: string, parameters?: object): Promise<T> =>
    (await session.send(`WebAuthn.${method}`, parameters)) as T
  await send('enable')
  const { authenticatorId } = await send<{ authenticatorId: string }>('addVirtualAuthenticator', {
    options: builtIn,
  })
  return {
    async respond(how) {
      await send('setUserVerified', { authenticatorId, isUserVerified: how !== 'dismiss' })
      await send('setAutomaticPresenceSimulation', { authenticatorId, enabled: how !== 'wait' })
    },
    async ids() {
      const { credentials } = await send<{ credentials: { credentialId: string }[] }>('getCredentials', {
        authenticatorId,
      })
      return credentials.map(({ credentialId }) => base64url(credentialId))
    },
    clear: () => send('clearCredentials', { authenticatorId }),
    remove: () => send('removeVirtualAuthenticator', { authenticatorId }),
  }
}

const base64url = (base64: string): string =>
  base64.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
