import { strictFlows } from '../flows/strict.js'
import { tabFlows } from '../flows/tabs.js'
import { credentialRows } from '../support/credential-rows.js'
import { engine } from './engine.js'
import { test } from './engine-fixtures.js'

strictFlows(
  test,
  credentialRows.filter(({ type }) => engine.hasPasskeys || type !== 'PASSKEY'),
)

// A look at a tab takes its turn, and its time, in a browser that is driven from outside.
tabFlows(test, 10_000)
