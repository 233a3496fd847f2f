/** Virtual authenticators, controlled through the browser's DevTools protocol. @module */
import type { CDPSession, Page } from '@playwright/test'

/** The virtual authenticator of a page. */
export interface Authenticator {
  /** Sets whether the authenticator verifies its user. */
  verifiesUser(does: 'yes' | 'no'): Promise<void>
  /** Sets when the user responds. `waiting`: a ceremony stays open until it is cancelled. */
  presence(simulated: 'at once' | 'waiting'): Promise<void>
  forgetPasskeys(): Promise<void>
  /** Resolves with the ids of the passkeys, in base64url. */
  passkeys(): Promise<readonly string[]>
}

/** Adds a built-in authenticator to a page, which stores passkeys and verifies its user. */
export async function addAuthenticator(page: Page): Promise<Authenticator> {
  const cdp: CDPSession = await page.context().newCDPSession(page)
  await cdp.send('WebAuthn.enable')
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
    },
  })
  return {
    async verifiesUser(does) {
      await cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: does === 'yes' })
    },
    async presence(simulated) {
      await cdp.send('WebAuthn.setAutomaticPresenceSimulation', {
        authenticatorId,
        enabled: simulated === 'at once',
      })
    },
    async forgetPasskeys() {
      await cdp.send('WebAuthn.clearCredentials', { authenticatorId })
    },
    async passkeys() {
      const { credentials } = await cdp.send('WebAuthn.getCredentials', { authenticatorId })
      return credentials.map(({ credentialId }) => Buffer.from(credentialId, 'base64').toString('base64url'))
    },
  }
}

const absent = (): Promise<never> => Promise.reject(new Error('This page has no authenticator.'))

/** The authenticator of a page that has none. */
export const absentAuthenticator: Authenticator = {
  verifiesUser: absent,
  presence: absent,
  forgetPasskeys: absent,
  passkeys: absent,
}
