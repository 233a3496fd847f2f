/** Controls a virtual authenticator in Chromium through the DevTools Protocol. @module */
import type { BrowserPage } from './playwright-types.js'

/**
 * The virtual authenticator of a page. It behaves like a device's built-in authenticator: it stores passkeys and
 * verifies the user.
 */
export interface Passkeys {
  /**
   * Sets how the user answers passkey dialogs from now on:
   *
   * - `accept` (the default): the passkey is used or created at once.
   * - `dismiss`: the dialog ends without a passkey, which the library reports as `CEREMONY_CANCELLED`.
   * - `wait`: the dialog stays open until the page cancels it or it times out.
   */
  respond(how: 'accept' | 'dismiss' | 'wait'): Promise<void>
  /** Resolves with the ids of the stored passkeys, in base64url, as in the `credentialId` of an AuthMethod. */
  ids(): Promise<readonly string[]>
  /** Deletes all passkeys, as on a new device. */
  clear(): Promise<void>
  /** Removes the authenticator from the page. */
  remove(): Promise<void>
}

const builtIn = {
  protocol: 'ctap2',
  transport: 'internal',
  hasResidentKey: true,
  hasUserVerification: true,
  isUserVerified: true,
}

/** Adds a virtual authenticator to a page in Chromium. */
export async function passkeysOf(page: BrowserPage): Promise<Passkeys> {
  const session = await page.context().newCDPSession(page)
  // Each caller sets `T` to the type that the DevTools Protocol describes for the answer.
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
