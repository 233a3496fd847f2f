import { strictFlows } from '../flows/strict.js'
import { tabFlows } from '../flows/tabs.js'
import { credentialRows } from '../support/credential-rows.js'
import { engine } from './engine.js'
import { test } from './engine-fixtures.js'

strictFlows(
  test,
  credentialRows.filter(({ type }) => engine.hasPasskeys || type !== 'PASSKEY'),
)

// Reading a tab takes longer in a browser that a driver controls, because the calls run one after the other.
tabFlows(test, 10_000)
