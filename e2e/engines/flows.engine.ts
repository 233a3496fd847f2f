import { heldFlows } from '../flows/held.js'
import { strictFlows } from '../flows/strict.js'
import { tabFlows } from '../flows/tabs.js'
import { type CredentialRow, credentialRows, heldRows } from '../support/credential-rows.js'
import { engine } from './engine.js'
import { test } from './engine-fixtures.js'

const passkeys = credentialRows.filter(({ type }) => type === 'PASSKEY')
const here = (rows: readonly CredentialRow[]): readonly CredentialRow[] =>
  engine.hasPasskeys ? rows : rows.filter((row) => !passkeys.includes(row))

// Reading a tab takes longer in a browser that a driver controls, because the calls run one after the other.
const soon = 10_000

test.describe('sealed keys', () => {
  strictFlows(test, here(credentialRows), { keyDelivery: 'sealed' })
  tabFlows(test, soon, 'sealed')
})
test.describe('client-held keys', () => {
  strictFlows(test, here(heldRows), { keyDelivery: 'client-held' })
  tabFlows(test, soon, 'client-held')
})
heldFlows(test, here(heldRows))

if (!engine.hasPasskeys) {
  // The browser's own dialogs and their rules are not tested by this, only the library in this engine.
  test.describe('with an authenticator in JavaScript', () => {
    test.use({ pageChoice: { door: 'software-passkeys' } })
    strictFlows(test, passkeys, { keyDelivery: 'sealed' })
    heldFlows(test, passkeys)
  })
}
