import { expect } from '@playwright/test'
import { signInByCode } from '../support/sign-in.js'
import { engine, startEngine } from './engine.js'
import { openWallet, test } from './engine-fixtures.js'

if (engine.name === 'firefox') {
  test('a browser whose person has blocked cookies and site data signs in and refreshes, and forgets with the page', async ({
    stack,
  }) => {
    const driver = await startEngine({ 'network.cookie.cookieBehavior': 2 })
    try {
      const tab = await driver.newTab()
      await tab.addAuthenticator?.()
      const wallet = await openWallet(tab, stack)
      const refused = await wallet.page.evaluate(() => {
        try {
          return localStorage.length
        } catch (error) {
          return error instanceof DOMException ? error.name : String(error)
        }
      })
      // Otherwise the preference has no effect, and this test would test nothing.
      expect(refused).toBe('SecurityError')
      expect(await wallet.state()).toMatchObject({
        storage: 'memory',
        session: { status: 'none', reason: 'new' },
      })
      await signInByCode(wallet, stack)
      expect(await wallet.state()).toMatchObject({ session: { status: 'active' }, storage: 'memory' })
      expect(await wallet.setPrivacy(true)).toMatchObject({ privateEnabled: true })
      await wallet.refresh()
      await wallet.createPasskey('Laptop')
      await wallet.signInWithPasskey()
      expect((await wallet.state()).session).toMatchObject({ status: 'active', type: 'PASSKEY' })
      await wallet.reload()
      expect((await wallet.state()).session).toEqual({ status: 'none', reason: 'new' })
      await signInByCode(wallet, stack)
      await wallet.signOut({ revoke: true })
      expect((await wallet.state()).session).toEqual({ status: 'none', reason: 'signed-out' })
    } finally {
      await driver.quit()
    }
  })
}
