import { heldFlows } from '../flows/held.js'
import { strictFlows } from '../flows/strict.js'
import { tabFlows } from '../flows/tabs.js'
import { credentialRows } from '../support/credential-rows.js'
import { engine } from './engine.js'
import { test } from './engine-fixtures.js'

const passkeys = credentialRows.filter(({ type }) => type === 'PASSKEY')
const others = credentialRows.filter((row) => !passkeys.includes(row))

for (const keyDelivery of ['sealed', 'client-held'] as const) {
  test.describe(`${keyDelivery} keys`, () => {
    strictFlows(test, engine.hasPasskeys ? credentialRows : others, keyDelivery)
  })
}
heldFlows(test, engine.hasPasskeys ? credentialRows : others)

if (!engine.hasPasskeys) {
  // The browser's own dialogs and their rules are not tested by this, only the library in this engine.
  test.describe('with an authenticator in JavaScript', () => {
    test.use({ pageChoice: { door: 'software-passkeys' } })
    strictFlows(test, passkeys, 'sealed')
    heldFlows(test, passkeys)
  })
}

// Reading a tab takes longer in a browser that a driver controls, because the calls run one after the other.
tabFlows(test, 10_000)
